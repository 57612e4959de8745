//! The games of a source, one after another.

use std::path::Path;

use super::Game;
use crate::replay::Replayer;
use crate::source::{Source, SourceError};
use crate::split::{SplitOptions, Splitter};

/// Opens a file, plain or compressed.
///
/// ```no_run
/// for game in pinsight_pgn::open("games.pgn.zst")?.games() {
///     let game = game?; // an error means that the rest of the file cannot be read
///     println!("{:?} {}", game.tags.get("White"), game.result);
/// }
/// # Ok::<(), pinsight_pgn::SourceError>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Source, SourceError> {
    Source::open(path)
}

impl Source {
    /// Iterates over the games. If the stream fails, yields its complete games, then the error.
    pub fn games(self) -> Games {
        Games::new(self, SplitOptions::default())
    }
}

/// The games of a [`Source`].
#[derive(Debug)]
pub struct Games {
    splitter: Splitter,
    replayer: Replayer,
}

impl Games {
    /// Reads the games of a source.
    pub fn new(source: Source, options: SplitOptions) -> Self {
        Self { splitter: Splitter::with_options(source, options), replayer: Replayer::new() }
    }
}

impl Iterator for Games {
    type Item = Result<Game, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let raw = self.splitter.next_game()?;
        Some(raw.map(|raw| Game::read_with(&mut self.replayer, &raw)))
    }
}
