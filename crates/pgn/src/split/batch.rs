//! Batches of games.

use std::ops::Range;
use std::sync::Arc;

use pinsight_rules::Legality;

use super::buffer::Buffer;
use super::raw_game::RawGame;

/// Consecutive games of one source with their bytes; reusable.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) source: Arc<str>,
    pub(super) legality: Legality,
    pub(super) is_lossy: bool,
    pub(super) bytes: Buffer,
    pub(super) games: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) number: u64,
    /// In the source.
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) line: u64,
    pub(super) column_offset: u64,
    pub(super) blank_before: bool,
    /// In the bytes of the batch; only the first few if oversized.
    pub(super) bytes: Range<usize>,
    pub(super) oversized: bool,
}

impl Batch {
    /// Iterates over the games in order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = RawGame<'_>> {
        self.games.iter().map(|entry| self.game(entry))
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the number of bytes of the games in the source, oversized games included.
    pub fn text_bytes(&self) -> u64 {
        self.games.iter().map(|entry| entry.length).sum()
    }

    pub(super) fn game<'a>(&'a self, entry: &Entry) -> RawGame<'a> {
        RawGame {
            number: entry.number,
            span: entry.offset..entry.offset + entry.length,
            line: entry.line,
            column_offset: entry.column_offset,
            blank_before: entry.blank_before,
            bytes: self.bytes.get(entry.bytes.clone()).unwrap_or_default(),
            oversized: entry.oversized,
            legality: self.legality,
            is_lossy: self.is_lossy,
            source: &self.source,
        }
    }
}
