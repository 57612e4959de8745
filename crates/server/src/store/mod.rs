//! Games on the disk: one SQLite file, one thread that writes it.
//!
//! A change is confirmed after its transaction is on the disk. Changes that arrive while one is being written are
//! written together in the next, so that many games cost one flush, not one each.

mod history;
mod library;
mod open;
mod read;
mod recover;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use thiserror::Error;
use tokio::sync::oneshot;

pub(crate) use history::{HistoryRange, HistoryWrite};
pub(crate) use library::{Entry, LibraryQuery};
pub(crate) use read::{GameQuery, GameRow, ImportInfo, ImportQuery, ImportRow, ImportText, StoredGame};
pub(crate) use write::{GameState, GameUpdate, NewGame, NewImport, NewImportGame, NodeRow, Print, Write};

use open::{Lock, Opened};
use write::Writer;

/// Why the store cannot be used, or a change could not be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// The folder cannot be used.
    #[error("the data folder {} cannot be used: {reason}", folder.display())]
    Folder {
        /// Which one.
        folder: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Somebody else has it open.
    #[error(
        "the data folder {} is in use by another `pinsight serve`: stop that one, or choose another folder with --data",
        folder.display()
    )]
    InUse {
        /// Which one.
        folder: PathBuf,
    },
    /// A file of that name is there, but it is not ours or from a later version.
    #[error("{} {reason}", file.display())]
    NotOurs {
        /// Which one.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is damaged; found while the server was running.
    #[error(
        "the store is damaged ({0}): nothing was changed; start the server again, and it will be set aside"
    )]
    Damaged(String),
    /// The database refused: the disk is full, say.
    #[error("the store could not do that, and nothing was changed: {0}")]
    Failed(String),
    /// What it holds about a game makes no sense.
    #[error("the store holds a game that cannot be read: {0}")]
    BadGame(String),
    /// What is to be deleted or restored does not exist.
    #[error("it does not exist any more")]
    Missing,
    /// The server is going down.
    #[error("the server is shutting down")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Whether anything may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Games can be changed.
    ReadWrite,
    /// They can only be looked at.
    ReadOnly,
}

/// The games on the disk. Clones are the same store.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    reader: Mutex<Connection>,
    /// None if nothing may be written.
    writer: Option<Writer>,
    /// What was found and done on opening.
    notices: Vec<String>,
    /// Games that were recovered without some of their moves.
    cut_short: Vec<i64>,
    /// Keeps others out as long as the store is open.
    _lock: Option<Lock>,
}

impl Store {
    /// Opens the store in a folder, or makes one there.
    ///
    /// A damaged file is set aside beside it under another name, never overwritten, and what can be read of it is taken
    /// over; [`notices`](Self::notices) says so.
    pub(crate) fn open(folder: &Path, mode: Mode) -> Result<Self, StoreError> {
        let Opened { reader, writer, notices, cut_short, lock } = open::open(folder, mode)?;
        let writer = writer.map(Writer::start).transpose()?;
        Ok(Self {
            inner: Arc::new(Inner { reader: Mutex::new(reader), writer, notices, cut_short, _lock: lock }),
        })
    }

    /// What the user has to know about how it was opened.
    pub(crate) fn notices(&self) -> &[String] {
        &self.inner.notices
    }

    /// Games that were recovered without some of their moves: what is said about them besides does not fit any more.
    pub(crate) fn cut_short(&self) -> &[i64] {
        &self.inner.cut_short
    }

    /// Whether nothing may be written.
    pub(crate) fn is_read_only(&self) -> bool {
        self.inner.writer.is_none()
    }

    /// Makes a change; it is on the disk when this returns. Gives the id of what was made, if anything was.
    pub(crate) async fn write(&self, write: Write) -> Result<i64, StoreError> {
        let (done, answer) = oneshot::channel();
        let writer = self.inner.writer.as_ref().ok_or(StoreError::Closed)?;
        writer.send(write, done)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Looks something up, on a thread that may wait for the disk.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        look_up: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = Arc::clone(&self.inner);
        let reading = tokio::task::spawn_blocking(move || {
            // A reader that panicked has left nothing behind: its statement is gone with it.
            let connection = inner.reader.lock().unwrap_or_else(PoisonError::into_inner);
            look_up(&connection)
        });
        reading.await.map_err(|_| StoreError::Closed)?
    }
}
