//! Who attacks whom: checks, pins, castling's conditions.

use core::fmt;

use super::Position;
use crate::attacks::{between, diagonals, orthogonals};
use crate::{Bitboard, CastlingSide, Color, Move, Piece, Square};

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

    /// Whether the side to move may castle to that side now; if not, the condition that fails and where.
    pub fn can_castle(&self, side: CastlingSide) -> Result<Move, CastlingFault> {
        let us = self.turn;
        let king = self.king(us);
        let rook = self.castling_right(us, side).ok_or(CastlingFault::NoRight { color: us, side })?;
        let fault_at = |square| {
            let piece = self.board.piece_at(square);
            move |make: fn(Square, Piece) -> CastlingFault| piece.map(|piece| make(square, piece))
        };
        if let Some(fault) = self
            .checkers()
            .first()
            .and_then(|checker| fault_at(checker)(|square, piece| CastlingFault::InCheck { square, piece }))
        {
            return Err(fault);
        }
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let king_path = between(king, king_to).with(king_to);
        let paths = king_path | between(rook, rook_to).with(rook_to);
        let others = self.board.occupied().without(king).without(rook);
        if let Some(fault) = (paths & others)
            .first()
            .and_then(|square| fault_at(square)(|square, piece| CastlingFault::Blocked { square, piece }))
        {
            return Err(fault);
        }
        // As the king passes, the rook still stands; at the end it stands beside him.
        let passing = self.board.occupied().without(king);
        let done = others.with(king_to).with(rook_to);
        for square in king_path.without(king).with(king_to) {
            let occupied = if square == king_to { done } else { passing };
            let attackers =
                self.board.attackers(square, !us, occupied) | self.board.attackers(square, !us, passing);
            let attacker = attackers.first().and_then(|by| self.board.piece_at(by).map(|piece| (by, piece)));
            if let Some((by, piece)) = attacker {
                return Err(CastlingFault::Attacked { square, by, piece });
            }
        }
        Ok(Move::new(king, rook, crate::moves::MoveKind::Castling))
    }
}

/// Why castling is not allowed just now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingFault {
    /// The king or that rook has moved, or the rook is gone.
    NoRight {
        /// Who wants to castle.
        color: Color,
        /// Where to.
        side: CastlingSide,
    },
    /// The king is in check.
    InCheck {
        /// From there.
        square: Square,
        /// By this piece.
        piece: Piece,
    },
    /// Something stands where king or rook have to pass.
    Blocked {
        /// There.
        square: Square,
        /// This piece.
        piece: Piece,
    },
    /// The king would pass or reach an attacked square.
    Attacked {
        /// The square.
        square: Square,
        /// Where the attacker stands.
        by: Square,
        /// The attacker.
        piece: Piece,
    },
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRight { color, side } => {
                let side = match side {
                    CastlingSide::KingSide => "king",
                    CastlingSide::QueenSide => "queen",
                };
                write!(f, "{color} no longer has the right to castle on the {side}'s side")
            }
            Self::InCheck { square, piece } => {
                write!(f, "the king is in check from the {} on {square}", piece.role)
            }
            Self::Blocked { square, piece } => {
                write!(f, "the {} on {square} is in the way", piece.role)
            }
            Self::Attacked { square, by, piece } => {
                write!(f, "the king would cross or reach {square}, which the {} on {by} attacks", piece.role)
            }
        }
    }
}
