//! Reviews: the judgement of each move of a game, with the findings that prove it.

use pinsight_coach::{MoveReview, PinProof, ThreatPin};
use pinsight_openings::GameOpening;
use pinsight_rules::{Color as Side, Move, Position};
use pinsight_tactics::MotifKind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::analysis::Score;
use crate::moves::Uci;
use crate::names::by_name;
use crate::openings::Opening;
use crate::piece::{Color, Square};
use crate::pin::{Pin, PinKind};
use crate::review_head::{MoveHead, ReviewHead};

by_name! {
    /// The judgement of a move.
    Judgement(pinsight_coach::Judgement)
}

by_name! {
    /// How a finding relates to its move.
    FindingKind(pinsight_coach::FindingKind)
}

by_name! {
    /// The name of a motif.
    MotifName(MotifKind)
}

/// A reviewed game, one line of `pinsight review --json`.
///
/// `start` and all after it are null if the game has no legal start.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameReview {
    /// The game.
    #[serde(flatten)]
    pub head: ReviewHead,
    /// The engine that judged the game.
    pub engine: String,
    /// Why the built-in search replaced the engine; null if it did not.
    pub engine_failure: Option<String>,
    /// The opening; null if no position of the game has a name.
    pub opening: Option<Opening>,
    /// The first ply that leaves the known opening lines for good; null if the game ends before it.
    pub out_of_book_ply: Option<usize>,
    /// The start position as a FEN.
    pub start: Option<String>,
    /// The moves.
    pub moves: Option<Vec<ReviewedMove>>,
    /// The accuracy of each side.
    pub accuracy: Option<Accuracy>,
    /// The pins that matter, in the order in which they arose.
    pub pins: Option<Vec<GamePin>>,
    /// The counts of each side.
    pub summary: Option<ReviewSummary>,
}

/// A reviewed move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReviewedMove {
    /// The move.
    #[serde(flatten)]
    pub head: MoveHead,
    /// The evaluation before the move, from White's side.
    pub eval_before: Score,
    /// The evaluation after the move, from White's side.
    pub eval_after: Score,
    /// The judgement; null for a move that needs no remark.
    pub judgement: Option<Judgement>,
    /// For a bad move: the best line instead, in UCI notation.
    pub better: Vec<Uci>,
    /// At most two sentences; empty for a move that needs no remark.
    pub text: String,
    /// The pins that matter since the move.
    pub pins: Vec<ProvedPin>,
    /// What the move allows, misses, exploits or threatens.
    pub findings: Vec<Finding>,
}

/// A statement about a move with the line that proves it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Finding {
    /// How it relates to the move.
    pub kind: FindingKind,
    /// The motif that decides the line.
    pub motif: MotifName,
    /// The side that profits.
    pub side: Color,
    /// The position in which `line` starts as a FEN.
    pub fen: String,
    /// The moves in UCI notation, up to the gain or the mate.
    pub line: Vec<Uci>,
    /// The pawns that `side` wins at the end of `line`, material only; null for a mate.
    pub gain: Option<i32>,
    /// The number of moves to mate; null without a mate.
    pub mate: Option<u32>,
    /// The squares that take part in the motif.
    pub squares: Vec<Square>,
    /// The statement in words.
    pub text: String,
}

/// A pin whose `relevance` search has decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProvedPin {
    /// The pin.
    #[serde(flatten)]
    pub pin: Pin,
    /// Why the pin matters, in words; null if it is potential.
    pub reason: Option<String>,
}

/// A pin of a game that matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GamePin {
    /// The ply since which it matters, from 1.
    pub ply: usize,
    /// The pin.
    #[serde(flatten)]
    pub pin: ProvedPin,
}

/// The accuracy of each side, from 0 to 100; null without moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Accuracy {
    /// White's.
    pub white: Option<f64>,
    /// Black's.
    pub black: Option<f64>,
}

/// The counts of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReviewSummary {
    /// White's.
    pub white: SideSummary,
    /// Black's.
    pub black: SideSummary,
}

/// The counts of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct SideSummary {
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// Pins that matter, with this side as the attacker.
    pub pins: usize,
}

impl GameReview {
    /// Describes a game of the file `file`, judged by `engine`.
    pub fn new(
        file: &str,
        engine: &str,
        game: &pinsight_pgn::Game,
        review: Option<&pinsight_coach::GameReview>,
    ) -> Self {
        let opening = review.map(|review| {
            GameOpening::of_plies(&review.start, review.moves.iter().map(|played| &played.ply))
        });
        Self {
            head: ReviewHead::new(file, game),
            engine: engine.to_owned(),
            engine_failure: review.and_then(|review| review.engine_failure.clone()),
            opening: opening.and_then(|found| found.opening).map(Opening::from),
            out_of_book_ply: opening.and_then(|found| found.out_of_book_ply),
            start: review.map(|review| review.start.to_string()),
            moves: review.map(|review| review.moves.iter().map(ReviewedMove::from).collect()),
            accuracy: review.map(Accuracy::from),
            pins: review.map(|review| review.moves.iter().flat_map(game_pins).collect()),
            summary: review.map(ReviewSummary::from),
        }
    }
}

/// Rounds to one decimal.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn game_pins(review: &MoveReview) -> impl Iterator<Item = GamePin> {
    review.pins.iter().map(|pin| GamePin { ply: review.ply.number, pin: pin.into() })
}

/// Converts a line to UCI notation.
fn line(start: &Position, moves: &[Move]) -> Vec<Uci> {
    let mut position = *start;
    let mut line = Vec::with_capacity(moves.len());
    for &mv in moves {
        line.push(position.uci(mv, start.castling_mode()).into());
        position = position.play_unchecked(mv);
    }
    line
}

impl From<&MoveReview> for ReviewedMove {
    fn from(review: &MoveReview) -> Self {
        let before = &review.ply.before;
        Self {
            head: (&review.ply).into(),
            eval_before: review.before.into(),
            eval_after: review.after.into(),
            judgement: review.judgement.map(Judgement),
            better: line(before, &review.better),
            text: review.text.clone(),
            pins: review.pins.iter().map(ProvedPin::from).collect(),
            findings: review.findings.iter().map(Finding::from).collect(),
        }
    }
}

impl From<&pinsight_coach::Finding> for Finding {
    fn from(finding: &pinsight_coach::Finding) -> Self {
        Self {
            kind: finding.kind.into(),
            motif: finding.motif().into(),
            side: finding.side().into(),
            fen: finding.start().to_string(),
            line: line(finding.start(), finding.moves()),
            gain: finding.proof.gain,
            mate: finding.proof.mate,
            squares: finding.squares().into_iter().map(Square::from).collect(),
            text: finding.text.clone(),
        }
    }
}

impl From<Pin> for ProvedPin {
    /// A pin that was not searched.
    fn from(pin: Pin) -> Self {
        Self { pin, reason: None }
    }
}

impl From<&ThreatPin> for ProvedPin {
    fn from(threat: &ThreatPin) -> Self {
        let start = &threat.start;
        let moves = start.legal_moves_from(threat.pinned.square);
        let pin = Pin {
            kind: PinKind::Situational,
            status: pinsight_tactics::PinStatus::Standing.into(),
            cause: None,
            by: None,
            attacker: threat.attacker.into(),
            pinned: threat.pinned.into(),
            shielded: None,
            cost: None,
            static_reply: None,
            freedom: pinsight_tactics::Freedom::Free.into(),
            relevance: Some(pinsight_tactics::Relevance::Real.into()),
            moves: moves.into_iter().map(|mv| start.uci(mv, start.castling_mode()).into()).collect(),
            situational: None,
        };
        Self { pin, reason: Some(threat.explain()) }
    }
}

impl From<&PinProof> for ProvedPin {
    fn from(proof: &PinProof) -> Self {
        let pin = Pin { relevance: Some(proof.relevance.into()), ..(&proof.pin).into() };
        Self { pin, reason: proof.explain() }
    }
}

impl From<&pinsight_coach::GameReview> for Accuracy {
    fn from(review: &pinsight_coach::GameReview) -> Self {
        let accuracy = &review.accuracy;
        Self { white: accuracy.white.map(rounded), black: accuracy.black.map(rounded) }
    }
}

impl From<&pinsight_coach::GameReview> for ReviewSummary {
    fn from(review: &pinsight_coach::GameReview) -> Self {
        Self { white: SideSummary::new(review, Side::White), black: SideSummary::new(review, Side::Black) }
    }
}

impl SideSummary {
    fn new(review: &pinsight_coach::GameReview, side: Side) -> Self {
        let judged = |judgement| {
            let own = review.moves.iter().filter(|played| played.ply.before.turn() == side);
            own.filter(|played| played.judgement == Some(judgement)).count()
        };
        let pins = review.moves.iter().flat_map(|played| &played.pins);
        Self {
            inaccuracies: judged(pinsight_coach::Judgement::Inaccuracy),
            mistakes: judged(pinsight_coach::Judgement::Mistake),
            blunders: judged(pinsight_coach::Judgement::Blunder),
            pins: pins.filter(|proof| proof.pin.attacker.piece.color == side).count(),
        }
    }
}
