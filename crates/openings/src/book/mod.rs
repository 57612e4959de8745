//! Polyglot opening books.
//!
//! A book is a sequence of entries of 16 bytes, big endian, sorted by key: the [key](Zobrist::polyglot) of the position (8),
//! the move (2), its weight (2) and a number for learning (4).

mod builder;
mod entry;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use pinsight_rules::{Move, Position, Zobrist};
use thiserror::Error;

pub use builder::BookBuilder;
pub use entry::BookEntry;
use entry::SIZE;

/// Why a book cannot be read.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the book: {0}")]
    Read(#[from] io::Error),
    /// The last entry is incomplete.
    #[error(
        "the book is cut off: found {extra} of the 16 bytes of entry {number}; expected a multiple of 16 bytes"
    )]
    Truncated {
        /// The number of the incomplete entry, from 1.
        number: usize,
        /// The number of its bytes.
        extra: usize,
    },
    /// The entries are not in order, so this is not a Polyglot book.
    #[error("not a Polyglot book: the key of entry {number} is less than that of the entry before it")]
    Unsorted {
        /// The number of the entry, from 1.
        number: usize,
    },
}

/// A move of a book in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position.
    pub played: Move,
    /// The weight: how often the move is chosen, relative to the other moves.
    pub weight: u16,
    /// The number that engines use for learning.
    pub learn: u32,
}

/// The entries of a book for a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probe {
    /// The legal moves, the greatest weight first.
    pub moves: Vec<BookMove>,
    /// The number of entries whose move is not legal in the position.
    pub illegal: usize,
}

impl Probe {
    /// Returns the sum of the weights.
    pub fn weight(&self) -> u64 {
        self.moves.iter().map(|found| u64::from(found.weight)).sum()
    }

    /// Chooses a move with a probability in proportion to its weight, by a random number. `None` if all weights are 0.
    pub fn choose(&self, random: u64) -> Option<Move> {
        let mut rest = ((u128::from(random) * u128::from(self.weight())) >> 64) as u64;
        for found in &self.moves {
            let weight = u64::from(found.weight);
            if rest < weight {
                return Some(found.played);
            }
            rest -= weight;
        }
        None
    }
}

/// A Polyglot book in memory.
///
/// ```
/// use pinsight_openings::{Book, BookBuilder};
/// use pinsight_pgn::GameResult;
/// use pinsight_rules::{Color, Position};
///
/// let start = Position::default();
/// let mut builder = BookBuilder::default();
/// builder.add(&start, start.parse_move("e4")?, GameResult::Win(Color::White));
/// let book = Book::from_bytes(&builder.finish(1).to_bytes())?;
/// assert_eq!(start.san(book.probe(&start).moves[0].played), "e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Sorted by key.
    entries: Vec<BookEntry>,
}

impl Book {
    /// Reads a book from a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads a book from its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let (whole, rest) = bytes.as_chunks::<SIZE>();
        if !rest.is_empty() {
            return Err(BookError::Truncated { number: whole.len() + 1, extra: rest.len() });
        }
        let entries: Vec<BookEntry> = whole.iter().map(BookEntry::from_bytes).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(index) => Err(BookError::Unsorted { number: index + 2 }),
            None => Ok(Self { entries }),
        }
    }

    /// Returns the entries, sorted by key.
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Finds the moves of a position.
    pub fn probe(&self, position: &Position) -> Probe {
        let key = Zobrist::polyglot(position).0;
        let begin = self.entries.partition_point(|entry| entry.key < key);
        let mut probe = Probe::default();
        for entry in self.entries[begin..].iter().take_while(|entry| entry.key == key) {
            match entry.read_move(position) {
                Some(played) => {
                    probe.moves.push(BookMove { played, weight: entry.weight, learn: entry.learn });
                }
                None => probe.illegal += 1,
            }
        }
        probe.moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
        probe
    }

    /// Returns a book with the entries of all `books`. Weights of the same move in the same position are added.
    pub fn merge<'a>(books: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut builder = BookBuilder::default();
        for entry in books.into_iter().flat_map(|book| &book.entries) {
            builder.add_entry(entry);
        }
        builder.finish(0)
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    /// Writes the file.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        self.entries.iter().try_for_each(|entry| out.write_all(&entry.to_bytes()))
    }
}
