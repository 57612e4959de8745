//! Bytes that have been read.

use std::ops::Deref;

/// Some bytes, and room behind them. Unlike that of a `Vec`, the room need not be cleared each time it is filled.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    filled: usize,
}

impl Buffer {
    /// The room for this many bytes in all.
    pub(super) fn room(&mut self, goal: usize) -> &mut [u8] {
        if self.bytes.len() < goal {
            self.bytes.resize(goal, 0);
        }
        self.bytes.get_mut(self.filled..goal).unwrap_or_default()
    }

    /// So many bytes have come into the room.
    pub(super) fn grow(&mut self, count: usize) {
        self.filled = self.bytes.len().min(self.filled + count);
    }

    /// Puts more bytes behind those that are here.
    pub(super) fn append(&mut self, more: &[u8]) {
        let room = self.room(self.filled + more.len());
        room.copy_from_slice(more);
        self.filled += more.len();
    }

    /// Keeps the first bytes only.
    pub(super) fn truncate(&mut self, length: usize) {
        self.filled = self.filled.min(length);
    }

    /// Takes the first bytes away.
    pub(super) fn drop_first(&mut self, count: usize) {
        let count = count.min(self.filled);
        self.bytes.copy_within(count..self.filled, 0);
        self.filled -= count;
    }

    /// Gives back what is held beyond this length and needed no more.
    pub(super) fn shrink_to(&mut self, length: usize) {
        self.bytes.truncate(length.max(self.filled));
        self.bytes.shrink_to_fit();
    }

    /// How much memory is held.
    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.get(..self.filled).unwrap_or_default()
    }
}
