//! Moves in UCI notation.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::format::shorten;
use crate::moves::write_uci;
use crate::refusal::Refusal;
use crate::{CastlingMode, Move, Piece, Position, Role, Square};

/// A parsed UCI move: two squares and an optional promotion, not tied to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMove {
    /// `e2e4`, `e7e8q`.
    Normal {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
        /// The promotion.
        promotion: Option<Role>,
    },
    /// `0000`, a null move.
    Null,
}

/// A text that is not a UCI move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{}` is not a UCI move: {expected}", shorten(.found))]
pub struct UciError {
    /// The text.
    pub found: String,
    /// What was expected, and where.
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
            _ => return Err(error("expected two squares and an optional promotion, as in e2e4 or e7e8q")),
        };
        let square = |bytes, expected| Square::from_ascii(bytes).ok_or_else(|| error(expected));
        let from = square(from, "expected a square from a1 to h8 at column 1")?;
        let to = square(to, "expected a square from a1 to h8 at column 3")?;
        let promotion = match rest {
            [] => None,
            [letter] => {
                let role = Role::from_letter(char::from(*letter)).filter(|role| role.is_promotion());
                Some(role.ok_or_else(|| error("expected one of q, r, b, n at column 5"))?)
            }
            _ => return Err(error("expected nothing after column 5")),
        };
        Ok(Self::Normal { from, to, promotion })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("0000"),
            Self::Normal { from, to, promotion } => write_uci(f, *from, *to, *promotion),
        }
    }
}

impl Position {
    /// Returns a move of this position in UCI.
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> UciMove {
        let to = match (mode, mv.castling_rook()) {
            (CastlingMode::Chess960, Some((rook, _))) => rook,
            _ => mv.to(),
        };
        UciMove::Normal { from: mv.from(), to, promotion: mv.promotion() }
    }

    /// Returns the legal move of a UCI move; accepts castling in both modes.
    pub fn move_from_uci(&self, uci: UciMove) -> Result<Move, Refusal> {
        let UciMove::Normal { from, to, promotion } = uci else {
            return Err(self.null_move_refusal());
        };
        if promotion.is_none()
            && let Some(role) = self.board().role_at(from)
            && let Some(mv) = self.find_by_squares(role, from, to)
        {
            return Ok(mv);
        }
        let rook = Some(Piece::new(self.turn(), Role::Rook));
        let own_rook = self.board().piece_at(to) == rook && self.king(self.turn()) == from;
        self.legal_moves_from(from)
            .into_iter()
            .find(|mv| {
                let castles = mv.castling_rook().is_some_and(|(rook, _)| rook == to);
                castles || !own_rook && mv.to() == to && mv.promotion() == promotion
            })
            .map_or_else(|| self.explain_move(from, to, promotion), Ok)
    }
}
