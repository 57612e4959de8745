//! Continues the review of many games: the games that the output file holds already are skipped.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pinsight_pgn::{Game, Source, Splitter};

/// A PGN file that grows by one game at a time, so that an interrupted review can continue.
pub(crate) struct GrowingFile {
    path: PathBuf,
    file: File,
    /// The games that the file held at the start and that the input has not reached yet, with their first bytes.
    done: VecDeque<(u64, u64)>,
    is_empty: bool,
    /// Whether the first game replaces what the file holds.
    discards: bool,
    /// Whether to remove the file if it stays empty.
    is_new: bool,
}

impl GrowingFile {
    /// Opens or creates a file; with `force`, its first new game or `finish` discards what it holds.
    pub(crate) fn open(path: &Path, force: bool) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        if path.exists() && !path.is_file() {
            bail!("cannot write {}: not a regular file", path.display());
        }
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(cannot)?;
        let is_empty = force || file.seek(SeekFrom::End(0)).with_context(cannot)? == 0;
        let done = if is_empty { VecDeque::new() } else { games_of(path)? };
        if !is_empty && done.is_empty() {
            bail!("{} exists and holds no games; use --force to overwrite it", path.display());
        }
        Ok(Self { path: path.to_owned(), file, done, is_empty, discards: force, is_new })
    }

    /// Whether the file holds this game, the next one of the input.
    pub(crate) fn skip(&mut self, game: &Game) -> anyhow::Result<bool> {
        let Some(&(first_byte, known)) = self.done.front() else {
            return Ok(false);
        };
        if known == identity(game) {
            self.done.pop_front();
            return Ok(true);
        }
        if self.done.len() > 1 {
            bail!("{} exists and holds other games; use --force to overwrite it", self.path.display());
        }
        if !is_prefix(&self.path, first_byte, game)? {
            bail!("{} exists and holds another game; use --force to overwrite it", self.path.display());
        }
        // The last game was cut off while it was written.
        self.done.clear();
        self.file.set_len(first_byte).with_context(|| self.cannot())?;
        self.file.seek(SeekFrom::End(0)).with_context(|| self.cannot())?;
        self.is_empty = first_byte == 0;
        Ok(false)
    }

    /// Appends a game.
    pub(crate) fn append(&mut self, game: &[u8]) -> anyhow::Result<()> {
        self.discard()?;
        let mut bytes = Vec::with_capacity(game.len() + 1);
        if !self.is_empty {
            bytes.push(b'\n');
        }
        self.is_empty = false;
        bytes.extend_from_slice(game);
        self.file.write_all(&bytes).and_then(|()| self.file.flush()).with_context(|| self.cannot())
    }

    /// Keeps the file, even if it has no games.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.is_new = false;
        self.discard()
    }

    /// Discards what the file held before, at the first call only.
    fn discard(&mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.discards) {
            self.file.set_len(0).with_context(|| self.cannot())?;
        }
        Ok(())
    }

    fn cannot(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}

impl Drop for GrowingFile {
    fn drop(&mut self) {
        if self.is_new && self.is_empty {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the first byte and the identity of each game.
fn games_of(path: &Path) -> anyhow::Result<VecDeque<(u64, u64)>> {
    let mut splitter = Splitter::new(Source::open(path)?);
    let mut games = VecDeque::new();
    while let Some(raw) = splitter.next_game() {
        let game = Game::read(&raw?);
        games.push_back((game.span().start, identity(&game)));
    }
    Ok(games)
}

/// Identifies a game by its players, its occasion, its start and its mainline.
fn identity(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
        let known = game.tags.get(name).filter(|value| !value.chars().all(|c| matches!(c, '?' | '.')));
        known.unwrap_or_default().hash(&mut hasher);
    }
    game.start().map(|start| start.to_string()).hash(&mut hasher);
    for node in game.tree.mainline() {
        node.san().hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether the game at `first_byte` is the beginning of `game`.
fn is_prefix(path: &Path, first_byte: u64, game: &Game) -> anyhow::Result<bool> {
    let mut splitter = Splitter::new(Source::open(path)?);
    while let Some(raw) = splitter.next_game() {
        let found = Game::read(&raw?);
        if found.span().start == first_byte {
            let whole: Vec<String> = game.tree.mainline().map(|node| node.san()).collect();
            let part: Vec<String> = found.tree.mainline().map(|node| node.san()).collect();
            // The last word of a cut file may be cut too.
            let sure = part.len().saturating_sub(1);
            return Ok(whole.starts_with(&part[..sure]));
        }
    }
    Ok(false)
}
