//! The place of a game.

use std::sync::Arc;

use super::raw_game::RawGame;
use crate::text::{count_lines, ends_with_blank_line};

/// The place at which a game begins.
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

    /// Returns the game at this place; `length` is the number of its bytes in the source.
    pub(super) fn game<'a>(self, source: &'a Arc<str>, bytes: &'a [u8], length: u64) -> RawGame<'a> {
        let Self { number, offset, line, column_offset, blank_before } = self;
        let span = offset..offset + length;
        RawGame { number, span, line, column_offset, blank_before, ..RawGame::new(source, bytes) }
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
