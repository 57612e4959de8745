//! Parses and writes EPD: the first four fields of a FEN, then operations.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::fen::{CastlingNotation, Fen, FenError, FenNote, Word};
use crate::{Move, Position, Setup};

/// A position with operations such as `bm Nf3; id "test 1";`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, unchecked, with the counters of `hmvc` and `fmvn`.
    pub setup: Setup,
    /// The operations in their order.
    pub operations: Vec<EpdOperation>,
    /// The corrections.
    pub notes: Vec<FenNote>,
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperation {
    /// `bm`, `id`, `c0` ...
    pub opcode: String,
    /// The words and quoted texts, without quotes.
    pub operands: Vec<String>,
}

impl EpdOperation {
    /// Whether the standard requires a quoted text: `id` and the comments `c0` to `c9`.
    fn is_quoted(&self) -> bool {
        matches!(self.opcode.as_bytes(), b"id" | [b'c', b'0'..=b'9'])
    }
}

/// A syntax error in an EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// In one of the first four fields.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// In an operation.
    #[error("EPD operation, column {column}: found {found}, expected {expected}")]
    Operation {
        /// The column in the text, from 1, in characters.
        column: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl Epd {
    /// Returns the first operation with that opcode.
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// Parses the moves of an operation such as `bm` or `am`.
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
    let error = |index: usize, found: &str, expected| EpdError::Operation {
        column: index + 1,
        found: found.to_owned(),
        expected,
    };
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut characters = text.chars().enumerate().skip(first).peekable();
    while let Some((index, letter)) = characters.next() {
        match letter {
            ';' => {
                let mut ended = words.drain(..);
                let opcode = ended.next().ok_or_else(|| error(index, "`;`", "the name of an operation"))?;
                operations.push(EpdOperation { opcode, operands: ended.collect() });
            }
            '"' if words.is_empty() => return Err(error(index, "a quoted text", "the name of an operation")),
            '"' => {
                let mut quoted = String::new();
                loop {
                    match characters.next() {
                        Some((_, '"')) => break,
                        Some((_, letter)) => quoted.push(letter),
                        None => return Err(error(index, "an open quote", "a closing `\"`")),
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
        Err(error(text.chars().count(), "nothing", "`;` after the last operation"))
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup.epd_fields(CastlingNotation::XFen))?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                let breaks = |letter: char| letter.is_ascii_whitespace() || letter == ';';
                if operation.is_quoted() || operand.is_empty() || operand.contains(breaks) {
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
