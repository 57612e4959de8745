//! A game with undo, redo and repetition.

use crate::outcome::{Claim, End};
use crate::position::IllegalMove;
use crate::zobrist::Zobrist;
use crate::{Move, Ply, Position};

/// A starting position and the moves played from it, undone ones included.
///
/// ```
/// use pinsight_rules::History;
/// let mut game = History::default();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     let mv = game.position().parse_move(san)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.end().map(|end| end.to_string()), Some("0-1 by checkmate".to_owned()));
/// game.undo();
/// assert_eq!(game.end(), None);
/// assert!(game.redo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    start: Position,
    /// All plies of this line; those from `played` on are undone.
    plies: Vec<Ply>,
    /// The hash of the start and after each ply.
    hashes: Vec<Zobrist>,
    played: usize,
}

impl Default for History {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

impl History {
    /// Returns a game without moves.
    pub fn new(start: Position) -> Self {
        Self { start, plies: Vec::new(), hashes: vec![Zobrist::of(&start)], played: 0 }
    }

    /// Returns the starting position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.plies().last().map_or(&self.start, |ply| &ply.after)
    }

    /// Returns the half-moves played, without undone ones.
    pub fn plies(&self) -> &[Ply] {
        &self.plies[..self.played]
    }

    /// Returns the hash of the current position.
    pub fn zobrist(&self) -> Zobrist {
        self.hashes[self.played]
    }

    /// Plays a move and discards undone moves.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = *self.position();
        before.play(mv)?;
        let ply = Ply::new(self.played + 1, before, mv);
        let hash = self.zobrist().after(&ply);
        self.plies.truncate(self.played);
        self.hashes.truncate(self.played + 1);
        self.plies.push(ply);
        self.hashes.push(hash);
        self.played += 1;
        Ok(())
    }

    /// Undoes the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.plies().last()?.played;
        self.played -= 1;
        Some(mv)
    }

    /// Plays the last undone move again; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let more = self.played < self.plies.len();
        self.played += usize::from(more);
        more
    }

    /// Counts the occurrences of the current position, this one included.
    pub fn repetitions(&self) -> usize {
        let now = self.zobrist();
        // No position before the last capture or pawn move can recur, and every other one has the other side to move.
        let reach = usize::from(self.position().halfmove_clock()).min(self.played);
        (0..=reach).step_by(2).filter(|back| self.hashes[self.played - back] == now).count()
    }

    /// Returns the end of the game, if it is over without a claim.
    pub fn end(&self) -> Option<End> {
        self.position().end_after(self.repetitions())
    }

    /// Returns the draw that the side to move may claim.
    pub fn claim(&self) -> Option<Claim> {
        self.position().claim_after(self.repetitions())
    }
}
