//! What the pinned side loses when a pin ends.

use pinsight_rules::{Board, Color, Ply, Position, Square, Values, exchange, material_balance};

use crate::pin::Pin;

/// Follows the captures that a released pin leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct LossTracker {
    /// Index of the story.
    pub(super) story: usize,
    attacker: Color,
    /// Material balance of the attacker's side before the move that ended the pin.
    balance: i32,
    stage: Stage,
    /// Whether the attacker's side captured the pinned or the shielded piece.
    has_captured: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The pinned piece left; the shielded piece may be captured next.
    PinnedLeft { shielded: Square },
    /// Captures on this square follow each other.
    Captures { square: Square },
}

impl LossTracker {
    /// Starts at the move that released a pin. `None` if no loss can follow from it.
    pub(super) fn new(story: usize, ply: &Ply, pin: &Pin, values: &Values) -> Option<Self> {
        let attacker = pin.attacker.piece.color;
        let by_attacker = ply.before.turn() == attacker;
        let pinned_moved = !by_attacker && ply.played.from() == pin.pinned.square;
        let captures = Stage::Captures { square: ply.played.to() };
        let (stage, has_captured) = match captured_square(ply) {
            Some(square) if by_attacker => {
                let is_target = [pin.pinned.square, pin.shielded.square].contains(&square);
                (captures, is_target.then_some(true)?)
            }
            Some(square) if pinned_moved && square == pin.attacker.square => (captures, false),
            _ if pinned_moved => (Stage::PinnedLeft { shielded: pin.shielded.square }, false),
            _ => return None,
        };
        let balance = material_balance(ply.before.board(), attacker, values);
        Some(Self { story, attacker, balance, stage, has_captured })
    }

    /// Applies the next move. Returns whether it belongs to the captures.
    pub(super) fn step(&mut self, ply: &Ply) -> bool {
        let by_attacker = ply.before.turn() == self.attacker;
        let captures_on = |square| captured_square(ply).is_some() && ply.played.to() == square;
        match self.stage {
            Stage::PinnedLeft { shielded } if by_attacker && captures_on(shielded) => {
                self.stage = Stage::Captures { square: shielded };
                self.has_captured = true;
                true
            }
            Stage::Captures { square } if captures_on(square) => {
                self.has_captured |= by_attacker;
                true
            }
            _ => false,
        }
    }

    /// Returns the loss once the captures are over.
    pub(super) fn loss(&self, board: &Board, values: &Values) -> Option<i32> {
        let gain = material_balance(board, self.attacker, values) - self.balance;
        (self.has_captured && gain > 0).then_some(gain)
    }

    /// Returns the loss if the game ends at `last`, counting the exchange that is still open.
    pub(super) fn loss_at_end(mut self, last: &Position, values: &Values) -> Option<i32> {
        if let Stage::Captures { square } = self.stage
            && !last.is_checkmate()
        {
            let open = exchange(last.board(), square, last.turn(), values);
            if last.turn() == self.attacker {
                self.has_captured |= open > 0;
                self.balance -= open;
            } else {
                self.balance += open;
            }
        }
        self.loss(last.board(), values)
    }
}

fn captured_square(ply: &Ply) -> Option<Square> {
    ply.played.capture_square().filter(|_| ply.before.is_capture(ply.played))
}
