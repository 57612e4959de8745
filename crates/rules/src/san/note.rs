//! Reading a text in a position, with what had to be forgiven.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;

use super::{CheckMark, San, SanError};
use crate::{Move, Position, Role};

/// What a text says otherwise than the move is; it does no harm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanNote {
    /// `nf3`: the piece's letter is small.
    SmallLetter(Role),
    /// An `x`, but nothing is taken.
    NothingTaken,
    /// No `x`, but something is taken.
    CaptureUnsaid,
    /// `+` or `#`, and the move gives something else, or no check at all.
    WrongCheck {
        /// What the text says.
        said: CheckMark,
        /// What the move gives.
        gives: Option<CheckMark>,
    },
}

impl fmt::Display for SanNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SmallLetter(role) => {
                let capital = role.letter();
                let small = capital.to_ascii_lowercase();
                write!(f, "`{small}` is read as the {role}, which is written `{capital}`")
            }
            Self::NothingTaken => f.write_str("the text says that something is taken, but nothing is"),
            Self::CaptureUnsaid => {
                f.write_str("the text does not say that something is taken, but something is")
            }
            Self::WrongCheck { said, gives } => {
                let gives = gives.map_or("no check", CheckMark::name);
                write!(f, "the text says {}, but the move gives {gives}", said.name())
            }
        }
    }
}

impl Position {
    /// The legal move that a text means here, and what the text says otherwise.
    ///
    /// A small letter means a piece only where no pawn move of that name is legal.
    ///
    /// ```
    /// use pinsight_rules::{Position, Role, SanNote};
    /// let start = Position::default();
    /// let (knight, notes) = start.read_san("nf3")?;
    /// assert_eq!(start.san(knight), "Nf3");
    /// assert_eq!(notes, [SanNote::SmallLetter(Role::Knight)]);
    /// # Ok::<(), pinsight_rules::SanError>(())
    /// ```
    pub fn read_san(&self, text: &str) -> Result<(Move, Vec<SanNote>), SanError> {
        let (san, small) = San::parse_here(text, self)?;
        let mv = san.resolve(self)?;
        Ok((mv, self.san_notes(&san, small, mv)))
    }

    /// What a text that means this move says otherwise.
    pub(crate) fn san_notes(&self, san: &San, small: Option<Role>, mv: Move) -> Vec<SanNote> {
        let mut notes: Vec<SanNote> = small.map(SanNote::SmallLetter).into_iter().collect();
        let check = match san {
            San::Piece(parts) => {
                let takes = self.is_capture(mv);
                // Two squares without a piece, as UCI writes them, never say what is taken.
                let says = parts.capture || parts.role.is_none();
                if parts.capture && !takes {
                    notes.push(SanNote::NothingTaken);
                } else if takes && !says {
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
        notes
    }
}

impl San {
    /// Takes a text apart; where it is no move here but would be with a capital letter, so, with the piece meant.
    pub(crate) fn parse_here(text: &str, position: &Position) -> Result<(Self, Option<Role>), SanError> {
        let plain = Self::parse(text);
        if plain.as_ref().is_ok_and(|san| san.is_coordinates() || san.resolve(position).is_ok()) {
            return plain.map(|san| (san, None));
        }
        match Self::parse_small_letter(text) {
            // A text that is no pawn move at all is refused as the piece's move that it must be.
            Some((san, role)) if plain.is_err() || san.resolve(position).is_ok() => Ok((san, Some(role))),
            _ => plain.map(|san| (san, None)),
        }
    }

    fn is_coordinates(&self) -> bool {
        matches!(self, Self::Piece(parts) if parts.role.is_none())
    }

    fn parse_small_letter(text: &str) -> Option<(Self, Role)> {
        let text = text.trim();
        let small = text.chars().next().filter(|letter| "kqrbn".contains(*letter))?;
        let role = Role::from_letter(small)?;
        let capital = format!("{}{}", role.letter(), text.get(1..)?);
        Self::parse(&capital).ok().map(|san| (san, role))
    }
}
