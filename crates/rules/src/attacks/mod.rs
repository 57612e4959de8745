//! Where pieces reach and what they attack.
//!
//! [`reach`] answers for an empty board, direction by direction, from near to far: the definition of how pieces move.
//! The functions here answer with the other pieces in the way, from tables that the compiler builds with the walker
//! in `walker.rs`; tests compare the two for every square and every arrangement of blockers.

mod magic;
mod reach;
mod tables;
pub(crate) mod walker;

use crate::{Bitboard, Color, Piece, Role, Square};

pub use reach::{Reach, reach};

/// The squares that a pawn of that colour attacks; not those to which it may advance.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(tables::PAWN[color as usize][square.index()])
}

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(tables::KNIGHT[square.index()])
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(tables::KING[square.index()])
}

/// The squares that a bishop attacks, the first blocker on each diagonal included.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    magic::bishop(square, occupied)
}

/// The squares that a rook attacks, the first blocker on each line included.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    magic::rook(square, occupied)
}

/// The squares that a queen attacks, the first blocker on each line included.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The squares that the piece attacks from there.
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

/// The two diagonals through a square, without the square itself.
#[inline(always)]
pub fn diagonals(square: Square) -> Bitboard {
    Bitboard(tables::DIAGONALS[square.index()])
}

/// The rank and the file through a square, without the square itself.
#[inline(always)]
pub fn orthogonals(square: Square) -> Bitboard {
    Bitboard(tables::ORTHOGONALS[square.index()])
}

/// From where a bishop or queen attacks a square beside a king on an empty board.
#[inline(always)]
pub(crate) fn near_diagonals(king: Square) -> Bitboard {
    Bitboard(tables::NEAR_DIAGONALS[king.index()])
}

/// From where a rook or queen attacks a square beside a king on an empty board.
#[inline(always)]
pub(crate) fn near_orthogonals(king: Square) -> Bitboard {
    Bitboard(tables::NEAR_ORTHOGONALS[king.index()])
}

/// Who moves, as far as that decides from where: a row of [`origins`]' table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mover(u8);

impl Mover {
    pub(crate) const PAWN: Self = Self(0);
    pub(crate) const KNIGHT: Self = Self(1);
    pub(crate) const BISHOP: Self = Self(2);
    pub(crate) const ROOK: Self = Self(3);
    pub(crate) const QUEEN: Self = Self(4);
    pub(crate) const KING: Self = Self(5);
    pub(crate) const PAWN_TAKES: Self = Self(6);

    /// The mover of a row.
    #[inline(always)]
    pub(crate) const fn from_row(row: u8) -> Self {
        Self(row & 7)
    }

    /// The row, in tables of eight rows.
    #[inline(always)]
    pub(crate) const fn row(self) -> usize {
        self.0 as usize & 7
    }
}

/// From where the mover may come to a square if nothing stands in its way.
#[inline(always)]
pub(crate) fn origins(color: Color, mover: Mover, to: Square) -> Bitboard {
    Bitboard(tables::ORIGINS[color as usize][mover.row()][to.index()])
}

/// The squares strictly between two squares of one line; empty if they share no line.
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

/// The whole rank, file or diagonal through two squares, edge to edge; empty if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(tables::LINE[a.index()][b.index()])
}

/// The half of a line that starts beside `from` and runs through `towards` to the edge; empty if they share none.
#[inline]
pub fn ray(from: Square, towards: Square) -> Bitboard {
    let line = line(from, towards);
    let above = Bitboard(!0 << from as u32).without(from);
    if towards > from { line & above } else { (line - above).without(from) }
}

/// Whether the three squares stand on one rank, file or diagonal.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

#[cfg(test)]
mod tests;
