//! A set of squares in 64 bits.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
///
/// ```
/// use pinsight_rules::{Bitboard, Rank, Square};
/// let set = Bitboard::from(Square::E4) | Bitboard::from(Rank::First);
/// assert_eq!(set.len(), 9);
/// assert!(set.contains(Square::H1));
/// assert_eq!(set.into_iter().last(), Some(Square::E4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(!0);
    /// The light squares.
    pub(crate) const LIGHT: Self = Self(0x55aa_55aa_55aa_55aa);
    /// The first and the eighth rank.
    pub(crate) const OUTER_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// Returns the squares of a file.
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u32)
    }

    /// Returns the squares of a rank.
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u32))
    }

    /// Returns the set of one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square as u32)
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the number of squares.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the lowest square.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// Returns the highest square.
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(63 - self.0.leading_zeros())) }
    }

    /// Returns the square of a set of exactly one.
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Returns the set with `square` added.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u32)
    }

    /// Returns the set with `square` removed.
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u32))
    }

    /// Returns the set with its lowest square removed.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Mirrors the ranks: a1 becomes a8.
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Mirrors the files: a1 becomes h1.
    #[must_use]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<File> for Bitboard {
    fn from(file: File) -> Self {
        Self::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    fn from(rank: Rank) -> Self {
        Self::from_rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0 = self.0.without(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

macro_rules! set_operation {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}

set_operation!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
set_operation!(BitOr, bitor, BitOrAssign, bitor_assign, |);
set_operation!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;

    /// Returns the set difference.
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the set, the eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, |square| if self.contains(square) { '1' } else { '.' })
    }
}

/// Draws a letter for each square, the eighth rank on top.
pub(crate) fn draw(f: &mut fmt::Formatter<'_>, letter: impl Fn(Square) -> char) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        writeln!(f)?;
        for file in File::ALL {
            write!(f, "{} ", letter(Square::new(file, rank)))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_from_both_ends() {
        let set: Bitboard = [Square::C3, Square::A1, Square::H8].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::C3, Square::H8]);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [Square::H8, Square::C3, Square::A1]);
        assert_eq!(set.into_iter().len(), 3);
    }

    #[test]
    fn light_squares_and_outer_ranks_agree_with_squares() {
        for square in Square::ALL {
            assert_eq!(Bitboard::LIGHT.contains(square), square.is_light());
            let outer = matches!(square.rank(), Rank::First | Rank::Eighth);
            assert_eq!(Bitboard::OUTER_RANKS.contains(square), outer);
        }
    }

    #[test]
    fn single_returns_the_square_of_a_set_of_one() {
        assert_eq!(Bitboard::EMPTY.single(), None);
        assert_eq!(Bitboard::from(Square::D5).single(), Some(Square::D5));
        assert_eq!(Bitboard::from(File::A).single(), None);
    }

    #[test]
    fn flips_of_sets_and_squares_agree() {
        for square in Square::ALL {
            let set = Bitboard::from(square);
            assert_eq!(set.flip_ranks(), square.flip_ranks().into());
            assert_eq!(set.flip_files(), square.flip_files().into());
        }
    }

    #[test]
    fn debug_draws_rank_eight_first() {
        let drawn = format!("{:?}", Bitboard::from(Square::A8).with(Square::H1));
        let lines: Vec<&str> = drawn.trim_start_matches('\n').lines().collect();
        assert_eq!(lines.len(), 8);
        assert_eq!(lines[0].trim_end(), "1 . . . . . . .");
        assert_eq!(lines[7].trim_end(), ". . . . . . . 1");
    }
}
