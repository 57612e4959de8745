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

    /// Copies the game, so that it can outlive its batch.
    pub fn to_buf(&self) -> RawGameBuf {
        RawGameBuf {
            number: self.number,
            span: self.span.clone(),
            line: self.line,
            column_offset: self.column_offset,
            blank_before: self.blank_before,
            bytes: self.bytes.into(),
            oversized: self.oversized,
            legality: self.legality,
            is_lossy: self.is_lossy,
            source: Arc::clone(self.source),
        }
    }
}

/// A [`RawGame`] that owns its bytes.
#[derive(Clone, Debug)]
pub struct RawGameBuf {
    number: u64,
    span: Range<u64>,
    line: u64,
    column_offset: u64,
    blank_before: bool,
    bytes: Box<[u8]>,
    oversized: bool,
    legality: Legality,
    is_lossy: bool,
    source: Arc<str>,
}

impl RawGameBuf {
    /// Borrows the game.
    pub fn as_raw(&self) -> RawGame<'_> {
        RawGame {
            number: self.number,
            span: self.span.clone(),
            line: self.line,
            column_offset: self.column_offset,
            blank_before: self.blank_before,
            bytes: &self.bytes,
            oversized: self.oversized,
            legality: self.legality,
            is_lossy: self.is_lossy,
            source: &self.source,
        }
    }
}
