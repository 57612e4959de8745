//! Reviews games and writes them as text, JSON, annotated PGN or an HTML page: with the coach's findings, or with the
//! full ledger of pins.

mod annotate;
mod fill;
mod ledger;
pub(crate) mod page;
pub(crate) mod resume;
mod text;

use std::sync::Arc;

use pinsight_coach::{Coach, GameReview};
use pinsight_pgn::{Game, RawGame};
use pinsight_players::Stop;
use pinsight_rules::{Ply, Square};
use pinsight_tactics::{LineKind, Pin, PinOptions, PinStory, Review};
use pinsight_wire as wire;

pub(crate) use annotate::{annotate_pins, annotate_review};
pub(crate) use ledger::text as ledger_text;
pub(crate) use text::text;

/// The pins to find and how to describe them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LedgerOptions {
    pub(crate) pins: PinOptions,
    /// Whether to include x-rays.
    pub(crate) x_rays: bool,
    pub(crate) detail: Detail,
}

/// The detail of the description of a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// One sentence.
    Sentence,
    /// Kind, cause, cost, moves of the pinned piece.
    Full,
}

impl Detail {
    pub(crate) fn describe(self, pin: &Pin) -> String {
        match self {
            Self::Sentence => pin.to_string(),
            Self::Full => pin.explain(),
        }
    }
}

/// A game with its pins and, once the coach has reviewed it, its findings.
pub(crate) struct ReviewedGame {
    pub(crate) file: Arc<str>,
    /// The game with its moves in SAN; ply n is the n-th node of the mainline.
    pub(crate) game: Game,
    /// `None` without a legal start, and for an oversized game.
    pub(crate) pins: Option<Review>,
    pub(crate) review: Option<GameReview>,
    pub(crate) oversized: bool,
}

impl ReviewedGame {
    pub(crate) fn read(raw: &RawGame<'_>, options: &LedgerOptions) -> Self {
        let mut game = Game::read(raw);
        game.normalise();
        let start = game.start().filter(|_| !raw.oversized);
        let pins = start.map(|start| {
            let mut review = Review::of(&start, game.plies(), &options.pins);
            if !options.x_rays {
                retain(&mut review, |pin| pin.kind != LineKind::XRay);
            }
            review
        });
        Self { file: Arc::clone(raw.source), game, pins, review: None, oversized: raw.oversized }
    }

    /// Reviews the moves, and keeps only the pins that matter. Returns whether it was finished before `stop` was
    /// raised.
    pub(crate) fn coach(
        &mut self,
        coach: &Coach,
        stop: &Stop,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> bool {
        let Some(pins) = &mut self.pins else {
            return true;
        };
        let plies: Vec<Ply> = pins.moves.iter().map(|reviewed| reviewed.ply).collect();
        self.review = coach.review_until(&pins.start, &plies, stop, progress);
        let Some(review) = &self.review else {
            return false;
        };
        let real: Vec<_> = review
            .moves
            .iter()
            .flat_map(|played| played.pins.iter().map(|proof| (played.ply.number, proof.pin.squares())))
            .collect();
        pins.standing.clear();
        pins.stories.retain(|story| real.iter().any(|(ply, squares)| is_at(story, *ply, *squares)));
        true
    }

    pub(crate) fn to_wire(&self, engine: &str) -> wire::GameReview {
        wire::GameReview::new(&self.file, engine, &self.game, self.review.as_ref())
    }

    pub(crate) fn ledger_to_wire(&self) -> wire::PinReview {
        wire::PinReview::new(&self.file, &self.game, self.pins.as_ref())
    }
}

/// Whether a pin exists on `squares` after a ply. One of its pieces may have moved along the line since it arose.
fn is_at(story: &PinStory, ply: usize, squares: [Square; 3]) -> bool {
    let exists = story.since.unwrap_or(0) <= ply && story.end.is_none_or(|end| ply < end.ply);
    exists && story.pin.squares().into_iter().zip(squares).filter(|(first, now)| first == now).count() >= 2
}

/// Keeps the pins for which `included` holds.
fn retain(review: &mut Review, included: impl Fn(&Pin) -> bool) {
    review.standing.retain(&included);
    for reviewed in &mut review.moves {
        reviewed.new.retain(&included);
        reviewed.released.retain(&included);
    }
    review.stories.retain(|story| included(&story.pin));
}
