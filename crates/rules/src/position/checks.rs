//! Who attacks whom: checks, pins, castling's conditions.

use super::Position;
use crate::attacks::{between, diagonals, orthogonals};
use crate::{Bitboard, Color, Move, Square};

/// A piece that may not leave the line between its king and an attacker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingPin {
    /// Where the pinned piece stands.
    pub pinned: Square,
    /// Where the attacker stands.
    pub attacker: Square,
    /// Where the king stands.
    pub king: Square,
}

impl Position {
    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn)
    }

    /// The pieces of a side that attack a square, whatever stands there.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.board.attackers(square, color, self.board.occupied())
    }

    /// Whether a side attacks a square.
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color) -> bool {
        self.attackers(square, color).any()
    }

    /// The pieces of a side that are pinned to its king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.king_pins(color).map(|pin| pin.pinned).collect()
    }

    /// The pins of a side's pieces to its king, each with its attacker.
    pub fn king_pins(&self, color: Color) -> impl Iterator<Item = KingPin> {
        let board = self.board;
        let king = self.king(color);
        let sliders =
            diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
        (sliders & board.by_color(!color)).into_iter().filter_map(move |attacker| {
            let pinned = (between(king, attacker) & board.occupied()).single()?;
            board.by_color(color).contains(pinned).then_some(KingPin { pinned, attacker, king })
        })
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.play_unchecked(mv).in_check()
    }

    /// The pieces that would attack the mover's king if its piece went from one square to another, taking what stands
    /// there: none for a move that leaves the king safe.
    ///
    /// The squares need not be a legal move; a capture in passing is recognised.
    pub fn exposes_king(&self, from: Square, to: Square) -> Bitboard {
        let Some(piece) = self.board.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        let mut after = self.board.shifted(from, to);
        if piece.role == crate::Role::Pawn && self.en_passant == Some(to) && from.file() != to.file() {
            after.remove(Square::new(to.file(), from.rank()));
        }
        after
            .king(piece.color)
            .map_or(Bitboard::EMPTY, |king| after.attackers(king, !piece.color, after.occupied()))
    }
}
