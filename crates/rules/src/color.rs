//! The two sides, and a pair of values indexed by them.

use core::ops::{Index, IndexMut, Not};

use crate::Rank;
use crate::format::display_by;

display_by!(name: Color);

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colours, white first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the FEN letter, `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Returns the rank as seen from this side: `relative(Rank::First)` is its own first rank.
    pub const fn relative(self, rank: Rank) -> Rank {
        match self {
            Self::White => rank,
            Self::Black => rank.flip(),
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// One value for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Builds each value from its colour.
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> Self {
        Self { white: make(Color::White), black: make(Color::Black) }
    }

    /// Iterates over both values with their colours, white first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        Color::ALL.into_iter().map(|color| (color, &self[color]))
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
