//! How a game ended, as PGN writes it.

use std::fmt;

use pinsight_rules::Color;

/// The result of a game: the token that ends its movetext.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: still going on, broken off or not known.
    Unfinished,
}

impl GameResult {
    /// The token of the standard.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// The result that exactly these bytes spell.
    pub fn from_ascii(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            b"1-0" => Self::Win(Color::White),
            b"0-1" => Self::Win(Color::Black),
            b"1/2-1/2" => Self::Draw,
            b"*" => Self::Unfinished,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}
