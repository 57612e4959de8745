//! EPD: the first four fields of a FEN, then operations.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::fen::{CastlingNotation, Fen, FenError, FenNote, Word};
use crate::{Move, Position, Setup};

/// A position with operations such as `bm Nf3; id "test 1";`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, unchecked; the counters come from `hmvc` and `fmvn` if they are there.
    pub setup: Setup,
    /// The operations in their order.
    pub operations: Vec<EpdOperation>,
    /// What was repaired.
    pub notes: Vec<FenNote>,
}

/// An operation: what it is called, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperation {
    /// `bm`, `id`, `c0` ...
    pub opcode: String,
    /// Each word or quoted text, quotes taken off.
    pub operands: Vec<String>,
}

impl EpdOperation {
    /// Whether the standard wants a quoted text: `id` and the comments `c0` to `c9`.
    fn takes_text(&self) -> bool {
        matches!(self.opcode.as_bytes(), b"id" | [b'c', b'0'..=b'9'])
    }
}

/// A text that is no EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// One of the first four fields is wrong.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An operation is wrong.
    #[error("EPD operation, column {column}: found {found}, expected {expected}")]
    Operation {
        /// The column in the text, from 1, in characters.
        column: usize,
        /// What stood there.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
}

impl Epd {
    /// The first operation of that name.
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The moves that an operation such as `bm` or `am` names, in the checked position.
    pub fn moves(&self, opcode: &str, position: &Position) -> Result<Vec<Move>, crate::MoveError> {
        self.operation(opcode)
            .map_or(&[][..], |operation| &operation.operands)
            .iter()
            .map(|text| position.parse_move(text))
            .collect()
    }

    fn counter(&self, opcode: &str) -> Option<u16> {
        self.operation(opcode)?.operands.first()?.parse().ok()
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        let mut words = Word::split(text);
        let fen = Fen::read_four(&mut words, text.chars().count() + 1)?;
        let first = words.next().map_or(usize::MAX, |word| word.column - 1);
        let mut epd = Self { setup: fen.setup, operations: read_operations(text, first)?, notes: fen.notes };
        epd.setup.halfmove_clock = epd.counter("hmvc").unwrap_or(0);
        epd.setup.fullmove_number = epd.counter("fmvn").unwrap_or(1).max(1);
        Ok(epd)
    }
}

fn read_operations(text: &str, first: usize) -> Result<Vec<EpdOperation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut characters = text.chars().enumerate().skip(first).peekable();
    while let Some((column, letter)) = characters.next() {
        match letter {
            ';' => {
                let mut ended = words.drain(..);
                let opcode = ended.next().ok_or_else(|| EpdError::Operation {
                    column: column + 1,
                    found: "`;`".to_owned(),
                    expected: "the name of an operation",
                })?;
                let operands = ended.collect();
                operations.push(EpdOperation { opcode, operands });
            }
            '"' if words.is_empty() => {
                return Err(EpdError::Operation {
                    column: column + 1,
                    found: "a quoted text".to_owned(),
                    expected: "the name of an operation",
                });
            }
            '"' => {
                let mut quoted = String::new();
                loop {
                    match characters.next() {
                        Some((_, '"')) => break,
                        Some((_, letter)) => quoted.push(letter),
                        None => {
                            return Err(EpdError::Operation {
                                column: column + 1,
                                found: "an open quote".to_owned(),
                                expected: "a closing `\"`",
                            });
                        }
                    }
                }
                words.push(quoted);
            }
            _ if letter.is_ascii_whitespace() => {}
            _ => {
                let mut word = String::from(letter);
                while let Some((_, letter)) = characters
                    .next_if(|&(_, letter)| !letter.is_ascii_whitespace() && letter != ';' && letter != '"')
                {
                    word.push(letter);
                }
                words.push(word);
            }
        }
    }
    if words.is_empty() {
        Ok(operations)
    } else {
        Err(EpdError::Operation {
            column: text.chars().count() + 1,
            found: "nothing".to_owned(),
            expected: "`;` after the last operation",
        })
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup.epd_fields(CastlingNotation::XFen))?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                let breaks = |letter: char| letter.is_ascii_whitespace() || letter == ';';
                if operation.takes_text() || operand.is_empty() || operand.contains(breaks) {
                    write!(f, " \"{operand}\"")?;
                } else {
                    write!(f, " {operand}")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}
