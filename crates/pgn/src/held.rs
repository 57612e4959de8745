//! A game's bytes, kept.

use std::ops::Range;
use std::sync::Arc;

use crate::splitter::RawGame;

/// A [`RawGame`] that owns its bytes, so that it can be kept when the batch that it came in is gone.
#[derive(Clone, Debug, Default)]
pub struct HeldGame {
    number: u64,
    span: Range<u64>,
    line: u64,
    column_offset: u64,
    blank_before: bool,
    bytes: Box<[u8]>,
    oversized: bool,
    source: Arc<str>,
}

impl HeldGame {
    /// The game as it was cut.
    pub fn raw(&self) -> RawGame<'_> {
        RawGame {
            number: self.number,
            span: self.span.clone(),
            line: self.line,
            column_offset: self.column_offset,
            blank_before: self.blank_before,
            bytes: &self.bytes,
            oversized: self.oversized,
            source: &self.source,
            tags: &[],
        }
    }
}

impl From<&RawGame<'_>> for HeldGame {
    fn from(raw: &RawGame<'_>) -> Self {
        Self {
            number: raw.number,
            span: raw.span.clone(),
            line: raw.line,
            column_offset: raw.column_offset,
            blank_before: raw.blank_before,
            bytes: raw.bytes.into(),
            oversized: raw.oversized,
            source: Arc::clone(raw.source),
        }
    }
}
