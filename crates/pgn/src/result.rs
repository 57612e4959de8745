//! The result of a game.

use std::fmt;

use pinsight_rules::{Color, Outcome};

/// The result of a game: the token that ends its movetext.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: in progress, abandoned or unknown.
    #[default]
    Unfinished,
}

impl GameResult {
    /// The standard token.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Parses a standard token; `None` for anything else.
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

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(color) => Self::Win(color),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}
