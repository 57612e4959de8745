//! The bytes of one game.

use std::ops::Range;
use std::sync::Arc;

use pinsight_rules::Legality;

use crate::diagnostic::Origin;

/// The bytes of one game and their place in the source.
///
/// A game extends from its first tag or move to that of the next game; blank lines and comments between two games
/// belong to the first of them.
#[derive(Clone, Debug)]
pub struct RawGame<'a> {
    /// The number of the game in its source, from 1.
    pub number: u64,
    /// The byte range in the (decompressed) source.
    pub span: Range<u64>,
    /// The line on which the game begins, from 1.
    pub line: u64,
    /// The number of bytes before the game on its first line.
    pub column_offset: u64,
    /// Whether a blank line precedes the game; true for the first game.
    pub blank_before: bool,
    /// The bytes; only the first few if the game is [`oversized`](Self::oversized).
    pub bytes: &'a [u8],
    /// Whether the game exceeds [`SplitOptions::max_game`](crate::SplitOptions::max_game), so that its bytes went to
    /// [`SplitOptions::overflow`](crate::SplitOptions::overflow).
    pub oversized: bool,
    /// Which start positions are accepted.
    pub legality: Legality,
    /// Whether the source is UTF-16 with unpaired surrogates, so that U+FFFD marks a lost character.
    pub is_lossy: bool,
    /// The name of the source.
    pub source: &'a Arc<str>,
}

impl<'a> RawGame<'a> {
    /// Returns the only game of some bytes. Bytes after its end are ignored; [`split`](crate::split()) finds all games.
    pub fn new(source: &'a Arc<str>, bytes: &'a [u8]) -> Self {
        Self {
            number: 1,
            span: 0..bytes.len() as u64,
            line: 1,
            column_offset: 0,
            blank_before: true,
            bytes,
            oversized: false,
            legality: Legality::Strict,
            is_lossy: false,
            source,
        }
    }
}

impl RawGame<'_> {
    pub(crate) fn origin(&self) -> Origin<'_> {
        Origin {
            source: self.source,
            game: self.number,
            offset: self.span.start,
            line: self.line,
            column_offset: self.column_offset,
            bytes: self.bytes,
        }
    }
}
