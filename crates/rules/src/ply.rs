//! A played move.

use crate::{Move, Position};

/// One half-move of a game with the positions before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The number of the half-move in its game, from 1.
    pub number: usize,
    /// The position before the move.
    pub before: Position,
    /// The move; legal in `before`.
    pub played: Move,
    /// The position after the move.
    pub after: Position,
}

impl Ply {
    /// Plays a legal move.
    #[inline]
    pub fn new(number: usize, before: Position, played: Move) -> Self {
        Self { number, before, played, after: before.play_unchecked(played) }
    }

    /// Returns the move in SAN.
    pub fn san(&self) -> String {
        self.before.san_before(self.played, &self.after)
    }
}
