//! Broken games byte for byte in a file of their own.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use pinsight_pgn::{Overflow, OversizedPart, RawGame};

use crate::file::{OutputFile, folder_of};

/// The file with the broken games, one after another.
pub(crate) struct Quarantine {
    file: OutputFile,
    path: PathBuf,
    /// How the last game ended.
    tail: Vec<u8>,
    begun: bool,
    long: Arc<LongGames>,
}

impl Quarantine {
    pub(crate) fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            bail!("--quarantine needs a file: standard output has the faults; ./- is a file of that name");
        }
        Ok(Self {
            file: OutputFile::create(path, force)?,
            path: path.to_owned(),
            tail: b"\n\n".to_vec(),
            begun: false,
            long: Arc::new(LongGames { folder: folder_of(path).to_owned(), files: Mutex::default() }),
        })
    }

    /// Who has to be told the bytes of games that are too long to be held. They stay on the disk until their turn.
    pub(crate) fn overflow(&self) -> Overflow {
        let long = Arc::clone(&self.long);
        Overflow::new(move |part| long.take(part))
    }

    /// Adds a game. Those that are too long come in the order in which they were passed on.
    pub(crate) fn add(&mut self, game: &RawGame<'_>) -> anyhow::Result<()> {
        // A blank line keeps two games apart where the first did not bring its own.
        let blank = [&b"\n\n"[..], b"\n\r\n", b"\r\r"].iter().any(|end| self.tail.ends_with(end));
        if !blank {
            self.file.write(if self.tail.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
        }
        self.begun = true;
        self.tail.clear();
        if !game.oversized {
            return self.write(game.bytes);
        }
        let cannot = || format!("cannot keep a long game for {}", self.path.display());
        let mut file = self.long.next().with_context(cannot)?;
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

    /// Gives the file its name. With nothing to write and not all of the input read, the file that may be there stays
    /// as it is.
    pub(crate) fn finish(self, incomplete: bool) -> anyhow::Result<()> {
        if self.begun || !incomplete {
            self.file.finish()?;
        }
        Ok(())
    }
}

/// Games that are too long to be held, in files without a name, until the games before them are done.
struct LongGames {
    folder: PathBuf,
    files: Mutex<VecDeque<io::Result<File>>>,
}

impl LongGames {
    fn take(&self, part: OversizedPart<'_>) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if part.first {
            files.push_back(tempfile::tempfile_in(&self.folder));
        }
        if let Some(last) = files.back_mut()
            && let Ok(file) = last
            && let Err(error) = file.write_all(part.bytes)
        {
            // Told when its turn comes.
            *last = Err(error);
        }
    }

    fn next(&self) -> io::Result<File> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.pop_front().unwrap_or_else(|| Err(io::ErrorKind::NotFound.into()))
    }
}
