//! Playing strength: limited depth and nodes, and a random choice among nearly equal moves.

use std::time::Duration;

use pinsight_rules::History;

use super::key;
use super::line::Line;
use crate::limit::Limit;
use crate::rng::Rng;

/// The playing strength of the search, from 1 to 10.
///
/// A weaker level searches less deep and plays a random move among those within a margin of the best value. It misses
/// deep tactics, as people do, but does not hang pieces. Its limits are depth and nodes, so that it plays the same on a
/// busy machine. Level 10 has no restrictions.
///
/// ```
/// use pinsight_players::Level;
/// assert!(Level::new(1).is_some() && Level::new(11).is_none());
/// assert_eq!(Level::FULL.number(), 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The restrictions of a level.
struct Restrictions {
    depth: u32,
    /// Limits the time in complicated positions. A depth that exceeds it is discarded.
    nodes: u64,
    /// How many lines are searched to choose from.
    lines: usize,
    /// How many centipawns a move may be worse than the best.
    margin: i32,
}

/// Ends a move on an overloaded machine. The move is then chosen from the last complete depth.
const EMERGENCY_TIME: Duration = Duration::from_secs(2);

const RESTRICTIONS: [Restrictions; 9] = [
    Restrictions { depth: 1, nodes: 5_000, lines: 8, margin: 160 },
    Restrictions { depth: 1, nodes: 5_000, lines: 8, margin: 90 },
    Restrictions { depth: 2, nodes: 10_000, lines: 8, margin: 80 },
    Restrictions { depth: 3, nodes: 15_000, lines: 8, margin: 60 },
    Restrictions { depth: 4, nodes: 20_000, lines: 8, margin: 50 },
    Restrictions { depth: 5, nodes: 25_000, lines: 6, margin: 40 },
    Restrictions { depth: 6, nodes: 30_000, lines: 5, margin: 30 },
    Restrictions { depth: 8, nodes: 60_000, lines: 4, margin: 20 },
    Restrictions { depth: 10, nodes: 100_000, lines: 3, margin: 10 },
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

    /// Whether the level is below full strength. Its search has one thread and uses complete depths only.
    pub(super) fn is_restricted(self) -> bool {
        self.restrictions().is_some()
    }

    /// The limits of the caller and of the level together.
    pub(super) fn restrict(self, limit: &Limit) -> Limit {
        fn least<T: Ord + Copy>(limit: Option<T>, restriction: T) -> Option<T> {
            Some(limit.map_or(restriction, |limit| limit.min(restriction)))
        }
        match self.restrictions() {
            Some(&Restrictions { depth, nodes, .. }) => Limit {
                depth: least(limit.depth, depth),
                nodes: least(limit.nodes, nodes),
                time: least(limit.time, EMERGENCY_TIME),
                ..limit.clone()
            },
            None => limit.clone(),
        }
    }

    /// The number of lines to choose from.
    pub(super) fn lines(self) -> usize {
        self.restrictions().map_or(1, |restrictions| restrictions.lines)
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
