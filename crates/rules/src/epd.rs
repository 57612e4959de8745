//! Parses and writes EPD: the first four fields of a FEN, then operations. The counters of a FEN are read as
//! operations.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;
use core::iter::Peekable;
use core::str::FromStr;

use thiserror::Error;

use crate::fen::{CastlingNotation, Fen, FenError, FenField, FenNote, Word};
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
        let mut words = Word::split(text).peekable();
        let mut fen = Fen::read_four(&mut words, text.chars().count() + 1)?;
        let counters = read_counters(&mut fen, &mut words)?;
        let first = words.next().map_or(usize::MAX, |word| word.column - 1);
        let (operations, is_closed) = read_operations(text, first)?;
        if !is_closed {
            fen.note(FenField::Operations, "", ";");
        }
        let operations = counters.into_iter().chain(operations).collect();
        let mut epd = Self { setup: fen.setup, operations, notes: fen.notes };
        epd.setup.halfmove_clock = epd.counter("hmvc").unwrap_or(0);
        epd.setup.fullmove_number = epd.counter("fmvn").unwrap_or(1).max(1);
        Ok(epd)
    }
}

/// Parses the counters of a FEN, which test suites put before the operations, as operations.
fn read_counters<'a>(
    fen: &mut Fen,
    words: &mut Peekable<impl Iterator<Item = Word<'a>>>,
) -> Result<Vec<EpdOperation>, FenError> {
    let fields = [(FenField::HalfmoveClock, "hmvc", 0), (FenField::FullmoveNumber, "fmvn", 1)];
    let mut counters = Vec::new();
    for (field, opcode, least) in fields {
        let Some(word) = words.next_if(|word| word.text.starts_with(|c: char| c.is_ascii_digit())) else {
            break;
        };
        let count = fen.read_counter(word, field, least)?;
        counters.push(EpdOperation { opcode: opcode.to_owned(), operands: vec![count.to_string()] });
    }
    Ok(counters)
}

/// Parses the operations; also returns whether a `;` closes the last one.
fn read_operations(text: &str, first: usize) -> Result<(Vec<EpdOperation>, bool), EpdError> {
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
    let mut unclosed = words.into_iter();
    let opcode = unclosed.next();
    let is_closed = opcode.is_none();
    operations.extend(opcode.map(|opcode| EpdOperation { opcode, operands: unclosed.collect() }));
    Ok((operations, is_closed))
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup.epd_fields(CastlingNotation::XFen))?;
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for EpdOperation {
    /// `bm Nf3;`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            let breaks = |letter: char| letter.is_ascii_whitespace() || letter == ';';
            if self.is_quoted() || operand.is_empty() || operand.contains(breaks) {
                write!(f, " \"{operand}\"")?;
            } else {
                write!(f, " {operand}")?;
            }
        }
        f.write_str(";")
    }
}
