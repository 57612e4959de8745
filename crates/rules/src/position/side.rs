//! The side to move as a type parameter: the compiler generates move generation for each colour, without branches on
//! it.

use crate::{Bitboard, Color, File, Rank};

pub(crate) trait Side {
    type Them: Side;
    const US: Color;
    /// The first rank of the side.
    const BACK: Bitboard = Bitboard::from_rank(Self::US.relative(Rank::First));
    /// The rank that a double step passes.
    const THIRD: Bitboard = Bitboard::from_rank(Self::US.relative(Rank::Third));
    /// The rank of promotion.
    const LAST: Bitboard = Bitboard::from_rank(Self::US.relative(Rank::Eighth));
    /// The offsets of square indices of a pawn's advance and of its two captures.
    const AHEAD: i32 = if matches!(Self::US, Color::White) { 8 } else { -8 };
    const WEST: i32 = Self::AHEAD - 1;
    const EAST: i32 = Self::AHEAD + 1;

    /// Shifts a set one rank ahead.
    #[inline(always)]
    fn ahead(set: Bitboard) -> Bitboard {
        shift(set, Self::AHEAD)
    }

    /// Returns the squares that pawns attack towards the a-file.
    #[inline(always)]
    fn west(set: Bitboard) -> Bitboard {
        shift(set - Bitboard::from_file(File::A), Self::WEST)
    }

    /// Returns the squares that pawns attack towards the h-file.
    #[inline(always)]
    fn east(set: Bitboard) -> Bitboard {
        shift(set - Bitboard::from_file(File::H), Self::EAST)
    }
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    type Them = Black;
    const US: Color = Color::White;
}

impl Side for Black {
    type Them = White;
    const US: Color = Color::Black;
}

/// Adds a constant to the index of each square.
#[inline(always)]
fn shift(set: Bitboard, offset: i32) -> Bitboard {
    Bitboard(if offset > 0 { set.0 << offset } else { set.0 >> -offset })
}
