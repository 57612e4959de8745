//! Reads a text in a position with the lenient parser and notes what is not canonical.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;

use super::parse::parse;
use super::{CheckMark, Language, San, SanError};
use crate::{Move, Position, Role};

/// How a text differs from the SAN of the move it was read as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanNote {
    /// Whitespace or zero-width characters around the move.
    InvisibleCharacters,
    /// Castling is not written `O-O` or `O-O-O`.
    CastlingSpelling,
    /// `nf3`: the piece letter is in lower case.
    SmallLetter(Role),
    /// An `x`, but the move is not a capture.
    NothingTaken,
    /// No `x`, but the move is a capture.
    CaptureUnsaid,
    /// `+` or `#` where the move gives something else.
    WrongCheck {
        /// The mark in the text.
        said: CheckMark,
        /// The correct mark.
        gives: Option<CheckMark>,
    },
}

impl fmt::Display for SanNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvisibleCharacters => f.write_str("the text has invisible characters around the move"),
            Self::CastlingSpelling => f.write_str("castling is written `O-O` or `O-O-O`"),
            Self::SmallLetter(role) => {
                let capital = role.letter();
                let small = capital.to_ascii_lowercase();
                write!(f, "`{small}` is read as the {role}, which is written `{capital}`")
            }
            Self::NothingTaken => f.write_str("the text has an `x`, but the move is not a capture"),
            Self::CaptureUnsaid => f.write_str("the text has no `x`, but the move is a capture"),
            Self::WrongCheck { said, gives } => {
                let gives = gives.map_or("no check", CheckMark::name);
                write!(f, "the text says {}, but the move gives {gives}", said.name())
            }
        }
    }
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
    /// assert_eq!(knight.notes, [SanNote::SmallLetter(Role::Knight)]);
    /// assert_eq!(start.read_san("Sf3", Some(Language::German))?.mv, knight.mv);
    /// # Ok::<(), pinsight_rules::SanError>(())
    /// ```
    pub fn read_san(&self, text: &str, language: Option<Language>) -> Result<ReadSan, SanError> {
        let (san, mut notes) = self.parse_san(text, language)?;
        if san == San::Null {
            if self.in_check() {
                return Err(SanError::Illegal { san, reason: "no null move while in check".to_owned() });
            }
            return Ok(ReadSan { mv: None, notes });
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
            && let Some((san, note, role)) = parse_lower_case(text, language)
            && (parsed.is_err() || san.resolve(self).is_ok())
        {
            return Ok((san, note.into_iter().chain([SanNote::SmallLetter(role)]).collect()));
        }
        parsed.map(|(san, note)| (san, note.into_iter().collect()))
    }

    /// Adds how `san` differs from the SAN of `mv`.
    pub(crate) fn note_differences(&self, san: &San, mv: Move, notes: &mut Vec<SanNote>) {
        let check = match san {
            San::Piece(parts) => {
                let captures = self.is_capture(mv);
                // Two squares without a piece, as in UCI, never mark a capture.
                let unmarked = !parts.capture && parts.role.is_some();
                if parts.capture && !captures {
                    notes.push(SanNote::NothingTaken);
                } else if captures && unmarked {
                    notes.push(SanNote::CaptureUnsaid);
                }
                parts.check
            }
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
fn parse_lower_case(text: &str, language: Option<Language>) -> Option<(San, Option<SanNote>, Role)> {
    let (letter, rest) = text.trim().split_at_checked(1)?;
    let capital = letter.to_ascii_uppercase();
    let letters = language.map_or(*b"KQRBN", Language::letters);
    if capital == letter || !capital.bytes().all(|capital| letters.contains(&capital)) {
        return None;
    }
    match parse(&(capital + rest), language).ok()? {
        (San::Piece(parts), note) => parts.role.map(|role| (San::Piece(parts), note, role)),
        _ => None,
    }
}
