//! How long a player may think.

use std::time::Duration;

use pinsight_rules::ByColor;

/// How long a player may think about one move; it ends with the first of these that is reached.
///
/// Without any of them, as in `Limit::default()`, a player that can think for ever does so until it is
/// [stopped](crate::Stop).
///
/// ```
/// use std::time::Duration;
/// use pinsight_players::Limit;
/// let limit = Limit { depth: Some(12), ..Limit::time(Duration::from_millis(100)) };
/// assert!(!limit.is_infinite());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// So much time for this move.
    pub time: Option<Duration>,
    /// So many half-moves deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// What the clocks show; the player decides how much of it to use.
    pub clock: Option<Clock>,
}

/// The clocks of a game as they stand before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time that each side has left.
    pub left: ByColor<Duration>,
    /// What each side gets added after each of its moves.
    pub increment: ByColor<Duration>,
    /// How many moves there are to the next time control; none if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Limit {
    /// So much time for the move.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// So many half-moves deep.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// What the clocks show.
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// Whether nothing but a stop ends the thinking.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }
}
