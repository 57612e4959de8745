//! The interface of all players.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pinsight_rules::{History, Move};

use crate::error::PlayerError;
use crate::limit::Limit;
use crate::score::Score;

/// A computer player.
pub trait Player: Send {
    /// The name of the player.
    fn name(&self) -> String;

    /// Prepares for a new game, unrelated to the last one.
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a legal move in the current position of `game`.
    ///
    /// Returns the best move so far when the limit is reached, or soon after another thread raises `stop`. Reports
    /// each searched line to `inform`.
    ///
    /// A game without legal moves is an error; a game that is over by another rule is not.
    fn choose(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError>;
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        (**self).new_game()
    }

    fn choose(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        (**self).choose(game, limit, stop, inform)
    }
}

/// The chosen move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// A legal move.
    pub mv: Move,
    /// The last report about the line that starts with this move; `None` for players that do not search.
    pub info: Option<Info>,
}

impl Choice {
    /// A choice without a report.
    pub const fn of(mv: Move) -> Self {
        Self { mv, info: None }
    }

    /// The score of the position.
    pub fn score(&self) -> Option<Score> {
        self.info.as_ref()?.score
    }
}

/// A report of a player about one line of play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The rank of this line, from 1 (UCI `multipv`).
    pub line: usize,
    /// The search depth in half-moves.
    pub depth: u32,
    /// The selective depth: the longest searched path in half-moves.
    pub seldepth: Option<u32>,
    /// The score of the line.
    pub score: Option<Score>,
    /// The kind of bound, if the score is not exact.
    pub bound: Option<Bound>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time since the start of the search.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: Option<u32>,
    /// The principal variation: legal moves in sequence.
    pub pv: Vec<Move>,
}

impl Info {
    /// Positions per second; `None` during the first millisecond.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let micros = self.time.as_micros();
        if micros < 1_000 {
            return None;
        }
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).ok()
    }
}

/// The kind of an inexact score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A flag that ends a search; clones share the flag.
///
/// ```
/// use pinsight_players::Stop;
/// let stop = Stop::new();
/// let shared = stop.clone(); // for the search thread
/// stop.raise();
/// assert!(shared.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Creates a lowered flag.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
