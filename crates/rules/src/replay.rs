//! A move played out.

use crate::{Move, Position};

/// One half-move of a game: the position before it, the move, the position after it.
///
/// This is where the readers of games and the finders of pins meet.
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
    /// A legal move played in a position.
    #[inline]
    pub fn new(number: usize, before: Position, played: Move) -> Self {
        Self { number, before, played, after: before.play_unchecked(played) }
    }

    /// The move in SAN.
    pub fn san(&self) -> String {
        self.before.san_before(self.played, &self.after)
    }
}
