//! Limits of a search.

use std::time::Duration;

use pinsight_rules::ByColor;

/// Limits for one move. The search ends when the first of them is reached.
///
/// Without a limit, as in `Limit::default()`, the search runs until it is [stopped](crate::Stop) or complete.
///
/// ```
/// use std::time::Duration;
/// use pinsight_players::Limit;
/// let limit = Limit { depth: Some(12), ..Limit::time(Duration::from_millis(100)) };
/// assert!(!limit.is_infinite());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Depth in half-moves.
    pub depth: Option<u32>,
    /// Number of positions.
    pub nodes: Option<u64>,
    /// Search until a mate in this many moves is found.
    pub mate: Option<u32>,
    /// The clocks; the player decides how much of its time to use.
    pub clock: Option<Clock>,
}

/// The clocks of a game before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Remaining time of each side.
    pub left: ByColor<Duration>,
    /// Increment per move of each side.
    pub increment: ByColor<Duration>,
    /// Moves to the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Limit {
    /// A limit of time for the move.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A limit of depth in half-moves.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A limit by the clocks.
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// Whether there is no limit.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }
}
