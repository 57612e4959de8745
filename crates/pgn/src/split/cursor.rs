//! The place of the next game.

use crate::text::{count_lines, ends_with_blank_line};

/// The place at which the next game begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub(super) number: u64,
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) column_offset: u64,
    pub(super) blank_before: bool,
}

impl Cursor {
    pub(super) fn new() -> Self {
        Self { number: 1, offset: 0, line: 1, column_offset: 0, blank_before: true }
    }

    /// Advances over bytes.
    pub(super) fn advance(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        let (lines, last) = count_lines(bytes);
        self.line += lines;
        match last {
            Some(end) => self.column_offset = (bytes.len() - end) as u64,
            None => self.column_offset += bytes.len() as u64,
        }
        self.blank_before = ends_with_blank_line(bytes);
    }
}
