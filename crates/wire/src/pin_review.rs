//! The full ledger of a game: what each move changes, and the course of each pin.

use pinsight_rules::Color as Side;
use serde::Serialize;
use utoipa::ToSchema;

use crate::openings::Opening;
use crate::piece::{Color, Placed};
use crate::pin::{Pin, PinBy, PinCause, PinKind, Relevance};
use crate::review_head::{MoveHead, ReviewHead};

/// A game with its pins, one line of `pinsight review --all-pins --json`.
///
/// `start` and all after it are null if the game has no legal start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PinReview {
    /// The game.
    #[serde(flatten)]
    pub head: ReviewHead,
    /// The start position as a FEN.
    pub start: Option<String>,
    /// The pins of the start position.
    pub standing: Option<Vec<Pin>>,
    /// The moves and what each changes.
    pub moves: Option<Vec<MovePins>>,
    /// Every pin of the game, in the order in which they arose.
    pub pins: Option<Vec<PinStory>>,
    /// The number of pins of each side.
    pub summary: Option<PinSummary>,
}

impl PinReview {
    /// Describes a game of the file `file`.
    pub fn new(file: &str, game: &pinsight_pgn::Game, review: Option<&pinsight_tactics::Review>) -> Self {
        Self {
            head: ReviewHead::new(file, game),
            start: review.map(|review| review.start.to_string()),
            standing: review.map(|review| pins(&review.standing)),
            moves: review.map(|review| review.moves.iter().map(MovePins::from).collect()),
            pins: review.map(|review| review.stories.iter().map(PinStory::from).collect()),
            summary: review.map(PinSummary::from),
        }
    }
}

fn pins(pins: &[pinsight_tactics::Pin]) -> Vec<Pin> {
    pins.iter().map(Pin::from).collect()
}

/// A move of a game and what it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MovePins {
    /// The move.
    #[serde(flatten)]
    pub head: MoveHead,
    /// The pins that the move makes.
    pub new: Vec<Pin>,
    /// The pins that the move releases.
    pub released: Vec<Pin>,
}

impl From<&pinsight_tactics::ReviewedMove> for MovePins {
    fn from(reviewed: &pinsight_tactics::ReviewedMove) -> Self {
        Self { head: (&reviewed.ply).into(), new: pins(&reviewed.new), released: pins(&reviewed.released) }
    }
}

/// One pin from the move that made it to the move that released it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PinStory {
    /// The pin as it arose.
    pub pin: Pin,
    /// The ply that made it; null if it existed at the start.
    pub since: Option<usize>,
    /// The ply that released it; null if it exists at the end.
    pub until: Option<usize>,
    /// The number of plies for which it existed.
    pub stood: usize,
    /// Why it was released.
    pub released: Option<Release>,
    /// What the pinned side lost when it ended.
    pub loss: Option<i32>,
}

/// Why a pin was released.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Release {
    /// The cause.
    pub cause: Option<PinCause>,
    /// Whose move released it.
    pub by: Option<PinBy>,
}

impl From<&pinsight_tactics::PinStory> for PinStory {
    fn from(story: &pinsight_tactics::PinStory) -> Self {
        let release = |end: pinsight_tactics::PinEnd| Release {
            cause: end.pin.cause.map(PinCause),
            by: end.pin.by.map(PinBy),
        };
        Self {
            pin: (&story.pin).into(),
            since: story.since,
            until: story.end.map(|end| end.ply),
            stood: story.stood,
            released: story.end.map(release),
            loss: story.loss,
        }
    }
}

/// The number of pins of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PinSummary {
    /// White's, as the attacker.
    pub white: PinTally,
    /// Black's.
    pub black: PinTally,
}

/// The number of pins of one side, as the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PinTally {
    /// All pins.
    pub pins: usize,
    /// Absolute pins.
    pub absolute: usize,
    /// Relative pins.
    pub relative: usize,
    /// Pins that the other side brought on itself.
    pub self_inflicted: usize,
    /// Pins that won material.
    pub won_material: usize,
}

impl From<&pinsight_tactics::Review> for PinSummary {
    fn from(review: &pinsight_tactics::Review) -> Self {
        let tally = review.tally();
        Self { white: tally[Side::White].into(), black: tally[Side::Black].into() }
    }
}

impl From<pinsight_tactics::Tally> for PinTally {
    fn from(tally: pinsight_tactics::Tally) -> Self {
        let pinsight_tactics::Tally { pins, absolute, relative, self_inflicted, won_material } = tally;
        Self { pins, absolute, relative, self_inflicted, won_material }
    }
}

/// The pins along one line of a game tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LineReview {
    /// The nodes of the line; the root first.
    pub nodes: Vec<u32>,
    /// The pins, in the order in which they arose.
    pub stories: Vec<LineStory>,
    /// The positions that have the name of an opening, by their index in `nodes`.
    pub openings: Vec<LineOpening>,
}

/// The name of a position of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LineOpening {
    /// The index in `nodes`.
    pub at: usize,
    /// The opening.
    #[serde(flatten)]
    pub opening: Opening,
}

/// A pin along a line: it exists after the plies `from` to `to`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LineStory {
    /// The kind.
    pub kind: PinKind,
    /// The attacker's side.
    pub color: Color,
    /// The attacker on its first square.
    pub attacker: Placed,
    /// The pinned piece on its first square.
    pub pinned: Placed,
    /// The shielded piece on its first square.
    pub shielded: Placed,
    /// Whether the pin mattered when it arose, by the static rule.
    pub relevance: Option<Relevance>,
    /// The index in `nodes` of the first node with the pin.
    pub from: usize,
    /// The index of the last.
    pub to: usize,
    /// Why it arose; null if it existed at the start.
    pub cause: Option<PinCause>,
    /// Why it was released; null if it exists at the end.
    pub ended: Option<PinCause>,
    /// What the pinned side lost when it ended.
    pub loss: Option<i32>,
    /// The pin in one sentence.
    pub sentence: String,
}

impl LineStory {
    /// Describes the pin of a line whose last index is `last`.
    pub fn new(story: &pinsight_tactics::PinStory, last: usize) -> Self {
        let pinsight_tactics::PinStory { pin, since, end, loss, .. } = story;
        Self {
            kind: PinKind::Line(pin.kind),
            color: pin.attacker.piece.color.into(),
            attacker: pin.attacker.into(),
            pinned: pin.pinned.into(),
            shielded: pin.shielded.into(),
            relevance: pin.relevance().map(Relevance),
            from: since.unwrap_or(0),
            to: end.map_or(last, |end| end.ply - 1),
            cause: pin.cause.map(PinCause),
            ended: end.and_then(|end| end.pin.cause).map(PinCause),
            loss: *loss,
            sentence: pin.to_string(),
        }
    }
}
