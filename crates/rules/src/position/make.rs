//! Plays a move.

use core::hint::select_unpredictable;

use super::Position;
use super::side::Side;
use crate::attacks::Mover;
use crate::moves::MoveKind;
use crate::{Bitboard, Color, Move, Piece, Rank, Role, Square};

impl Position {
    /// Returns the position after `mv`, which has to be legal.
    ///
    /// For any other move the result is meaningless, but not undefined behaviour.
    #[inline(always)]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep => self.play_plain(mv),
            _ => self.play_special(mv),
        }
    }

    /// Like [`play_unchecked`](Self::play_unchecked), written to `next`, which saves a copy.
    #[inline(always)]
    pub fn play_into(&self, mv: Move, next: &mut Self) {
        *next = self.play_plain(mv);
        if !matches!(mv.kind(), MoveKind::Normal | MoveKind::DoubleStep) {
            *next = self.play_special(mv);
        }
    }

    /// Like [`play_into`](Self::play_into), for a known mover; not for castling, en passant or promotion.
    #[inline(always)]
    pub(crate) fn play_mover_into<S: Side>(&self, mover: Mover, mv: Move, captures: bool, next: &mut Self) {
        let (from, to) = (mv.from(), mv.stored_to());
        let touched = Bitboard::from_square(from) | Bitboard::from_square(to);
        let behind = Square::wrapping(to as u32 ^ 8);
        let is_pawn = (mover == Mover::PAWN) | (mover == Mover::PAWN_CAPTURES);
        let lost = select_unpredictable(mover == Mover::KING, S::BACK, Bitboard::EMPTY);
        let clock = self.halfmove_clock.saturating_add(1);
        next.board = self.board.moved(S::US, mover, from, to);
        next.castling = self.castling - touched - lost;
        next.halfmove_clock = select_unpredictable(is_pawn | captures, 0, clock);
        next.fullmove_number = self.fullmove_number.saturating_add(S::US as u16);
        next.turn = !S::US;
        next.en_passant = select_unpredictable(mv.is_double_step(), Some(behind), None);
    }

    /// Plays a move of one piece. Captures and double steps are unpredictable: no branches on them.
    #[inline(always)]
    fn play_plain(&self, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.stored_to());
        let us = self.turn;
        let touched = Bitboard::from_square(from) | Bitboard::from_square(to);
        let king = self.board.by_role(Role::King).contains(from);
        let irreversible = self.board.occupied().contains(to) | self.board.by_role(Role::Pawn).contains(from);
        let back = Bitboard::from_rank(us.relative(Rank::First));
        let behind = Square::wrapping((from as u32 + to as u32) / 2);
        Self {
            board: self.board.shifted(from, to),
            castling: self.castling - touched - select_unpredictable(king, back, Bitboard::EMPTY),
            halfmove_clock: select_unpredictable(irreversible, 0, self.halfmove_clock.saturating_add(1)),
            fullmove_number: self.fullmove_number.saturating_add(us as u16),
            turn: !us,
            en_passant: select_unpredictable(mv.is_double_step(), Some(behind), None),
        }
    }

    #[inline(never)]
    fn play_special(&self, mv: Move) -> Self {
        let us = self.turn;
        let to = mv.stored_to();
        let mut next = self.play_plain(mv);
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep => {}
            MoveKind::EnPassant => next.board.remove(Square::wrapping(to as u32 ^ 8)),
            MoveKind::Castling => next.castle(mv, us, self.halfmove_clock),
            _ => next.board.set(to, Piece::new(us, mv.promotion().unwrap_or(Role::Queen))),
        }
        next
    }

    /// Corrects what [`play_plain`](Self::play_plain) did: it moved the king to the square of the rook.
    fn castle(&mut self, mv: Move, us: Color, halfmove_clock: u16) {
        if let Some((rook_from, rook_to)) = mv.castling_rook() {
            self.board.remove(rook_from);
            self.board.set(mv.to(), Piece::new(us, Role::King));
            self.board.set(rook_to, Piece::new(us, Role::Rook));
            self.halfmove_clock = halfmove_clock.saturating_add(1);
        }
    }
}
