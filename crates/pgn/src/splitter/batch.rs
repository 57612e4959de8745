//! Some games together.

use std::ops::Range;
use std::sync::Arc;

use super::RawGame;
use super::buffer::Buffer;
use super::tag_place::TagPlace;

/// Some games that stand one after another in one source, with their bytes. Made to be used again and again.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) source: Arc<str>,
    pub(super) bytes: Buffer,
    pub(super) games: Vec<Piece>,
    /// Of all games.
    pub(super) tags: Vec<TagPlace>,
}

#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) number: u64,
    /// In the text of the source.
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) line: u64,
    pub(super) column_offset: u64,
    pub(super) blank_before: bool,
    /// In the bytes of the batch; only the first few if oversized.
    pub(super) bytes: Range<usize>,
    pub(super) oversized: bool,
    /// Among those of the batch.
    pub(super) tags: Range<usize>,
}

impl Batch {
    /// The games, in order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = RawGame<'_>> {
        self.games.iter().map(|piece| self.game(piece))
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many bytes of text the games take, those that were passed over included.
    pub fn text_bytes(&self) -> u64 {
        self.games.iter().map(|piece| piece.length).sum()
    }

    pub(super) fn game<'a>(&'a self, piece: &Piece) -> RawGame<'a> {
        RawGame {
            number: piece.number,
            span: piece.offset..piece.offset + piece.length,
            line: piece.line,
            column_offset: piece.column_offset,
            blank_before: piece.blank_before,
            bytes: self.bytes.get(piece.bytes.clone()).unwrap_or_default(),
            oversized: piece.oversized,
            source: &self.source,
            tags: self.tags.get(piece.tags.clone()).unwrap_or_default(),
        }
    }
}
