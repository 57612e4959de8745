//! Games of a text in memory.

use std::sync::Arc;

use super::cursor::Cursor;
use super::cut::{Cut, marks, next_cut};
use super::raw_game::RawGame;

/// Splits text in memory into games without copying it. Diagnostics show `name`.
///
/// ```
/// let text = "1. e4 e5 1-0\n\n1. d4 d5 0-1\n";
/// let name = "example".into();
/// let games: Vec<_> = pinsight_pgn::split(&name, text.as_bytes()).collect();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[1].bytes, b"1. d4 d5 0-1\n");
/// ```
pub fn split<'a>(name: &'a Arc<str>, bytes: &'a [u8]) -> impl Iterator<Item = RawGame<'a>> {
    let mut cursor = Cursor::new();
    std::iter::from_fn(move || {
        let rest = bytes.get(cursor.offset as usize..)?;
        let marks = marks(rest);
        cursor.offset += marks as u64;
        let rest = rest.get(marks..)?;
        let length = match next_cut(rest, true) {
            Cut::Game(length) | Cut::Last { length, .. } => length,
            Cut::Blank | Cut::More => return None,
        };
        let bytes = rest.get(..length)?;
        let game = cursor.game(name, bytes, length as u64);
        cursor.advance(bytes);
        cursor.number += 1;
        Some(game)
    })
}
