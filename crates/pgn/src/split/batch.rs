//! Batches of games.

use std::ops::Range;
use std::sync::Arc;

use pinsight_rules::Legality;

use super::cursor::Cursor;
use super::raw_game::RawGame;

/// Consecutive games of one source with their bytes; reusable.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) source: Arc<str>,
    pub(super) legality: Legality,
    pub(super) is_lossy: bool,
    pub(super) bytes: Vec<u8>,
    pub(super) games: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) place: Cursor,
    /// In the source.
    pub(super) length: u64,
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
        let bytes = self.bytes.get(entry.bytes.clone()).unwrap_or_default();
        RawGame {
            oversized: entry.oversized,
            legality: self.legality,
            is_lossy: self.is_lossy,
            ..entry.place.game(&self.source, bytes, entry.length)
        }
    }
}

/// A [`RawGame`] that owns its bytes.
#[derive(Clone, Debug)]
pub struct RawGameBuf {
    batch: Batch,
    entry: Entry,
}

impl RawGameBuf {
    /// Borrows the game.
    pub fn as_raw(&self) -> RawGame<'_> {
        self.batch.game(&self.entry)
    }
}

impl RawGame<'_> {
    /// Copies the game, so that it can outlive its batch.
    pub fn to_buf(&self) -> RawGameBuf {
        let Self { number, line, column_offset, blank_before, legality, is_lossy, oversized, .. } = *self;
        let place = Cursor { number, offset: self.span.start, line, column_offset, blank_before };
        let length = self.span.end - self.span.start;
        let (source, bytes) = (Arc::clone(self.source), self.bytes.to_vec());
        RawGameBuf {
            entry: Entry { place, length, bytes: 0..bytes.len(), oversized },
            batch: Batch { source, legality, is_lossy, bytes, games: Vec::new() },
        }
    }
}
