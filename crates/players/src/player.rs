//! Whoever chooses moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pinsight_rules::{History, Move};
use thiserror::Error;

use crate::{EngineError, Limit, Score};

/// Whoever chooses moves: a program of ours or another one behind a protocol.
pub trait Player: Send {
    /// What the player calls itself.
    fn name(&self) -> String;

    /// The next game has nothing to do with the one before.
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a legal move in the position where the game stands.
    ///
    /// Returns when the limit is reached, or soon after `stop` was raised by another thread, with the best move so
    /// far. What the player sees meanwhile goes to `inform`, best line last.
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

/// The move that a player chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move; legal in the position that was asked about.
    pub mv: Move,
    /// What the player saw last of the line that begins with this move; none from players that do not look ahead.
    pub info: Option<Info>,
}

impl Choice {
    /// A move without a reason.
    pub const fn of(mv: Move) -> Self {
        Self { mv, info: None }
    }

    /// What the player thinks of the position.
    pub fn score(&self) -> Option<Score> {
        self.info.as_ref()?.score
    }
}

/// What a player sees while it thinks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The rank of this line among those that were asked for, from 1.
    pub line: usize,
    /// How many half-moves deep it looked.
    pub depth: u32,
    /// How many half-moves the longest line went.
    pub longest: Option<u32>,
    /// What it thinks of the position.
    pub score: Option<Score>,
    /// On which side of the score the truth lies, if the score is not exact.
    pub bound: Option<Bound>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it has been thinking.
    pub time: Duration,
    /// How full its table is, in thousandths.
    pub table: Option<u32>,
    /// The moves that it expects, legal one after the other.
    pub pv: Vec<Move>,
}

impl Info {
    /// Positions per second, once the time is worth speaking of.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let micros = self.time.as_micros();
        if micros < 1_000 {
            return None;
        }
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).ok()
    }
}

/// Which way an inexact score errs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The position is at least that good.
    Lower,
    /// The position is at most that good.
    Upper,
}

/// A flag that ends a player's thinking; clones are the same flag.
///
/// ```
/// use pinsight_players::Stop;
/// let stop = Stop::new();
/// let theirs = stop.clone(); // for the thread that thinks
/// stop.raise();
/// assert!(theirs.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the thinking.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes it back, for the next move.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the thinking is to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a player gives no move.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// There is no legal move.
    #[error("there is no legal move: the game is over")]
    NoMove,
    /// The engine behind it failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
