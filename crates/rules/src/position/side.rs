//! The side to move as a type parameter: the compiler generates move generation for each colour, without branches on it.

use crate::{Bitboard, Color, File, Rank};

const NOT_A: u64 = !Bitboard::from_file(File::A).0;
const NOT_H: u64 = !Bitboard::from_file(File::H).0;

pub(crate) trait Side {
    const US: Color;
    /// The first rank of the side.
    const BACK: Bitboard;
    /// The rank that a double step passes.
    const THIRD: Bitboard;
    /// The rank of promotion.
    const LAST: Bitboard;
    /// The offsets of square indices of a pawn's advance and of its two captures.
    const AHEAD: i32;
    const WEST: i32;
    const EAST: i32;

    /// Shifts a set one rank ahead.
    fn ahead(set: Bitboard) -> Bitboard;
    /// Returns the squares that pawns attack towards the a-file.
    fn west(set: Bitboard) -> Bitboard;
    /// Returns the squares that pawns attack towards the h-file.
    fn east(set: Bitboard) -> Bitboard;
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    const US: Color = Color::White;
    const BACK: Bitboard = Bitboard::from_rank(Rank::First);
    const THIRD: Bitboard = Bitboard::from_rank(Rank::Third);
    const LAST: Bitboard = Bitboard::from_rank(Rank::Eighth);
    const AHEAD: i32 = 8;
    const WEST: i32 = 7;
    const EAST: i32 = 9;

    #[inline(always)]
    fn ahead(set: Bitboard) -> Bitboard {
        Bitboard(set.0 << 8)
    }

    #[inline(always)]
    fn west(set: Bitboard) -> Bitboard {
        Bitboard((set.0 & NOT_A) << 7)
    }

    #[inline(always)]
    fn east(set: Bitboard) -> Bitboard {
        Bitboard((set.0 & NOT_H) << 9)
    }
}

impl Side for Black {
    const US: Color = Color::Black;
    const BACK: Bitboard = Bitboard::from_rank(Rank::Eighth);
    const THIRD: Bitboard = Bitboard::from_rank(Rank::Sixth);
    const LAST: Bitboard = Bitboard::from_rank(Rank::First);
    const AHEAD: i32 = -8;
    const WEST: i32 = -9;
    const EAST: i32 = -7;

    #[inline(always)]
    fn ahead(set: Bitboard) -> Bitboard {
        Bitboard(set.0 >> 8)
    }

    #[inline(always)]
    fn west(set: Bitboard) -> Bitboard {
        Bitboard((set.0 & NOT_A) >> 9)
    }

    #[inline(always)]
    fn east(set: Bitboard) -> Bitboard {
        Bitboard((set.0 & NOT_H) >> 7)
    }
}
