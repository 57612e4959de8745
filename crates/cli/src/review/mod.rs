//! Reviews games for pins, and writes them as text, JSON, annotated PGN or an HTML page.

mod annotate;
pub(crate) mod page;
mod text;

use std::sync::Arc;

use pinsight_pgn::{Game, RawGame};
use pinsight_tactics::{LineKind, Pin, PinOptions, Review};
use pinsight_wire as wire;

pub(crate) use annotate::annotate;
pub(crate) use text::text;

/// The pins to find and how to describe them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReviewOptions {
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
    /// Kind, cause, cost, moves of the pinned piece, and whether the pin holds.
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

/// A game and its pins.
pub(crate) struct ReviewedGame {
    pub(crate) file: Arc<str>,
    /// The game with its moves in SAN; ply n is the n-th node of the mainline.
    pub(crate) game: Game,
    /// `None` without a legal start, and for an oversized game.
    pub(crate) review: Option<Review>,
}

impl ReviewedGame {
    pub(crate) fn read(raw: &RawGame<'_>, options: &ReviewOptions) -> Self {
        let mut game = Game::read(raw);
        game.normalise();
        let start = game.start().filter(|_| !raw.oversized);
        let review = start.map(|start| {
            let plies = game.plies();
            let mut review = Review::of(&start, plies, &options.pins);
            if !options.x_rays {
                let included = |pin: &Pin| pin.kind != LineKind::XRay;
                review.standing.retain(included);
                for reviewed in &mut review.moves {
                    reviewed.new.retain(included);
                    reviewed.released.retain(included);
                }
                review.stories.retain(|story| included(&story.pin));
            }
            review
        });
        Self { file: Arc::clone(raw.source), game, review }
    }

    pub(crate) fn to_wire(&self) -> wire::GameReview {
        wire::GameReview::new(&self.file, &self.game, self.review.as_ref())
    }
}
