//! Text in memory, game by game.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::cut::{Cut, next_cut};
use super::{Cursor, RawGame};
use crate::reader::{Visitor, visit, visit_first};
use crate::token::BOM;

/// Text in memory that is gone through game by game, without copying it.
///
/// ```
/// use pinsight_pgn::{GameText, Visitor};
/// struct Nobody;
/// impl Visitor for Nobody {}
///
/// let name = "example".into();
/// let mut text = GameText::new(&name, b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n");
/// let (first, _) = text.visit_next(&mut Nobody).unwrap();
/// assert_eq!(first.bytes, b"1. e4 e5 1-0\n\n");
/// assert_eq!(text.next().unwrap().number, 2);
/// assert!(text.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct GameText<'a> {
    name: &'a Arc<str>,
    bytes: &'a [u8],
    cursor: Cursor,
}

impl<'a> GameText<'a> {
    /// Some text; `name` stands in diagnostics.
    pub fn new(name: &'a Arc<str>, bytes: &'a [u8]) -> Self {
        let mut cursor = Cursor::new();
        if bytes.starts_with(BOM) {
            cursor.offset = BOM.len() as u64;
        }
        Self { name, bytes, cursor }
    }

    /// Reads the next game and finds its end on the way: less work than to cut it out first. Returns which game it was,
    /// and whether the visitor broke off.
    ///
    /// The visitor is told the same as by [`visit`], but that the bytes are no UTF-8 it is told last.
    #[inline]
    pub fn visit_next<V: Visitor>(&mut self, visitor: &mut V) -> Option<(RawGame<'a>, ControlFlow<()>)> {
        let rest = self.rest();
        // Anything else may be no game at all.
        if !rest.bytes.first().is_some_and(|&first| first == b'[' || first.is_ascii_alphanumeric()) {
            let game = self.next()?;
            let flow = visit(&game, visitor);
            return Some((game, flow));
        }
        let (flow, length) = visit_first(&rest, visitor);
        let game = match length {
            Some(length) => self.pass(length),
            None => self.next(),
        };
        Some((game?, flow))
    }

    /// All that is left, as if it were one game.
    pub(crate) fn rest(&self) -> RawGame<'a> {
        let bytes = self.bytes.get(self.cursor.offset as usize..).unwrap_or_default();
        RawGame {
            number: self.cursor.number,
            span: self.cursor.offset..self.bytes.len() as u64,
            line: self.cursor.line,
            column_offset: self.cursor.column_offset,
            blank_before: self.cursor.blank_before,
            bytes,
            oversized: false,
            source: self.name,
            tags: &[],
        }
    }

    /// Goes on behind the next game, which has this length.
    fn pass(&mut self, length: usize) -> Option<RawGame<'a>> {
        let mut game = self.rest();
        game.bytes = game.bytes.get(..length)?;
        self.cursor.pass(game.bytes);
        self.cursor.number += 1;
        game.span.end = self.cursor.offset;
        Some(game)
    }
}

impl<'a> Iterator for GameText<'a> {
    type Item = RawGame<'a>;

    fn next(&mut self) -> Option<RawGame<'a>> {
        match next_cut(self.rest().bytes, true, None) {
            Cut::Game(length) | Cut::Last { length, .. } => self.pass(length),
            Cut::Blank | Cut::More => None,
        }
    }
}

#[cfg(test)]
mod tests;
