//! Games one after another, for people.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::fault::Fault;
use crate::game::Game;
use crate::source::{Source, SourceError};
use crate::splitter::{SplitOptions, Splitter};

/// Opens a file for reading, packed or plain.
///
/// ```no_run
/// for game in pinsight_pgn::open("games.pgn.zst")?.games() {
///     let game = game?; // only a file that breaks off is an error
///     println!("{:?} {}", game.tags.get("White"), game.result);
/// }
/// # Ok::<(), pinsight_pgn::SourceError>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Source, SourceError> {
    Source::open(path)
}

impl Source {
    /// The games of the source, in order. A game never is an error; a stream that breaks off gives its whole games,
    /// then the error, then nothing.
    pub fn games(self) -> Games {
        Games::new(self, SplitOptions::default())
    }
}

/// The games of a [`Source`].
#[derive(Debug)]
pub struct Games {
    splitter: Splitter,
    once: OncePerFile,
}

impl Games {
    /// The games of a source that is cut with these options.
    pub fn new(source: Source, options: SplitOptions) -> Self {
        Self { splitter: Splitter::with_options(source, options), once: OncePerFile::default() }
    }
}

impl Iterator for Games {
    type Item = Result<Game, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.splitter.next_game()?;
        Some(game.map(|raw| {
            let mut game = Game::read(&raw);
            let told = game.diagnostics.len();
            game.diagnostics.retain(|found| self.once.is_news(found));
            // Not told again, but repaired all the same.
            game.repaired_quietly = game.diagnostics.len() < told;
            game
        }))
    }
}

/// Passes on what is worth saying once per file only once per file: that its bytes are no UTF-8.
#[derive(Clone, Debug, Default)]
pub struct OncePerFile {
    told: HashSet<Arc<str>>,
}

impl OncePerFile {
    /// Whether to pass it on.
    pub fn is_news(&mut self, diagnostic: &Diagnostic) -> bool {
        diagnostic.fault != Fault::NotUtf8 || self.told.insert(Arc::clone(&diagnostic.source))
    }
}
