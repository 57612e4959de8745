//! Games on the disk: one SQLite file, one thread that writes it.
//!
//! A change is confirmed after its transaction is on the disk. Changes that arrive while one is being written are
//! written together in the next, so that many games cost one flush, not one each.

mod functions;
mod history;
mod kept;
mod layout;
mod library;
mod lock;
mod open;
mod read;
mod rebuild;
mod reviews;
mod search;
mod upload;
mod write;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use thiserror::Error;
use tokio::sync::oneshot;

pub(crate) use history::{HistoryRange, HistoryWrite};
pub(crate) use kept::{KeptList, KeptRow, KeptText};
pub(crate) use library::{Entry, LibraryQuery};
pub(crate) use read::{GameQuery, GameRow, ImportInfo, ImportQuery, ImportRow, ImportText, StoredGame};
pub(crate) use reviews::ReviewWrite;
pub(crate) use upload::{Spool, Upload};
pub(crate) use write::{GameState, GameUpdate, NewGame, NewImport, NewImportGame, NodeRow, Print, Write};

use lock::Lock;
use open::Opened;
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
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, ReadOnly};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged(error.to_string()),
            Some(ReadOnly) => Self::Failed(
                "the file of the games is read-only: make it writable, or start with --read-only".to_owned(),
            ),
            _ if is_log_index_full(&error) => Self::Failed(format!("{error}: the disk is full")),
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Whether the disk has no space for the index of the log, which SQLite calls an I/O error.
fn is_log_index_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE)
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
    readers: Vec<Mutex<Connection>>,
    /// None if nothing may be written.
    writer: Option<Writer>,
    /// Messages that the user has not dismissed.
    notices: Mutex<Vec<String>>,
    /// Games that were recovered without some of their moves.
    cut_short: Vec<i64>,
    /// The number of changes since the store was opened.
    changes: AtomicU64,
    /// Keeps others out as long as the store is open.
    _lock: Option<Lock>,
}

impl Store {
    /// Opens the store in a folder, or makes one there.
    ///
    /// A damaged file, or one of an earlier layout, is set aside under another name, and what can be read of it is copied to a
    /// new one; [`notices`](Self::notices) says so.
    pub(crate) fn open(folder: &Path, mode: Mode) -> Result<Self, StoreError> {
        let Opened { readers, writer, notices, cut_short, lock } = open::open(folder, mode)?;
        let readers = readers.into_iter().map(Mutex::new).collect();
        let (writer, notices) = (writer.map(Writer::start).transpose()?, Mutex::new(notices));
        Ok(Self {
            inner: Arc::new(Inner {
                readers,
                writer,
                notices,
                cut_short,
                changes: AtomicU64::new(0),
                _lock: lock,
            }),
        })
    }

    /// Returns messages about the store that the user has not dismissed. They outlive a restart.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.inner.notices().clone()
    }

    /// Removes the messages.
    pub(crate) async fn dismiss_notices(&self) -> Result<(), StoreError> {
        self.write(Write::DismissNotices).await?;
        self.inner.notices().clear();
        Ok(())
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
        let outcome = answer.await.map_err(|_| StoreError::Closed)?;
        self.inner.changes.fetch_add(1, Ordering::Release);
        outcome
    }

    /// Returns a number that is another one after every change.
    pub(crate) fn changes(&self) -> u64 {
        self.inner.changes.load(Ordering::Acquire)
    }

    /// Looks something up, on a thread that may wait for the disk.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        look_up: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = Arc::clone(&self.inner);
        let reading = tokio::task::spawn_blocking(move || look_up(&inner.reader()));
        reading.await.map_err(|_| StoreError::Closed)?
    }
}

impl Inner {
    fn notices(&self) -> MutexGuard<'_, Vec<String>> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a connection that is free, or else waits for the first.
    fn reader(&self) -> MutexGuard<'_, Connection> {
        // A reader that panicked has left nothing behind: its statement is gone with it.
        let free = self.readers.iter().find_map(|reader| reader.try_lock().ok());
        free.unwrap_or_else(|| self.readers[0].lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::StoreError;

    #[test]
    fn a_read_only_file_is_named_as_the_reason() {
        let connection = rusqlite::Connection::open_in_memory().expect("a database");
        connection.execute_batch("CREATE TABLE t (x); PRAGMA query_only = ON;").expect("a table");
        let error =
            StoreError::from(connection.execute("INSERT INTO t VALUES (1)", []).expect_err("a refusal"));
        assert!(error.to_string().contains("--read-only"), "{error}");
    }
}
