//! Byte ranges.

use std::ops::Range;

/// A byte range. Unlike [`Range`] it is `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(crate) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start..self.end).unwrap_or_default()
    }

    pub(crate) const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}
