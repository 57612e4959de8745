//! Moves as the UCI protocol writes them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::refusal::Refusal;
use crate::words::shorten;
use crate::{CastlingMode, Move, Piece, Position, Role, Square};

/// A move of the protocol: two squares and perhaps a promotion; what it means only a position tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMove {
    /// `e2e4`, `e7e8q`.
    Normal {
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Role>,
    },
    /// `0000`: no move.
    Null,
}

/// A text that is no UCI move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{}` is no UCI move: {expected}", shorten(.found))]
pub struct UciError {
    /// What stood there.
    pub found: String,
    /// What should stand there, and where.
    pub expected: &'static str,
}

impl FromStr for UciMove {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Self, UciError> {
        let error = |expected| UciError { found: text.to_owned(), expected };
        if text == "0000" {
            return Ok(Self::Null);
        }
        let (from, to, rest) = match text.as_bytes() {
            [a, b, c, d, rest @ ..] => ([*a, *b], [*c, *d], rest),
            _ => {
                return Err(error("expected two squares and perhaps a piece, as in e2e4 or e7e8q"));
            }
        };
        let from =
            Square::from_ascii(from).ok_or_else(|| error("expected a square from a1 to h8 at column 1"))?;
        let to =
            Square::from_ascii(to).ok_or_else(|| error("expected a square from a1 to h8 at column 3"))?;
        let promotion = match rest {
            [] => None,
            [letter] => match letter.to_ascii_lowercase() {
                b'q' => Some(Role::Queen),
                b'r' => Some(Role::Rook),
                b'b' => Some(Role::Bishop),
                b'n' => Some(Role::Knight),
                _ => return Err(error("expected a piece of q, r, b, n at column 5")),
            },
            _ => return Err(error("expected nothing after column 5")),
        };
        Ok(Self::Normal { from, to, promotion })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("0000"),
            Self::Normal { from, to, promotion } => {
                write!(f, "{from}{to}")?;
                match promotion {
                    Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Position {
    /// A move of this position as UCI writes it.
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> UciMove {
        let to = match (mode, mv.castling_rook()) {
            (CastlingMode::Chess960, Some((rook, _))) => rook,
            _ => mv.to(),
        };
        UciMove::Normal { from: mv.from(), to, promotion: mv.promotion() }
    }

    /// The legal move that a UCI move means here; castling may be written in both ways.
    pub fn move_from_uci(&self, uci: UciMove) -> Result<Move, Refusal> {
        let UciMove::Normal { from, to, promotion } = uci else {
            return Err(Refusal::NullMove);
        };
        if promotion.is_none()
            && let Some(role) = self.board().role_at(from)
            && let Some(mv) = self.find_by_squares(role, from, to)
        {
            return Ok(mv);
        }
        let rook = Some(Piece::new(self.turn(), Role::Rook));
        let own_rook = self.board().piece_at(to) == rook && self.king(self.turn()) == from;
        let moves = self.legal_moves_from(from);
        moves
            .iter()
            .copied()
            .find(|mv| {
                let castles_so = mv.castling_rook().is_some_and(|(rook, _)| rook == to);
                castles_so || !own_rook && mv.to() == to && mv.promotion() == promotion
            })
            .map_or_else(|| self.explain_move(from, to, promotion), Ok)
    }
}
