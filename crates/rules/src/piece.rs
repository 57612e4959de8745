//! A piece: a role with a colour.

use core::fmt;

use crate::{Color, Role, Square};

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}

impl Piece {
    /// Returns the piece of a colour and a role.
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// Returns the FEN letter: upper case for white, lower case for black.
    pub const fn letter(self) -> char {
        let letter = self.role.letter();
        match self.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the piece of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let Some(role) = Role::from_letter(letter) else {
            return None;
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Self { color, role })
    }

    /// Returns the Unicode figurine, `♔` to `♟`.
    pub const fn figurine(self) -> char {
        let figurines = match self.color {
            Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
            Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
        };
        figurines[self.role as usize]
    }
}

impl fmt::Display for Piece {
    /// Writes `white knight`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}

/// A piece and its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

impl fmt::Display for Placed {
    /// Writes `the knight on g1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ")?;
        f.write_str(self.piece.role.name())?;
        f.write_str(" on ")?;
        self.square.fmt(f)
    }
}
