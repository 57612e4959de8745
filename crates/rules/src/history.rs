//! A game as it is played: undo, redo, repetition.

use crate::outcome::{Claim, End, Outcome, Termination};
use crate::position::IllegalMove;
use crate::zobrist::Zobrist;
use crate::{Move, Ply, Position};

/// A start and the moves since, with those that were taken back.
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
    /// All plies ever played on this line; those from `played` on were taken back.
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
    /// A game that starts from there.
    pub fn new(start: Position) -> Self {
        Self { start, plies: Vec::new(), hashes: vec![Zobrist::of(&start)], played: 0 }
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        self.plies().last().map_or(&self.start, |ply| &ply.after)
    }

    /// The half-moves played, without those taken back.
    pub fn plies(&self) -> &[Ply] {
        &self.plies[..self.played]
    }

    /// The hash of the position as it stands.
    pub fn zobrist(&self) -> Zobrist {
        self.hashes[self.played]
    }

    /// Plays a move; what was taken back before is forgotten.
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

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.plies().last()?.played;
        self.played -= 1;
        Some(mv)
    }

    /// Plays again what was taken back; whether there was anything.
    pub fn redo(&mut self) -> bool {
        let more = self.played < self.plies.len();
        self.played += usize::from(more);
        more
    }

    /// How many times the position has stood on the board, now included.
    pub fn repetitions(&self) -> usize {
        let now = self.zobrist();
        // Nothing before the last capture or pawn move can come back, and only every other position has the same turn.
        let reach = usize::from(self.position().halfmove_clock()).min(self.played);
        (0..=reach).step_by(2).filter(|back| self.hashes[self.played - back] == now).count()
    }

    /// The end of the game, if it is over by itself.
    pub fn end(&self) -> Option<End> {
        self.position().end().or_else(|| {
            (self.repetitions() >= 5)
                .then_some(End { outcome: Outcome::Draw, termination: Termination::FivefoldRepetition })
        })
    }

    /// What the side to move may claim a draw by.
    pub fn claim(&self) -> Option<Claim> {
        if self.end().is_some() {
            None
        } else if self.repetitions() >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else {
            self.position().can_claim_fifty_moves().then_some(Claim::FiftyMoves)
        }
    }
}
