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
mod write;

use core::fmt;

pub use candidates::{Candidate, CandidateStatus, SanReading};
pub use language::Language;
pub use read::{ReadSan, SanNote};
use thiserror::Error;

use crate::refusal::Refusal;
use crate::words::shorten;
use crate::{CastlingSide, File, Move, Position, Rank, Role, Square};

/// A parsed move in SAN or LAN.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum San {
    /// A move of a piece to a square.
    Piece(SanMove),
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide, Option<CheckMark>),
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

    fn matches(&self, position: &Position, mv: Move) -> bool {
        mv.castling_side().is_none()
            && mv.to() == self.to
            && mv.promotion() == self.promotion
            && self.file.is_none_or(|file| file == mv.from().file())
            && self.rank.is_none_or(|rank| rank == mv.from().rank())
            && self.role.is_none_or(|role| position.board().role_at(mv.from()) == Some(role))
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
    /// Returns the legal move of this text in a position.
    ///
    /// Ignores a wrong or missing `x`, `+` or `#`. A missing promotion or hint is an error.
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        let illegal = |reason: String| SanError::Illegal { san: self.clone(), reason };
        let wanted = match self {
            Self::Castling(side, _) => {
                return position.can_castle(*side).map_err(|fault| illegal(fault.to_string()));
            }
            Self::Null => return Err(illegal(Refusal::NullMove.to_string())),
            Self::Piece(wanted) => wanted,
        };
        let moves = position.legal_moves();
        let mut matching = moves.iter().copied().filter(|&mv| wanted.matches(position, mv));
        match (matching.next(), matching.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(first), Some(second)) => Err(SanError::Ambiguous {
                san: self.clone(),
                moves: [first, second].into_iter().chain(matching).map(|mv| position.san(mv)).collect(),
            }),
            (None, _) => self
                .castling_by_king_move(position)
                .map_or_else(|| Err(illegal(wanted.refusal(position))), Ok),
        }
    }

    /// Returns the castling move of `e1g1`, `Ke1-g1`, `Kg1` or `e1h1`, if the king has no other move there.
    fn castling_by_king_move(&self, position: &Position) -> Option<Move> {
        let Self::Piece(wanted) = self else {
            return None;
        };
        let king = position.king(position.turn());
        let is_king =
            wanted.role == Some(Role::King) || wanted.role.is_none() && wanted.origin() == Some(king);
        let hints_fit = wanted.file.is_none_or(|file| file == king.file())
            && wanted.rank.is_none_or(|rank| rank == king.rank());
        if !is_king || !hints_fit || wanted.promotion.is_some() {
            return None;
        }
        let moves = position.legal_moves_from(king);
        moves.iter().copied().find(|mv| {
            let onto_rook = mv.castling_rook().is_some_and(|(rook, _)| rook == wanted.to);
            mv.castling_side().is_some() && (mv.to() == wanted.to || onto_rook)
        })
    }
}

impl SanMove {
    /// Returns the reason why no piece can make the move.
    fn refusal(&self, position: &Position) -> String {
        let Some(role) = self.role else {
            return match self.origin().map(|from| position.explain_move(from, self.to, self.promotion)) {
                Some(Err(refusal)) => refusal.to_string(),
                _ => format!("no piece can go to {}", self.to),
            };
        };
        let candidates = position.candidates(self);
        let mut refusals = candidates.iter().filter_map(|candidate| match &candidate.status {
            CandidateStatus::Refused(refusal) => Some((candidate, refusal)),
            _ => None,
        });
        // Prefer the refusal of a pinned or blocked piece over that of one that does not move like that.
        let near = refusals.clone().find(|(_, refusal)| !matches!(refusal, Refusal::CannotReach(..)));
        match near.or_else(|| refusals.next()) {
            Some((_, refusal @ Refusal::CannotReach(..))) if candidates.len() == 1 => refusal.to_string(),
            Some((_, Refusal::CannotReach(..))) => {
                format!("no {} {role} can reach {}", position.turn(), self.to)
            }
            Some((_, refusal)) => refusal.to_string(),
            None => self.no_candidate(position, role, &candidates),
        }
    }

    fn no_candidate(&self, position: &Position, role: Role, candidates: &[Candidate]) -> String {
        let turn = position.turn();
        match (candidates.is_empty(), self.file, self.rank) {
            (true, ..) => format!("{turn} has no {role}"),
            (_, Some(file), Some(rank)) => format!("there is no {turn} {role} on {file}{rank}"),
            (_, Some(file), None) => format!("there is no {turn} {role} on the {file}-file"),
            (_, None, Some(rank)) => format!("there is no {turn} {role} on rank {rank}"),
            (_, None, None) => format!("no {turn} {role} can reach {}", self.to),
        }
    }
}

impl San {
    /// Like `to_string`, but faster.
    pub(crate) fn text(&self) -> String {
        let mut text = String::with_capacity(8);
        // Writing to a string does not fail.
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
                if let Some(role) = parts.promotion {
                    f.write_char('=')?;
                    f.write_char(role.letter())?;
                }
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

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
