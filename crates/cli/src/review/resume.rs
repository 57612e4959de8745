//! Resumes the review of many games: skips the games that the output file already holds.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pinsight_pgn::{Compression, Fault, Game, Source, SplitOptions, Splitter};

use crate::file::OutputFile;

/// What separates a game from an incomplete line.
const CUT_LINE: &[u8] = b"\n\n";

/// A PGN file that grows by one game at a time, so that an interrupted review can continue.
pub(crate) struct GrowingFile {
    path: PathBuf,
    /// The file before its first game. It appears, or replaces an existing one, with that game or with `finish`.
    pending: Option<OutputFile>,
    /// The file with a game.
    file: Option<File>,
    /// The identities of the complete games that the file held at the start, without those already found in the input.
    done: VecDeque<u64>,
    /// The game after them, if it was cut off while it was written.
    cut: Option<Game>,
    /// What separates the last game from the next one.
    gap: &'static [u8],
}

impl GrowingFile {
    /// Opens a file, or prepares a new one; `force` replaces an existing one. `options` are those of the input.
    pub(crate) fn open(path: &Path, force: bool, options: SplitOptions) -> anyhow::Result<Self> {
        let empty = Self {
            path: path.to_owned(),
            pending: None,
            file: None,
            done: VecDeque::new(),
            cut: None,
            gap: b"",
        };
        if force || !path.exists() {
            return Ok(Self { pending: Some(OutputFile::create(path, force)?), ..empty });
        }
        if !path.is_file() {
            bail!("cannot write {}: not a regular file", path.display());
        }
        let cannot = || format!("cannot write {}", path.display());
        let mut file = OpenOptions::new().read(true).write(true).open(path).with_context(cannot)?;
        let Some(gap) = gap_at_end(&mut file).with_context(cannot)? else {
            return Ok(Self { file: Some(file), ..empty });
        };
        let (mut done, last) = games_of(path, options)?;
        if last.is_none() {
            bail!("{} exists and holds no games; use --force to overwrite it", path.display());
        }
        let cut = last.filter(|last| gap == CUT_LINE || lacks_end(last));
        if cut.is_some() {
            done.pop_back();
        }
        Ok(Self { file: Some(file), done, cut, gap, ..empty })
    }

    /// Returns whether the file holds this game, the next one of the input. Removes a game that was cut off while it
    /// was written.
    pub(crate) fn skip(&mut self, game: &Game) -> anyhow::Result<bool> {
        let (is_known, is_other) = match self.done.pop_front() {
            Some(known) => (true, known != identity(game)),
            None => (false, self.cut.as_ref().is_some_and(|cut| !is_prefix(cut, game))),
        };
        if is_other {
            bail!("{} exists and holds other games; use --force to overwrite it", self.path.display());
        }
        if !is_known && let (Some(cut), Some(file)) = (self.cut.take(), &mut self.file) {
            let shortened = file.set_len(cut.span().start).and_then(|()| gap_at_end(file));
            let gap = shortened.with_context(|| format!("cannot write {}", self.path.display()))?;
            self.gap = gap.unwrap_or_default();
        }
        Ok(is_known)
    }

    /// Appends a game.
    pub(crate) fn append(&mut self, game: &[u8]) -> anyhow::Result<()> {
        let bytes = [self.gap, game].concat();
        self.gap = b"\n";
        if let Some(mut pending) = self.pending.take() {
            pending.write(&bytes)?;
            self.file = Some(pending.publish()?);
        } else if let Some(file) = &mut self.file {
            let written = file.write_all(&bytes).and_then(|()| file.flush());
            written.with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }

    /// Keeps the file, even if it has no games.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        self.pending.map_or(Ok(()), OutputFile::finish)
    }
}

/// Moves to the end of the file. Returns what separates its text from the next game; `None` if the file is empty.
fn gap_at_end(file: &mut File) -> std::io::Result<Option<&'static [u8]>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    Ok(match tail.as_slice() {
        [] => None,
        b"\n\n" => Some(b""),
        [.., b'\n'] => Some(b"\n"),
        _ => Some(CUT_LINE),
    })
}

/// Returns the identity of each game, and the last game.
fn games_of(path: &Path, options: SplitOptions) -> anyhow::Result<(VecDeque<u64>, Option<Game>)> {
    let mut source = Source::open(path)?;
    if source.compression()? != Compression::None {
        bail!("{} exists and is compressed; use --force to overwrite it", path.display());
    }
    let mut splitter = Splitter::with_options(source, options);
    let (mut games, mut last) = (VecDeque::new(), None);
    while let Some(raw) = splitter.next_game() {
        let game = Game::read(&raw?);
        games.push_back(identity(&game));
        last = Some(game);
    }
    Ok((games, last))
}

/// Returns whether the result is missing, or a comment or variation is not closed: the game was cut off.
fn lacks_end(game: &Game) -> bool {
    game.diagnostics.iter().any(|diagnostic| {
        matches!(
            diagnostic.fault,
            Fault::MissingResult { .. } | Fault::UnterminatedComment | Fault::UnclosedVariation
        )
    })
}

/// The tags that identify a game.
const IDENTITY_TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Identifies a game by its players, its occasion, its start and its mainline.
fn identity(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    for name in IDENTITY_TAGS {
        known_tag(game, name).hash(&mut hasher);
    }
    game.start().map(|start| start.to_string()).hash(&mut hasher);
    for node in game.tree.mainline() {
        node.san().hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns the value of a tag; an empty text for placeholders such as `?` and `????.??.??`.
fn known_tag<'a>(game: &'a Game, name: &str) -> &'a str {
    let known = game.tags.get(name).filter(|value| !value.chars().all(|c| matches!(c, '?' | '.')));
    known.unwrap_or_default()
}

/// Returns whether `part` is the beginning of `game`; its last tag or move may be cut.
fn is_prefix(part: &Game, game: &Game) -> bool {
    let has_tags = IDENTITY_TAGS.iter().all(|name| known_tag(game, name).starts_with(known_tag(part, name)));
    let mut moves = game.tree.mainline();
    let mut cut = part.tree.mainline().map(|node| node.san()).peekable();
    while let Some(word) = cut.next() {
        let Some(whole) = moves.next().map(|node| node.san()) else {
            return false;
        };
        let is_same = if cut.peek().is_some() { whole == word } else { whole.starts_with(&word) };
        if !is_same {
            return false;
        }
    }
    has_tags
}
