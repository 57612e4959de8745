//! Strength for people: shallower, and a choice among moves that are nearly as good.

use pinsight_rules::History;

use super::Line;
use super::key;
use crate::Rng;

/// How strong the search plays, from 1 to 10.
///
/// A weaker player looks less far ahead and is less exact: it takes one of the moves whose value, as far as it sees,
/// is within a margin of the best. So it overlooks what a person overlooks, the deep things, and does not throw away a
/// piece that it sees is attacked. Level 10 has no bounds.
///
/// ```
/// use pinsight_players::Level;
/// assert!(Level::new(1).is_some() && Level::new(11).is_none());
/// assert_eq!(Level::FULL.number(), 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level means: the depth, and how many hundredths of a pawn a move may be worse than the best.
struct Bounds {
    depth: u32,
    margin: i32,
}

const BOUNDS: [Bounds; 9] = [
    Bounds { depth: 1, margin: 160 },
    Bounds { depth: 1, margin: 90 },
    Bounds { depth: 2, margin: 80 },
    Bounds { depth: 3, margin: 60 },
    Bounds { depth: 4, margin: 50 },
    Bounds { depth: 5, margin: 40 },
    Bounds { depth: 6, margin: 30 },
    Bounds { depth: 8, margin: 20 },
    Bounds { depth: 10, margin: 10 },
];

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl Level {
    /// No bounds.
    pub const FULL: Self = Self(10);

    /// A level from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 10 { Some(Self(number)) } else { None }
    }

    /// From 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn bounds(self) -> Option<&'static Bounds> {
        BOUNDS.get(usize::from(self.0) - 1)
    }

    /// How deep it looks at most.
    pub(super) fn depth(self) -> Option<u32> {
        self.bounds().map(|bounds| bounds.depth)
    }

    /// How many lines it needs to choose among.
    pub(super) fn lines(self) -> usize {
        if self.bounds().is_some() { 8 } else { 1 }
    }

    /// The line that is played: the same for the same seed and game.
    pub(super) fn choose(self, lines: &[Line], game: &History, seed: u64) -> usize {
        let (Some(bounds), Some(best)) = (self.bounds(), lines.first()) else {
            return 0;
        };
        let good = lines.iter().take_while(|line| line.value >= best.value - bounds.margin).count();
        let mut rng = Rng::of_game(seed, key::of(game.position()) ^ game.plies().len() as u64);
        // The better of two draws: good moves more often than nearly good ones.
        rng.below(good).min(rng.below(good))
    }
}
