//! Squares, files and ranks.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use thiserror::Error;

use crate::format::shorten;

/// A file, from a to h.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
#[rustfmt::skip]
pub enum File { A, B, C, D, E, F, G, H }

impl File {
    /// All files, from a to h.
    pub const ALL: [Self; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// Returns the file with that index: 0 is the a-file.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// Returns 0 for the a-file, 7 for the h-file.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file of a lower-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Self::from_index(letter as usize - 'a' as usize),
            _ => None,
        }
    }

    /// Returns the mirrored file: a becomes h.
    pub const fn flip(self) -> Self {
        Self::ALL[7 - self as usize]
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A rank, from White's first rank to Black's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
#[rustfmt::skip]
pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }

impl Rank {
    /// All ranks, from the first to the eighth.
    pub const ALL: [Self; 8] = {
        use Rank::{Eighth, Fifth, First, Fourth, Second, Seventh, Sixth, Third};
        [First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth]
    };

    /// Returns the rank with that index: 0 is the first rank.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// Returns 0 for the first rank, 7 for the eighth.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank of a digit.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Self::from_index(digit as usize - '1' as usize),
            _ => None,
        }
    }

    /// Returns the mirrored rank: first becomes eighth.
    pub const fn flip(self) -> Self {
        Self::ALL[7 - self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// A square of the board; a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
#[rustfmt::skip]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares: a1, b1, ... h8.
    pub const ALL: [Self; 64] = {
        let mut all = [Self::A1; 64];
        let mut index = 0;
        while index < 64 {
            all[index] = Self::wrapping(index as u32);
            index += 1;
        }
        all
    };

    /// Returns the square on a file and a rank.
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::wrapping((rank as u32) << 3 | file as u32)
    }

    /// Returns the square with that index: 0 is a1, 63 is h8.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self::wrapping(index as u32)) } else { None }
    }

    /// Returns the square of the low six bits. The compiler turns the match into the identity.
    #[rustfmt::skip]
    #[inline(always)]
    pub(crate) const fn wrapping(index: u32) -> Self {
        use Square::*;
        match index & 63 {
            0 => A1, 1 => B1, 2 => C1, 3 => D1, 4 => E1, 5 => F1, 6 => G1, 7 => H1,
            8 => A2, 9 => B2, 10 => C2, 11 => D2, 12 => E2, 13 => F2, 14 => G2, 15 => H2,
            16 => A3, 17 => B3, 18 => C3, 19 => D3, 20 => E3, 21 => F3, 22 => G3, 23 => H3,
            24 => A4, 25 => B4, 26 => C4, 27 => D4, 28 => E4, 29 => F4, 30 => G4, 31 => H4,
            32 => A5, 33 => B5, 34 => C5, 35 => D5, 36 => E5, 37 => F5, 38 => G5, 39 => H5,
            40 => A6, 41 => B6, 42 => C6, 43 => D6, 44 => E6, 45 => F6, 46 => G6, 47 => H6,
            48 => A7, 49 => B7, 50 => C7, 51 => D7, 52 => E7, 53 => F7, 54 => G7, 55 => H7,
            56 => A8, 57 => B8, 58 => C8, 59 => D8, 60 => E8, 61 => F8, 62 => G8, 63 => H8,
            _ => unreachable!(),
        }
    }

    /// Returns 0 for a1, 63 for h8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the file of the square.
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Returns the rank of the square.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// Returns the square `files` to the right and `ranks` up; `None` if it is not on the board.
    ///
    /// ```
    /// use pinsight_rules::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H8.offset(1, 0), None);
    /// ```
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = (self as i32 & 7) + files;
        let rank = (self as i32 >> 3) + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Self::wrapping((rank * 8 + file) as u32))
        }
    }

    /// Mirrors the rank: a1 becomes a8.
    pub const fn flip_ranks(self) -> Self {
        Self::wrapping(self as u32 ^ 56)
    }

    /// Mirrors the file: a1 becomes h1.
    pub const fn flip_files(self) -> Self {
        Self::wrapping(self as u32 ^ 7)
    }

    /// Whether the square is light; a1 is dark.
    pub const fn is_light(self) -> bool {
        (self as u32 + (self as u32 >> 3)) & 1 == 1
    }

    /// Returns the distance of two squares in king's moves.
    pub const fn distance(self, other: Self) -> u32 {
        let files = (self as u32 & 7).abs_diff(other as u32 & 7);
        let ranks = (self as u32 >> 3).abs_diff(other as u32 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Parses two bytes such as `b"e4"`.
    pub const fn from_ascii(bytes: [u8; 2]) -> Option<Self> {
        let (file, rank) = (bytes[0].wrapping_sub(b'a'), bytes[1].wrapping_sub(b'1'));
        if file < 8 && rank < 8 { Some(Self::wrapping((rank as u32) << 3 | file as u32)) } else { None }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.file().letter())?;
        f.write_char(self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{}` is not a square; expected a file from a to h and a rank from 1 to 8, as in e4", shorten(.found))]
pub struct SquareError {
    /// The text.
    pub found: String,
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        <[u8; 2]>::try_from(text.as_bytes())
            .ok()
            .and_then(Self::from_ascii)
            .ok_or_else(|| SquareError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_text_round_trip_for_all_squares() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn optional_square_is_one_byte() {
        assert_eq!(size_of::<Option<Square>>(), 1);
    }

    #[test]
    fn a1_is_dark_and_corners_alternate() {
        assert!(!Square::A1.is_light() && Square::H1.is_light());
        assert!(Square::A8.is_light() && !Square::H8.is_light());
    }

    #[test]
    fn offsets_stay_on_the_board() {
        for square in Square::ALL {
            for files in -8..=8 {
                for ranks in -8..=8 {
                    let file = square.file() as i32 + files;
                    let rank = square.rank() as i32 + ranks;
                    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
                    assert_eq!(square.offset(files, ranks).is_some(), inside);
                }
            }
        }
    }

    #[test]
    fn invalid_texts_are_refused() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
