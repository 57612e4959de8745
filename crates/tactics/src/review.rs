//! A game looked through from its first move to its last: what each move changes, and what became of each pin.

use pinsight_rules::{ByColor, Ply, Position};

use crate::change::{PinLedger, PinOptions};
use crate::detect::standing;
use crate::pin::{By, Pin};
use crate::story::{PinStory, Stories};

/// A game with its pins, for whoever wants to show it: as text, as comments, as a page.
///
/// ```
/// use pinsight_rules::{Color, Ply, Position};
/// use pinsight_tactics::{PinOptions, Review};
/// let start = Position::default();
/// let mut plies = Vec::new();
/// let mut position = start;
/// // Black pins the knight, and takes it.
/// for (index, san) in ["e4", "e5", "Nf3", "d6", "d4", "Bg4", "dxe5", "Bxf3", "Qxf3", "dxe5"].into_iter().enumerate() {
///     let ply = Ply::new(index + 1, position, position.parse_move(san)?);
///     position = ply.after;
///     plies.push(ply);
/// }
/// let review = Review::of(&start, plies, &PinOptions::default());
/// let story = &review.stories[0];
/// assert_eq!(story.pin.to_string(), "The bishop on g4 is pinning the knight on f3 to the queen on d1.");
/// assert_eq!((story.since, story.end.map(|end| end.ply), story.stood), (Some(6), Some(8), 2));
/// assert_eq!(story.loss, None); // the queen took back
/// assert_eq!(review.tally()[Color::Black].pins, 2); // this one, and on f3 the pawn on g2 before the rook on h1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The position that the game starts from.
    pub start: Position,
    /// The pins that stand there.
    pub standing: Vec<Pin>,
    /// The moves in order.
    pub moves: Vec<ReviewedMove>,
    /// Every pin of the game, in order of their beginnings.
    pub stories: Vec<PinStory>,
}

/// A move, and what it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedMove {
    /// The move.
    pub ply: Ply,
    /// The pins that it brings.
    pub new: Vec<Pin>,
    /// The pins that it ends.
    pub released: Vec<Pin>,
}

/// What one side did with its pins, as the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many pins it set, or had at the start.
    pub pins: usize,
    /// How many of these were absolute.
    pub absolute: usize,
    /// How many were relative.
    pub relative: usize,
    /// How many the other side brought on itself.
    pub self_inflicted: usize,
    /// How many won material in the end.
    pub won_material: usize,
}

impl Review {
    /// Looks a game through. Skewers and x-rays are among the moves' changes and the stories if the options say so.
    pub fn of(start: &Position, plies: impl IntoIterator<Item = Ply>, options: &PinOptions) -> Self {
        let standing = standing(start, options);
        let mut ledger = PinLedger::with_options(start, *options);
        let mut stories = Stories::new(&standing, options.values);
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

    /// The move that brought a pin, or ended it, by its number among the half-moves.
    pub fn played(&self, ply: usize) -> Option<&ReviewedMove> {
        // Null moves have numbers but are not here.
        let index = self.moves.binary_search_by_key(&ply, |reviewed| reviewed.ply.number).ok()?;
        self.moves.get(index)
    }

    /// How many pins each side set, and what came of them; skewers and x-rays do not count.
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
