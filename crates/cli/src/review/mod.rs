//! Games with their pins: looked through once, then shown as text, as JSON, as an annotated game or as a page.

mod annotate;
pub(crate) mod page;
mod text;

use std::sync::Arc;

use pinsight_pgn::{Game, RawGame};
use pinsight_tactics::{LineKind, Pin, PinOptions, Review};
use pinsight_wire as wire;

pub(crate) use annotate::annotate;
pub(crate) use text::text;

/// What is looked for, and how it is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) options: PinOptions,
    /// Whether x-rays are told; without them, all kinds are pins and skewers.
    pub(crate) x_rays: bool,
    pub(crate) words: Words,
}

/// How much is said about a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Words {
    /// One sentence.
    Sentence,
    /// Kind, cause, what it costs, what the pinned piece may do, whether it holds.
    Full,
}

impl Words {
    pub(crate) fn of(self, pin: &Pin) -> String {
        match self {
            Self::Sentence => pin.to_string(),
            Self::Full => pin.explain(),
        }
    }
}

/// A game and its pins.
pub(crate) struct ReviewedGame {
    pub(crate) file: Arc<str>,
    /// Its moves in short notation, as they were replayed: the half-move with number n is the n-th of the mainline.
    pub(crate) game: Game,
    /// None if it has no legal start, or was too long to be held.
    pub(crate) review: Option<Review>,
}

impl ReviewedGame {
    pub(crate) fn look_through(raw: &RawGame<'_>, look: &Look) -> Self {
        let mut game = Game::read(raw);
        game.normalise();
        let start = game.start().filter(|_| !raw.oversized);
        let review = start.map(|start| {
            let plies = game.plies();
            let mut review = Review::of(&start, plies, &look.options);
            if !look.x_rays {
                let wanted = |pin: &Pin| pin.kind != LineKind::XRay;
                review.standing.retain(wanted);
                for reviewed in &mut review.moves {
                    reviewed.new.retain(wanted);
                    reviewed.released.retain(wanted);
                }
                review.stories.retain(|story| wanted(&story.pin));
            }
            review
        });
        Self { file: Arc::clone(raw.source), game, review }
    }

    pub(crate) fn to_wire(&self) -> wire::GameReview {
        wire::GameReview::new(&self.file, &self.game, self.review.as_ref())
    }
}
