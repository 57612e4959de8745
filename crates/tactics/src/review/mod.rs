//! The pins of a whole game: what each move changes, and the story of each pin.

mod loss;
mod story;

use pinsight_rules::{ByColor, Ply, Position};

use crate::ledger::PinLedger;
use crate::pin::{By, Pin, PinOptions, standing};
use story::StoryTracker;
pub use story::{PinEnd, PinStory};

/// A game with its pins.
///
/// ```
/// use pinsight_rules::{Color, Ply, Position};
/// use pinsight_tactics::{PinOptions, Review};
/// let start = Position::default();
/// let mut plies = Vec::new();
/// let mut position = start;
/// // Black pins the knight and captures it.
/// for (index, san) in ["e4", "e5", "Nf3", "d6", "d4", "Bg4", "dxe5", "Bxf3", "Qxf3", "dxe5"].into_iter().enumerate() {
///     let ply = Ply::new(index + 1, position, position.parse_move(san)?);
///     position = ply.after;
///     plies.push(ply);
/// }
/// let review = Review::of(&start, plies, &PinOptions::default());
/// let story = &review.stories[0];
/// assert_eq!(story.pin.to_string(), "The bishop on g4 is pinning the knight on f3 to the queen on d1.");
/// assert_eq!((story.since, story.end.map(|end| end.ply), story.stood), (Some(6), Some(8), 2));
/// assert_eq!(story.loss, None); // The queen recaptured.
/// assert_eq!(review.tally()[Color::Black].pins, 2); // This one, and g2 to h1 by the bishop on f3.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The start position.
    pub start: Position,
    /// The pins of the start position.
    pub standing: Vec<Pin>,
    /// The moves in order.
    pub moves: Vec<ReviewedMove>,
    /// Every pin of the game, in the order in which they began.
    pub stories: Vec<PinStory>,
}

/// A move and what it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedMove {
    /// The move.
    pub ply: Ply,
    /// The pins that it makes.
    pub new: Vec<Pin>,
    /// The pins that it ends.
    pub released: Vec<Pin>,
}

/// Counts of the pins in which one side is the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// All pins, those of the start position included.
    pub pins: usize,
    /// Absolute pins.
    pub absolute: usize,
    /// Relative pins.
    pub relative: usize,
    /// Pins that the other side's own move made.
    pub self_inflicted: usize,
    /// Pins that won material when they ended.
    pub won_material: usize,
}

impl Review {
    /// Reviews a game. `options.all` adds skewers and x-rays to the moves and stories.
    pub fn of(start: &Position, plies: impl IntoIterator<Item = Ply>, options: &PinOptions) -> Self {
        let standing = standing(start, options);
        let mut ledger = PinLedger::with_options(start, *options);
        let mut stories = StoryTracker::new(&standing, options.values);
        let mut moves = Vec::new();
        let (mut count, mut last) = (0, *start);
        for ply in plies {
            let change = ledger.step(&ply);
            stories.step(&ply, &change);
            moves.push(ReviewedMove {
                ply,
                new: change.new_pins().collect(),
                released: change.released_pins().collect(),
            });
            (count, last) = (ply.number, ply.after);
        }
        Self { start: *start, standing, moves, stories: stories.finish(count, &last) }
    }

    /// Returns the move with the ply number `ply`. Null moves have numbers, but are not part of a review.
    pub fn played(&self, ply: usize) -> Option<&ReviewedMove> {
        let index = self.moves.binary_search_by_key(&ply, |reviewed| reviewed.ply.number).ok()?;
        self.moves.get(index)
    }

    /// Counts the pins of each side. Skewers and x-rays do not count.
    pub fn tally(&self) -> ByColor<Tally> {
        let mut tally = ByColor::<Tally>::default();
        for story in self.stories.iter().filter(|story| story.pin.kind.is_pin()) {
            let side = &mut tally[story.pin.attacker.piece.color];
            let absolute = story.pin.cost.is_none();
            side.pins += 1;
            side.absolute += usize::from(absolute);
            side.relative += usize::from(!absolute);
            side.self_inflicted += usize::from(story.pin.by == Some(By::Itself));
            side.won_material += usize::from(story.loss.is_some());
        }
        tally
    }
}
