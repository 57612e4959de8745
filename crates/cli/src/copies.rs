//! Copies games to a file, byte for byte.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use pinsight_pgn::{Overflow, OversizedPart, RawGame};

use crate::file::{OutputFile, folder_of};
use crate::files::Files;

/// A file with copies of games.
pub(crate) struct GameCopies {
    file: OutputFile,
    path: PathBuf,
    /// The last bytes written.
    tail: Vec<u8>,
    /// The source of the last game and where it ends there; `None` before the first game.
    last: Option<(Arc<str>, u64)>,
    spilled: Arc<SpilledGames>,
}

impl GameCopies {
    /// Creates the file of `option`.
    pub(crate) fn create(files: &mut Files, option: &str, path: &Path, force: bool) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            bail!("{option} needs a file, since standard output has the faults; use ./- for a file named -");
        }
        Ok(Self {
            file: files.create(option, path, force)?,
            path: path.to_owned(),
            tail: b"\n\n".to_vec(),
            last: None,
            spilled: Arc::new(SpilledGames { folder: folder_of(path).to_owned(), files: Mutex::default() }),
        })
    }

    /// Returns the receiver of oversized games, which stores them in temporary files until they are added.
    pub(crate) fn overflow(&self) -> Overflow {
        let spilled = Arc::clone(&self.spilled);
        Overflow::new(move |part| spilled.push(part))
    }

    /// Adds a game. Oversized games must be added in the order in which `overflow` received them.
    pub(crate) fn add(&mut self, game: &RawGame<'_>) -> anyhow::Result<()> {
        let follows =
            self.last.as_ref().is_some_and(|(source, end)| (source, *end) == (game.source, game.span.start));
        // Add a blank line between two games that were not adjacent, unless the first ends with one.
        let blank = [&b"\n\n"[..], b"\n\r\n", b"\r\r"].iter().any(|end| self.tail.ends_with(end));
        if !blank && !follows {
            self.file.write(if self.tail.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
        }
        self.last = Some((Arc::clone(game.source), game.span.end));
        self.tail.clear();
        if !game.oversized {
            return self.write(game.bytes);
        }
        let cannot = || format!("cannot store a large game for {}", self.path.display());
        let mut file = self.spilled.pop(game).with_context(cannot)?;
        file.rewind().with_context(cannot)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = file.read(&mut buffer)?;
            match buffer.get(..count) {
                None | Some([]) => return Ok(()),
                Some(bytes) => self.write(bytes)?,
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.file.write(bytes)?;
        self.tail.extend_from_slice(bytes.get(bytes.len().saturating_sub(3)..).unwrap_or_default());
        self.tail.drain(..self.tail.len().saturating_sub(3));
        Ok(())
    }

    /// Finishes the file. Keeps an existing file if nothing was written and the input is incomplete.
    pub(crate) fn finish(self, incomplete: bool) -> anyhow::Result<()> {
        if self.last.is_some() || !incomplete {
            self.file.finish()?;
        }
        Ok(())
    }
}

/// Oversized games in unnamed temporary files, until the games before them are done.
struct SpilledGames {
    folder: PathBuf,
    files: Mutex<VecDeque<SpilledGame>>,
}

struct SpilledGame {
    source: Arc<str>,
    number: u64,
    file: io::Result<File>,
}

impl SpilledGames {
    fn push(&self, part: OversizedPart<'_>) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if part.first {
            let (source, number) = (Arc::clone(part.source), part.game);
            files.push_back(SpilledGame { source, number, file: tempfile::tempfile_in(&self.folder) });
        }
        if let Some(last) = files.back_mut()
            && let Ok(file) = &mut last.file
            && let Err(error) = file.write_all(part.bytes)
        {
            // `pop` returns the error.
            last.file = Err(error);
        }
    }

    /// Returns the bytes of a game; drops those of the games before it, which were not selected.
    fn pop(&self, game: &RawGame<'_>) -> io::Result<File> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match files.pop_front() {
                Some(spilled) if (&spilled.source, spilled.number) == (game.source, game.number) => {
                    return spilled.file;
                }
                Some(_) => {}
                None => return Err(io::Error::other("its bytes are missing")),
            }
        }
    }
}
