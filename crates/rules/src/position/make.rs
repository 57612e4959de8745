//! Playing a move.

use super::Position;
use crate::moves::MoveKind;
use crate::{Bitboard, Color, Move, Piece, Rank, Role, Square};

impl Position {
    /// The position after a move that is known to be legal here.
    ///
    /// For any other move the result is some position without meaning, never undefined behaviour.
    #[inline(always)]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.stored_to());
        let us = self.turn;
        let touched = Bitboard::from_square(from) | Bitboard::from_square(to);
        let king = self.board.by_role(Role::King).contains(from);
        let irreversible = self.board.occupied().contains(to) | self.board.by_role(Role::Pawn).contains(from);
        let lost = if king { Bitboard::from_rank(us.relative(Rank::First)) } else { Bitboard::EMPTY };
        let mut next = Self {
            board: self.board.shifted(from, to),
            castling: self.castling - touched - lost,
            halfmove_clock: if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) },
            fullmove_number: self.fullmove_number.saturating_add(us as u16),
            turn: !us,
            en_passant: None,
        };
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::DoubleStep => {
                next.en_passant = Some(Square::wrapping((from as u32 + to as u32) / 2));
            }
            MoveKind::EnPassant => next.board.remove(Square::wrapping(to as u32 ^ 8)),
            MoveKind::Castling => next.castle(mv, us, self.halfmove_clock),
            MoveKind::PromoteKnight => next.board.set(to, Piece::new(us, Role::Knight)),
            MoveKind::PromoteBishop => next.board.set(to, Piece::new(us, Role::Bishop)),
            MoveKind::PromoteRook => next.board.set(to, Piece::new(us, Role::Rook)),
            MoveKind::PromoteQueen => next.board.set(to, Piece::new(us, Role::Queen)),
        }
        next
    }

    /// Both pieces to their places; the king has just been put on the rook's square.
    fn castle(&mut self, mv: Move, us: Color, halfmove_clock: u16) {
        if let Some((rook_from, rook_to)) = mv.castling_rook() {
            self.board.remove(rook_from);
            self.board.set(mv.to(), Piece::new(us, Role::King));
            self.board.set(rook_to, Piece::new(us, Role::Rook));
            self.halfmove_clock = halfmove_clock.saturating_add(1);
        }
    }
}
