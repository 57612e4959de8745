//! A read buffer.

use std::ops::Deref;

/// Bytes with room to read more. Unlike `Vec`, it does not zero the room before each read.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    filled: usize,
}

impl Buffer {
    /// Returns the room up to `goal` bytes in total.
    pub(super) fn room(&mut self, goal: usize) -> &mut [u8] {
        if self.bytes.len() < goal {
            self.bytes.resize(goal, 0);
        }
        self.bytes.get_mut(self.filled..goal).unwrap_or_default()
    }

    /// Marks `count` more bytes as filled.
    pub(super) fn grow(&mut self, count: usize) {
        self.filled = self.bytes.len().min(self.filled + count);
    }

    /// Appends bytes.
    pub(super) fn append(&mut self, more: &[u8]) {
        let room = self.room(self.filled + more.len());
        room.copy_from_slice(more);
        self.filled += more.len();
    }

    /// Keeps the first `length` bytes.
    pub(super) fn truncate(&mut self, length: usize) {
        self.filled = self.filled.min(length);
    }

    /// Removes the first `count` bytes.
    pub(super) fn drop_first(&mut self, count: usize) {
        let count = count.min(self.filled);
        self.bytes.copy_within(count..self.filled, 0);
        self.filled -= count;
    }

    /// Frees memory beyond `length` that is not filled.
    pub(super) fn shrink_to(&mut self, length: usize) {
        self.bytes.truncate(length.max(self.filled));
        self.bytes.shrink_to_fit();
    }

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
