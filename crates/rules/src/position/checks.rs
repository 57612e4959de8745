//! Attackers, checks and pins to the king.

use super::Position;
use crate::attacks::between;
use crate::{Bitboard, Color, Move, Square};

/// A piece that is pinned to its king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingPin {
    /// The square of the pinned piece.
    pub pinned: Square,
    /// The square of the attacker.
    pub attacker: Square,
    /// The square of the king.
    pub king: Square,
}

impl Position {
    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn)
    }

    /// Returns the pieces of `color` that attack `square`.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.board.attackers(square, color, self.board.occupied())
    }

    /// Whether `color` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color) -> bool {
        self.attackers(square, color).any()
    }

    /// Returns the pieces of `color` that are pinned to their king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.king_pins(color).map(|pin| pin.pinned).collect()
    }

    /// Returns the pins of pieces of `color` to their king.
    pub fn king_pins(&self, color: Color) -> impl Iterator<Item = KingPin> {
        let board = self.board;
        let king = self.king(color);
        let sliders = board.sliders_in_line(king) & board.by_color(!color);
        sliders.into_iter().filter_map(move |attacker| {
            let pinned = (between(king, attacker) & board.occupied()).single()?;
            board.by_color(color).contains(pinned).then_some(KingPin { pinned, attacker, king })
        })
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.play_unchecked(mv).in_check()
    }

    /// Returns the pieces that attack the mover's king after the piece on `from` moves to `to`; empty for a safe move.
    ///
    /// The move need not be legal. Recognises en passant.
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
