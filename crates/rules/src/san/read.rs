//! Reads a text in a position with the lenient parser and notes what is not canonical.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use super::parse::parse;
use super::{CheckMark, Language, San, SanError, SanMove};
use crate::refusal::Refusal;
use crate::{CastlingMode, Move, Position, Role};

/// How a text differs from the SAN of the move it was read as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum SanNote {
    /// Invisible characters in the move, or whitespace around it.
    #[error("the text has invisible characters")]
    InvisibleCharacters,
    /// Castling is not written `O-O` or `O-O-O`.
    #[error("castling is written `O-O` or `O-O-O`")]
    CastlingSpelling,
    /// `Kg1`, or `e1h1` in standard chess: castling is written as a move of the king.
    #[error("castling is written `O-O` or `O-O-O`, not as a move of the king")]
    CastlingAsKingMove,
    /// A null move is written `0000`.
    #[error("a null move is written `--`")]
    NullMoveSpelling,
    /// `nf3`: the piece letter is in lower case.
    #[error("`{small}` is read as the {0}, which is written `{capital}`", small = .0.letter().to_ascii_lowercase(), capital = .0.letter())]
    LowercasePiece(Role),
    /// An `x`, but the move is not a capture.
    #[error("the text has an `x`, but the move is not a capture")]
    CaptureSignWithoutCapture,
    /// No `x`, but the move is a capture.
    #[error("the text has no `x`, but the move is a capture")]
    MissingCaptureSign,
    /// `xd5`: a pawn captures, and its file is missing.
    #[error("the text does not name the file of the pawn")]
    MissingPawnFile,
    /// `exd`, `ed`: a pawn captures, and the rank is missing.
    #[error("the text does not name the rank of the target")]
    MissingRank,
    /// `Qh5ch`, `Qh5 mate`: a word instead of `+` or `#`.
    #[error("check is written `+`, and mate `#`")]
    CheckInWords,
    /// `+` or `#` where the move gives something else.
    #[error("the text says {}, but the move gives {}", .said.name(), .gives.map_or("no check", CheckMark::name))]
    WrongCheck {
        /// The mark in the text.
        said: CheckMark,
        /// The correct mark.
        gives: Option<CheckMark>,
    },
}

/// What [`Position::read_san`] returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadSan {
    /// The legal move; `None` for a null move.
    pub mv: Option<Move>,
    /// How the text differs from the move's SAN.
    pub notes: Vec<SanNote>,
}

impl Position {
    /// Reads a move in any spelling that [`San::parse`] accepts, with the piece letters of `language` or English.
    ///
    /// A lower-case letter names a piece only where no pawn move of that text is legal. A null move is an error while
    /// in check. Bulk parsing tries [`play_san_prefix`](Self::play_san_prefix) first.
    ///
    /// ```
    /// use pinsight_rules::{Language, Position, Role, SanNote};
    /// let start = Position::default();
    /// let knight = start.read_san("nf3", None)?;
    /// assert_eq!(knight.mv, start.find_san(b"Nf3"));
    /// assert_eq!(knight.notes, [SanNote::LowercasePiece(Role::Knight)]);
    /// assert_eq!(start.read_san("Sf3", Some(Language::German))?.mv, knight.mv);
    /// # Ok::<(), pinsight_rules::SanError>(())
    /// ```
    pub fn read_san(&self, text: &str, language: Option<Language>) -> Result<ReadSan, SanError> {
        let (san, mut notes) = self.parse_san(text, language)?;
        if san == San::Null {
            return match self.null_move_refusal() {
                Refusal::NullMove => Ok(ReadSan { mv: None, notes }),
                in_check => Err(SanError::Illegal { san, reason: in_check.to_string() }),
            };
        }
        let mv = san.resolve(self)?;
        self.note_differences(&san, mv, &mut notes);
        Ok(ReadSan { mv: Some(mv), notes })
    }

    /// Parses a text; reads a lower-case first letter as a piece's if the text is not a legal move otherwise.
    pub(crate) fn parse_san(
        &self,
        text: &str,
        language: Option<Language>,
    ) -> Result<(San, Vec<SanNote>), SanError> {
        let parsed = parse(text, language);
        let is_usable = |san: &San| match san {
            San::Null => true,
            San::Piece(parts) if parts.role.is_none() => true,
            san => san.resolve(self).is_ok(),
        };
        if !parsed.as_ref().is_ok_and(|(san, _)| is_usable(san))
            && let Some((san, notes)) = parse_lowercase(text, language)
            && (parsed.is_err() || san.resolve(self).is_ok())
        {
            return Ok((san, notes));
        }
        parsed
    }

    /// Adds how `san` differs from the SAN of `mv`.
    pub(crate) fn note_differences(&self, san: &San, mv: Move, notes: &mut Vec<SanNote>) {
        let check = match san {
            San::Piece(parts) => {
                let captures = self.is_capture(mv);
                // `e1h1` is how UCI writes castling in Chess960 only.
                let is_chess960 = || parts.to != mv.to() && self.castling_mode() == CastlingMode::Standard;
                if mv.castling_side().is_some() && (parts.role.is_some() || is_chess960()) {
                    notes.push(SanNote::CastlingAsKingMove);
                }
                if captures && parts.role == Some(Role::Pawn) && parts.file.is_none() {
                    notes.push(SanNote::MissingPawnFile);
                }
                // Two squares without a piece, as in UCI, never mark a capture.
                let unmarked = !parts.capture && parts.role.is_some();
                if parts.capture && !captures {
                    notes.push(SanNote::CaptureSignWithoutCapture);
                } else if captures && unmarked {
                    notes.push(SanNote::MissingCaptureSign);
                }
                parts.check
            }
            San::FileCapture(parts) => parts.check,
            San::Castling(_, check) => *check,
            San::Null => None,
        };
        if let Some(said) = check {
            let gives = self.check_mark(mv);
            if gives != Some(said) {
                notes.push(SanNote::WrongCheck { said, gives });
            }
        }
    }
}

/// Parses a text whose first letter is a piece letter in lower case as the move of that piece.
fn parse_lowercase(text: &str, language: Option<Language>) -> Option<(San, Vec<SanNote>)> {
    let text = text.trim();
    let letter = text.chars().next().filter(|letter| letter.is_lowercase())?;
    let capital = letter.to_uppercase().to_string();
    let letters = language.map_or(["K", "Q", "R", "B", "N"], Language::letters);
    if !letters.into_iter().any(|letters| letters.starts_with(&capital)) {
        return None;
    }
    let (san, mut notes) = parse(&(capital + text.get(letter.len_utf8()..)?), language).ok()?;
    let San::Piece(SanMove { role: Some(role), .. }) = san else {
        return None;
    };
    notes.push(SanNote::LowercasePiece(role));
    Some((san, notes))
}
