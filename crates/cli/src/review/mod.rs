//! Games with their pins: looked through once, then shown as text, as JSON, as an annotated game or as a page.

mod annotate;
pub(crate) mod page;
mod text;

use std::sync::Arc;

use pinsight_pgn::{Game, RawGame};
use pinsight_tactics::{LineKind, Pin, PinOptions, Review};
use serde_json::{Map, Value, json};

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
        let start = game.start().ok().filter(|_| !raw.oversized);
        let review = start.map(|start| {
            let plies = game.replay().map_while(Result::ok);
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

    /// One object: file, game, tags, result, and all that the review says.
    pub(crate) fn json(&self) -> serde_json::Result<Value> {
        let file: &str = &self.file;
        let tags: Map<String, Value> =
            self.game.tags.iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let mut object = Map::new();
        object.insert("file".to_owned(), json!(file));
        object.insert("game".to_owned(), json!(self.game.number()));
        object.insert("tags".to_owned(), Value::Object(tags));
        object.insert("result".to_owned(), json!(self.game.result.token()));
        object.insert("verdict".to_owned(), json!(crate::json::verdict(self.game.verdict())));
        match serde_json::to_value(&self.review)? {
            Value::Object(review) => object.extend(review),
            // The same names, so that nobody has to ask whether they are there.
            _ => object.extend(
                ["start", "standing", "moves", "pins", "summary"].map(|name| (name.to_owned(), Value::Null)),
            ),
        }
        Ok(Value::Object(object))
    }
}
