//! Opens the file, checks its integrity, and rebuilds it if it is damaged or has an earlier layout.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};

use super::functions::register;
use super::layout::{self, APPLICATION_ID, LAYOUT};
use super::lock::{Lock, lock, real_path};
use super::rebuild::{Purpose, finish_interrupted, rebuild};
use super::write::purge;
use super::{Mode, StoreError, is_log_index_full};

/// The file with the games.
const FILE: &str = "games.db";
/// How long deleted games and imports can be restored, in milliseconds.
const KEEP_DELETED: i64 = 30 * 24 * 3600 * 1000;
/// The number of connections that read; a search on one does not delay the others.
const READERS: usize = 3;

#[derive(Debug)]
pub(super) struct Opened {
    pub(super) readers: Vec<Connection>,
    pub(super) writer: Option<Connection>,
    pub(super) notices: Vec<String>,
    /// Games that were recovered without some of their moves.
    pub(super) cut_short: Vec<i64>,
    pub(super) lock: Option<Lock>,
}

/// The state of a file.
enum Found {
    Sound,
    Empty,
    /// Sound, with an earlier layout.
    Earlier(i32),
    /// With the reason.
    Damaged(String),
}

pub(super) fn open(folder: &Path, mode: Mode) -> Result<Opened, StoreError> {
    match mode {
        Mode::ReadWrite => open_to_write(folder),
        Mode::ReadOnly => open_to_read(folder),
    }
}

fn open_to_write(folder: &Path) -> Result<Opened, StoreError> {
    let unusable = |error: std::io::Error| StoreError::Folder {
        folder: folder.to_owned(),
        reason: format!("{error}; choose another one with --data, or start with --read-only"),
    };
    fs::create_dir_all(folder).map_err(unusable)?;
    let file = &real_path(&folder.join(FILE))?;
    let lock = lock(file).map_err(unusable)?;
    let lock = lock.ok_or_else(|| StoreError::InUse { folder: folder.to_owned() })?;
    finish_interrupted(file).map_err(unusable)?;
    let cut_short = match examine(file)? {
        Found::Sound | Found::Empty => Vec::new(),
        Found::Damaged(reason) => rebuild(file, &Purpose::Recover { reason })?,
        Found::Earlier(layout) => rebuild(file, &Purpose::Convert { layout })?,
    };
    let writer = connect_to_write(file).map_err(|error| match error {
        // For example, the disk is full.
        StoreError::Failed(reason) => unusable(std::io::Error::other(reason)),
        other => other,
    })?;
    let readers = (0..READERS).map(|_| reader(file)).collect::<Result<Vec<_>, StoreError>>()?;
    let notices = notices(&writer)?;
    Ok(Opened { readers, writer: Some(writer), notices, cut_short, lock: Some(lock) })
}

fn reader(file: &Path) -> Result<Connection, StoreError> {
    let reader = Connection::open(file)?;
    register(&reader)?;
    reader
        .execute_batch("PRAGMA query_only = ON; PRAGMA busy_timeout = 10000; PRAGMA cache_size = -8192;")?;
    Ok(reader)
}

/// Returns the messages that the user has not dismissed.
fn notices(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut select = connection.prepare("SELECT text FROM notices ORDER BY id")?;
    let texts = select.query_map([], |row| row.get(0))?;
    Ok(texts.collect::<Result<_, _>>()?)
}

fn connect_to_write(file: &Path) -> Result<Connection, StoreError> {
    let writer = Connection::open(file)?;
    register(&writer)?;
    // FULL: the log is flushed at every commit, so that a confirmed change outlives a loss of power.
    writer.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA fullfsync = ON;
         PRAGMA busy_timeout = 10000;
         PRAGMA wal_autocheckpoint = 4000;
         PRAGMA journal_size_limit = 67108864;
         PRAGMA cache_size = -16384;",
    )?;
    writer.set_prepared_statement_cache_capacity(64);
    let tables: i64 = writer.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        layout::create(&writer)?;
    }
    writer.execute_batch("DELETE FROM reviews WHERE game NOT IN (SELECT id FROM games);")?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    purge(&writer, i64::try_from(now).unwrap_or(i64::MAX) - KEEP_DELETED)?;
    Ok(writer)
}

fn open_to_read(folder: &Path) -> Result<Opened, StoreError> {
    let file = &real_path(&folder.join(FILE))?;
    // A read-only folder needs no lock.
    let lock = match lock(file) {
        Ok(Some(lock)) => Some(lock),
        Ok(None) => return Err(StoreError::InUse { folder: folder.to_owned() }),
        Err(_) => None,
    };
    if !file.exists() {
        let reader = Connection::open_in_memory()?;
        register(&reader)?;
        layout::create(&reader)?;
        let notices = vec![format!("there are no games in {} yet", folder.display())];
        return Ok(Opened { readers: vec![reader], writer: None, notices, cut_short: Vec::new(), lock });
    }
    let not_ours = |reason: String| StoreError::NotOurs { file: file.to_owned(), reason };
    match examine(file)? {
        Found::Damaged(reason) => {
            return Err(not_ours(format!(
                "is damaged ({reason}); without --read-only it would be recovered"
            )));
        }
        Found::Earlier(_) | Found::Empty => {
            return Err(not_ours(
                "was written by an earlier version of pinsight; start the server once without --read-only"
                    .to_owned(),
            ));
        }
        Found::Sound => {}
    }
    let reader = connect_to_look(file)?;
    reader.execute_batch("PRAGMA query_only = ON;")?;
    let notices = notices(&reader)?;
    Ok(Opened { readers: vec![reader], writer: None, notices, cut_short: Vec::new(), lock })
}

/// Opens a file without creating it; also where nothing can be written.
fn connect_to_look(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let look = |connection: &Connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
    };
    let connection = Connection::open_with_flags(file, flags)?;
    let connection = match look(&connection) {
        Err(error) if is_without_log_index(&error) => connect_immutable(file)?,
        _ => connection,
    };
    register(&connection)?;
    Ok(connection)
}

/// Whether the index of the log, `games.db-shm`, could not be created.
fn is_without_log_index(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen) || is_log_index_full(error)
}

/// Opens a file without its log. No other process changes the file, since none can create the index of the log.
fn connect_immutable(file: &Path) -> Result<Connection, StoreError> {
    if fs::metadata(beside(file, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Err(StoreError::NotOurs {
            file: file.to_owned(),
            reason: "has changes in its log (games.db-wal), which can only be read where files can be written; free space \
                     on the disk, or copy the folder to another one"
                .to_owned(),
        });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let path = file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Ok(Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)?)
}

/// Checks whether a file is a sound store of ours.
fn examine(file: &Path) -> Result<Found, StoreError> {
    let unreadable = |reason: String| StoreError::NotOurs {
        file: file.to_owned(),
        reason: format!("cannot be read: {reason}"),
    };
    match fs::metadata(file) {
        Ok(metadata) if metadata.len() > 0 => {}
        Ok(_) => return Ok(Found::Empty),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Empty),
        Err(error) => return Err(unreadable(error.to_string())),
    }
    match examine_database(file) {
        Ok(found) => Ok(found),
        Err(StoreError::Damaged(reason)) => Ok(Found::Damaged(reason)),
        Err(StoreError::Failed(reason)) => Err(unreadable(reason)),
        Err(other) => Err(other),
    }
}

fn examine_database(file: &Path) -> Result<Found, StoreError> {
    let not_ours = |reason: String| StoreError::NotOurs { file: file.to_owned(), reason };
    let connection = connect_to_look(file)?;
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    if count("SELECT count(*) FROM sqlite_schema")? == 0 {
        return Ok(Found::Empty);
    }
    if number("PRAGMA application_id")? != APPLICATION_ID {
        let ours = "SELECT count(*) FROM sqlite_schema WHERE name IN ('games', 'nodes', 'import_texts')";
        if count(ours)? == 3 {
            return Ok(Found::Damaged("its header is not that of a store".to_owned()));
        }
        return Err(not_ours(
            "is a database of another program; choose another folder with --data".to_owned(),
        ));
    }
    let layout = number("PRAGMA user_version")?;
    if layout > LAYOUT {
        return Err(not_ours(format!(
            "was written by a later version of pinsight (layout {layout}, this one knows {LAYOUT}); use that version, or \
             another folder with --data"
        )));
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Ok(Found::Damaged(verdict));
    }
    if layout < LAYOUT {
        return Ok(Found::Earlier(layout));
    }
    if layout::definitions(&connection)? != layout::expected_definitions()? {
        return Ok(Found::Damaged("the definitions of its tables are changed".to_owned()));
    }
    Ok(Found::Sound)
}

/// Returns the path with something at the end of its name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
