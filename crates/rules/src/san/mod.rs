//! SAN and LAN: parsing is lenient, writing canonical.
//!
//! [`San`] is a parsed text, without a board. [`San::resolve`] finds its legal move in a position.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod candidates;
mod find;
mod language;
mod parse;
mod plain;
mod read;
mod resolve;
mod write;

use core::fmt;

pub use candidates::{Candidate, CandidateStatus, SanReading};
pub use language::Language;
pub use parse::is_invisible;
pub use read::{ReadSan, SanNote};
use thiserror::Error;

use crate::format::shorten;
use crate::{CastlingSide, File, Rank, Role, Square};

/// A parsed move in SAN or LAN.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum San {
    /// A move of a piece to a square.
    Piece(SanMove),
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide, Option<CheckMark>),
    /// `exd` or `ed`: a pawn captures on a file.
    FileCapture(FileCapture),
    /// `--`, a null move.
    Null,
}

/// The parts of a move that is not castling.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanMove {
    /// The piece; `None` for a text such as `g1f3`.
    pub role: Option<Role>,
    /// The file of the origin, if given.
    pub file: Option<File>,
    /// The rank of the origin, if given.
    pub rank: Option<Rank>,
    /// Whether the text has an `x`.
    pub capture: bool,
    /// The target square.
    pub to: Square,
    /// The promotion.
    pub promotion: Option<Role>,
    /// `+` or `#`.
    pub check: Option<CheckMark>,
}

/// The parts of a pawn's capture without the rank of its target: `exd`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileCapture {
    /// The file of the pawn.
    pub from: File,
    /// The file of the target.
    pub to: File,
    /// The promotion.
    pub promotion: Option<Role>,
    /// `+` or `#`.
    pub check: Option<CheckMark>,
}

/// The mark after a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckMark {
    /// `+`.
    Check,
    /// `#`.
    Mate,
}

impl CheckMark {
    /// `check` or `mate`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Mate => "mate",
        }
    }
}

impl SanMove {
    /// Returns the origin if both its file and its rank are given.
    pub fn origin(&self) -> Option<Square> {
        Some(Square::new(self.file?, self.rank?))
    }
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// The text is not SAN.
    #[error("`{}` is not a move: found {found} at column {column}, expected {expected}", shorten(.text))]
    Syntax {
        /// The text.
        text: String,
        /// The column, from 1, in characters.
        column: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// No piece can make that move.
    #[error("{san} is not legal: {reason}")]
    Illegal {
        /// The move.
        san: San,
        /// The reason.
        reason: String,
    },
    /// Several pieces can make that move.
    #[error("{san} is ambiguous: {}", .moves.join(" or "))]
    Ambiguous {
        /// The move.
        san: San,
        /// The SAN of each of these moves.
        moves: Vec<String>,
    },
}

impl SanError {
    /// Returns the reason without repeating the move.
    pub fn reason(&self) -> String {
        match self {
            Self::Illegal { reason, .. } => reason.clone(),
            Self::Ambiguous { moves, .. } => format!("ambiguous, may be {}", moves.join(" or ")),
            Self::Syntax { column, found, expected, .. } => {
                format!("not a move, found {found} at its column {column}, expected {expected}")
            }
        }
    }
}

impl San {
    /// Like `to_string`, but faster.
    pub(crate) fn text(&self) -> String {
        let mut text = String::with_capacity(8);
        // Writing to a `String` cannot fail.
        let _ = self.write(&mut text);
        text
    }

    #[inline]
    fn write(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let check = match self {
            Self::Null => return f.write_str("--"),
            Self::Castling(side, check) => {
                f.write_str(side.san())?;
                check
            }
            Self::FileCapture(parts) => {
                f.write_char(parts.from.letter())?;
                f.write_char('x')?;
                f.write_char(parts.to.letter())?;
                write_promotion(f, parts.promotion)?;
                &parts.check
            }
            Self::Piece(parts) => {
                // `Pe2e4` keeps its letter: `e2e4` does not name the piece.
                let plain_pawn = parts.role == Some(Role::Pawn) && parts.origin().is_none();
                if let Some(role) = parts.role.filter(|_| !plain_pawn) {
                    f.write_char(role.letter())?;
                }
                if let Some(file) = parts.file {
                    f.write_char(file.letter())?;
                }
                if let Some(rank) = parts.rank {
                    f.write_char(rank.digit())?;
                }
                if parts.capture {
                    f.write_char('x')?;
                }
                f.write_char(parts.to.file().letter())?;
                f.write_char(parts.to.rank().digit())?;
                write_promotion(f, parts.promotion)?;
                &parts.check
            }
        };
        match check {
            Some(CheckMark::Check) => f.write_str("+"),
            Some(CheckMark::Mate) => f.write_str("#"),
            None => Ok(()),
        }
    }
}

#[inline]
fn write_promotion(f: &mut impl fmt::Write, promotion: Option<Role>) -> fmt::Result {
    match promotion {
        Some(role) => {
            f.write_char('=')?;
            f.write_char(role.letter())
        }
        None => Ok(()),
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
