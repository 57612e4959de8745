//! Playing strength: limited depth and a random choice among nearly equal moves.

use pinsight_rules::History;

use super::key;
use super::line::Line;
use crate::rng::Rng;

/// The playing strength of the search, from 1 to 10.
///
/// A weaker level searches less deep and plays a random move among those within a margin of the best value. It misses
/// deep tactics, as people do, but does not hang pieces. Level 10 has no restrictions.
///
/// ```
/// use pinsight_players::Level;
/// assert!(Level::new(1).is_some() && Level::new(11).is_none());
/// assert_eq!(Level::FULL.number(), 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The restrictions of a level: the depth, and how many centipawns a move may be worse than the best.
struct Restrictions {
    depth: u32,
    margin: i32,
}

const RESTRICTIONS: [Restrictions; 9] = [
    Restrictions { depth: 1, margin: 160 },
    Restrictions { depth: 1, margin: 90 },
    Restrictions { depth: 2, margin: 80 },
    Restrictions { depth: 3, margin: 60 },
    Restrictions { depth: 4, margin: 50 },
    Restrictions { depth: 5, margin: 40 },
    Restrictions { depth: 6, margin: 30 },
    Restrictions { depth: 8, margin: 20 },
    Restrictions { depth: 10, margin: 10 },
];

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(10);

    /// Creates a level; `None` unless `number` is from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 10 { Some(Self(number)) } else { None }
    }

    /// The number, from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn restrictions(self) -> Option<&'static Restrictions> {
        RESTRICTIONS.get(usize::from(self.0) - 1)
    }

    /// The maximum search depth.
    pub(super) fn depth(self) -> Option<u32> {
        self.restrictions().map(|restrictions| restrictions.depth)
    }

    /// The number of lines to choose from.
    pub(super) fn lines(self) -> usize {
        if self.restrictions().is_some() { 8 } else { 1 }
    }

    /// The index of the line to play, determined by the seed and the game.
    pub(super) fn choose(self, lines: &[Line], game: &History, seed: u64) -> usize {
        let (Some(restrictions), Some(best)) = (self.restrictions(), lines.first()) else {
            return 0;
        };
        let good = lines.iter().take_while(|line| line.value >= best.value - restrictions.margin).count();
        let mut rng = Rng::of_game(seed, key::of(game.position()) ^ game.plies().len() as u64);
        // The better of two random picks, so that better moves are more frequent.
        rng.below(good).min(rng.below(good))
    }
}
