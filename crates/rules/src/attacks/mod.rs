//! Attacks of pieces, and lines between squares.
//!
//! The tables are built at compile time by the slow version in `walker.rs`. Tests compare the two for every square and
//! every arrangement of blockers.

mod magic;
mod tables;
mod walker;

use crate::{Bitboard, Color, Piece, Role, Square};

pub use magic::{bishop_attacks, rook_attacks};

/// Returns the squares that a pawn attacks, not those it may advance to.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(tables::PAWN[color as usize][square.index()])
}

/// Returns the squares that a knight attacks.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(tables::KNIGHT[square.index()])
}

/// Returns the squares that a king attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(tables::KING[square.index()])
}

/// Returns the squares that a queen attacks, the first blocker on each line included.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Returns the squares that `piece` attacks from `square`.
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => pawn_attacks(piece.color, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
}

/// Returns the diagonals through a square, without the square itself.
#[inline(always)]
pub fn diagonals(square: Square) -> Bitboard {
    Bitboard(tables::DIAGONALS[square.index()])
}

/// Returns the rank and the file through a square, without the square itself.
#[inline(always)]
pub fn orthogonals(square: Square) -> Bitboard {
    Bitboard(tables::ORTHOGONALS[square.index()])
}

/// Returns the squares from which a bishop attacks a square beside `king` on an empty board.
#[inline(always)]
pub(crate) fn near_diagonals(king: Square) -> Bitboard {
    Bitboard(tables::NEAR_DIAGONALS[king.index()])
}

/// Returns the squares from which a rook attacks a square beside `king` on an empty board.
#[inline(always)]
pub(crate) fn near_orthogonals(king: Square) -> Bitboard {
    Bitboard(tables::NEAR_ORTHOGONALS[king.index()])
}

/// A role, with pawn captures as a role of their own: a row of the table of [`origins`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mover(u8);

impl Mover {
    pub(crate) const PAWN: Self = Self(0);
    pub(crate) const KNIGHT: Self = Self(1);
    pub(crate) const BISHOP: Self = Self(2);
    pub(crate) const ROOK: Self = Self(3);
    pub(crate) const QUEEN: Self = Self(4);
    pub(crate) const KING: Self = Self(5);
    pub(crate) const PAWN_CAPTURES: Self = Self(6);

    #[inline(always)]
    pub(crate) const fn from_row(row: u8) -> Self {
        Self(row & 7)
    }

    /// Returns the row in a table of eight rows.
    #[inline(always)]
    pub(crate) const fn row(self) -> usize {
        self.0 as usize & 7
    }
}

/// Returns the origins of moves to `to` on an empty board.
#[inline(always)]
pub(crate) fn origins(color: Color, mover: Mover, to: Square) -> Bitboard {
    Bitboard(tables::ORIGINS[color as usize][mover.row()][to.index()])
}

/// Returns the squares strictly between two squares; empty if they share no line.
///
/// ```
/// use pinsight_rules::{Bitboard, Square, attacks::between};
/// assert_eq!(between(Square::B2, Square::E5), Bitboard::from(Square::C3).with(Square::D4));
/// assert!(between(Square::B2, Square::E6).is_empty());
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(tables::BETWEEN[a.index()][b.index()])
}

/// Returns the rank, file or diagonal through two squares, edge to edge; empty if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(tables::LINE[a.index()][b.index()])
}

/// Returns the line from beside `from` through `towards` to the edge; empty if they share none.
#[inline]
pub fn ray(from: Square, towards: Square) -> Bitboard {
    let line = line(from, towards);
    let above = Bitboard(!0 << from as u32).without(from);
    if towards > from { line & above } else { (line - above).without(from) }
}

/// Whether three squares are on one rank, file or diagonal.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

#[cfg(test)]
mod tests;
