//! The board from one side, known to the compiler.
//!
//! Move generation is written once, for "us"; the compiler makes a version for each colour, without a test of the
//! colour in it.

use crate::{Bitboard, Color, File, Rank};

const NOT_A: u64 = !Bitboard::from_file(File::A).0;
const NOT_H: u64 = !Bitboard::from_file(File::H).0;

pub(crate) trait Side {
    const US: Color;
    /// Where the king begins.
    const BACK: Bitboard;
    /// Where a pawn stands after the first half of its double step.
    const THIRD: Bitboard;
    /// Where pawns promote.
    const LAST: Bitboard;
    /// How much a square's number grows by a step ahead, and by the two captures.
    const AHEAD: i32;
    const WEST: i32;
    const EAST: i32;

    /// All squares one step ahead of these.
    fn ahead(set: Bitboard) -> Bitboard;
    /// All squares that pawns there attack towards the a-file.
    fn west(set: Bitboard) -> Bitboard;
    /// All squares that pawns there attack towards the h-file.
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
