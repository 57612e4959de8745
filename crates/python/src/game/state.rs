//! What a game is pickled as.

use std::sync::Arc;

use pinsight_pgn::{Game as PgnGame, NoGame, RawGame};
use pinsight_rules::Legality;
use pyo3::prelude::*;

use super::lazy::LazyGame;
use crate::error::pgn_error;

/// What a game is pickled as.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) enum State {
    /// A game as it was read, with its place: reading it again gives the same diagnostics.
    #[pyo3(from_item_all)]
    Read { source: String, place: TextPlace, text: Vec<u8>, flags: TextFlags },
    /// A game that was made or edited: its PGN, and its tags without those that PGN requires.
    #[pyo3(from_item_all)]
    Edited { pgn: String, tags: Vec<(String, String)> },
}

/// The number of the game, its first and last byte in the file, its line, and the bytes before it on that line.
type TextPlace = (u64, u64, u64, u64, u64);

/// Whether a blank line precedes the game, and whether it is oversized, may start from an impossible position, and has lost
/// characters.
type TextFlags = (bool, bool, bool, bool);

impl State {
    pub(crate) fn of(game: &LazyGame) -> Self {
        let Some(text) = game.text() else {
            let tags = game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
            return Self::Edited { pgn: game.to_string(), tags: tags.collect() };
        };
        let raw = text.as_raw();
        let allow_impossible = raw.legality == Legality::AllowImpossible;
        Self::Read {
            source: raw.source.to_string(),
            place: (raw.number, raw.span.start, raw.span.end, raw.line, raw.column_offset),
            text: raw.bytes.to_vec(),
            flags: (raw.blank_before, raw.oversized, allow_impossible, raw.is_lossy),
        }
    }

    pub(crate) fn restore(self) -> PyResult<LazyGame> {
        match self {
            Self::Edited { pgn, tags } => {
                let mut game: PgnGame = pgn.parse().map_err(|error: NoGame| pgn_error(error))?;
                game.tags = tags.into_iter().collect();
                Ok(game.into())
            }
            Self::Read { source, place, text, flags } => {
                let (number, start, end, line, column_offset) = place;
                let (blank_before, oversized, allow_impossible, is_lossy) = flags;
                let legality = if allow_impossible { Legality::AllowImpossible } else { Legality::Strict };
                let source: Arc<str> = source.into();
                let raw = RawGame {
                    number,
                    span: start..end,
                    line,
                    column_offset,
                    blank_before,
                    bytes: &text,
                    oversized,
                    legality,
                    is_lossy,
                    source: &source,
                };
                Ok(raw.to_buf().into())
            }
        }
    }
}
