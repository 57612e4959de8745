//! Opens the file, creates its tables and checks its integrity.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};

use super::recover::recover;
use super::write::purge;
use super::{Mode, StoreError};

/// The file with the games.
const FILE: &str = "games.db";
/// The lock file.
const LOCK_FILE: &str = "lock";
/// The SQLite application id: `Pins`.
const APPLICATION_ID: i32 = 0x5069_6E73;
/// The layout of the tables. A change increases it by one and converts the layout before it.
const SCHEMA: i32 = 2;
/// How long deleted games and imports can be restored, in milliseconds.
const KEEP_DELETED: i64 = 30 * 24 * 3600 * 1000;

const TABLES: &str = "
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    tags TEXT NOT NULL,
    result TEXT NOT NULL,
    start_fen TEXT NOT NULL,
    plies INTEGER NOT NULL,
    head INTEGER NOT NULL,
    head_fen TEXT NOT NULL,
    next_node INTEGER NOT NULL,
    import INTEGER,
    number INTEGER,
    running INTEGER NOT NULL,
    play TEXT NOT NULL,
    deleted INTEGER
) STRICT;
CREATE TABLE nodes (
    game INTEGER NOT NULL,
    id INTEGER NOT NULL,
    parent INTEGER,
    place INTEGER NOT NULL,
    move TEXT,
    nags BLOB,
    remarks TEXT,
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnostics (
    game INTEGER PRIMARY KEY,
    list TEXT NOT NULL
) STRICT;
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    total INTEGER NOT NULL,
    faulty INTEGER NOT NULL,
    size INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    deleted INTEGER
) STRICT;
CREATE TABLE import_games (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    tags TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    faults INTEGER NOT NULL,
    PRIMARY KEY (import, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE import_texts (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    line INTEGER NOT NULL,
    column_offset INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (import, number)
) STRICT;
";

/// What layout 2 adds to the tables, new and converted alike.
const HISTORY: &str = "
CREATE INDEX games_by_source ON games (import, number) WHERE import IS NOT NULL;
CREATE TABLE history (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    undone INTEGER NOT NULL,
    step TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
";

/// From layout 1: undo history; deleted games and imports can be restored; a game of an import can be opened twice.
const FROM_1: &str = "
ALTER TABLE games ADD COLUMN deleted INTEGER;
ALTER TABLE imports ADD COLUMN deleted INTEGER;
DROP INDEX games_by_source;
";

/// Prevents a second server on the folder. The system releases it when the process ends, by whatever signal.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

#[derive(Debug)]
pub(super) struct Opened {
    pub(super) reader: Connection,
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
    /// With the reason.
    Damaged(String),
}

pub(super) fn open(folder: &Path, mode: Mode) -> Result<Opened, StoreError> {
    let file = folder.join(FILE);
    match mode {
        Mode::ReadWrite => open_to_write(folder, &file),
        Mode::ReadOnly => open_to_read(folder, &file),
    }
}

fn open_to_write(folder: &Path, file: &Path) -> Result<Opened, StoreError> {
    let unusable = |error: std::io::Error| StoreError::Folder {
        folder: folder.to_owned(),
        reason: format!("{error}; choose another one with --data"),
    };
    fs::create_dir_all(folder).map_err(unusable)?;
    let lock =
        lock(folder).map_err(unusable)?.ok_or_else(|| StoreError::InUse { folder: folder.to_owned() })?;
    let damage = match examine(file)? {
        Found::Damaged(reason) => Some((reason, set_aside(file).map_err(unusable)?)),
        Found::Sound | Found::Empty => None,
    };
    let mut writer = Connection::open(file)?;
    set_up_writer(&writer)?;
    let (mut notices, mut cut_short) = (Vec::new(), Vec::new());
    if let Some((reason, aside)) = damage {
        // Whatever goes wrong here: the old one is whole, and the new one is empty.
        let recovered = recover(&aside, &mut writer).unwrap_or_default();
        notices.push(format!(
            "the store {} is damaged ({reason}); it was set aside as {}, and a new one was begun: {recovered}",
            file.display(),
            aside.display()
        ));
        cut_short = recovered.cut_short;
    }
    let reader = Connection::open(file)?;
    reader.execute_batch("PRAGMA query_only = ON; PRAGMA busy_timeout = 10000;")?;
    Ok(Opened { reader, writer: Some(writer), notices, cut_short, lock: Some(lock) })
}

fn set_up_writer(writer: &Connection) -> Result<(), StoreError> {
    // FULL: the log is flushed at every commit, so that a confirmed change outlives a loss of power.
    writer.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA fullfsync = ON;
         PRAGMA busy_timeout = 10000;
         PRAGMA wal_autocheckpoint = 4000;
         PRAGMA cache_size = -65536;",
    )?;
    writer.set_prepared_statement_cache_capacity(64);
    let schema: i32 = writer.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let layout = match schema {
        0 => Some(TABLES),
        1 => Some(FROM_1),
        _ => None,
    };
    if let Some(layout) = layout {
        writer.execute_batch(&format!(
            "BEGIN IMMEDIATE; {layout} {HISTORY} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA}; COMMIT;"
        ))?;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    purge(writer, i64::try_from(now).unwrap_or(i64::MAX) - KEEP_DELETED)
}

fn open_to_read(folder: &Path, file: &Path) -> Result<Opened, StoreError> {
    // A read-only folder needs no lock.
    let lock = match lock(folder) {
        Ok(Some(lock)) => Some(lock),
        Ok(None) => return Err(StoreError::InUse { folder: folder.to_owned() }),
        Err(_) => None,
    };
    if !file.exists() {
        let reader = Connection::open_in_memory()?;
        reader.execute_batch(&format!("{TABLES} {HISTORY}"))?;
        let notice = format!("there are no games in {} yet", folder.display());
        return Ok(Opened { reader, writer: None, notices: vec![notice], cut_short: Vec::new(), lock });
    }
    if let Found::Damaged(reason) = examine(file)? {
        let reason = format!("is damaged ({reason}); without --read-only it would be set aside");
        return Err(StoreError::NotOurs { file: file.to_owned(), reason });
    }
    let reader = connect_to_look(file)?;
    let schema: i32 = reader.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if schema < SCHEMA {
        let reason =
            "was written by an earlier version of pinsight; start the server once without --read-only"
                .to_owned();
        return Err(StoreError::NotOurs { file: file.to_owned(), reason });
    }
    reader.execute_batch("PRAGMA query_only = ON;")?;
    Ok(Opened { reader, writer: None, notices: Vec::new(), cut_short: Vec::new(), lock })
}

/// Opens a file without making it; also where nothing may be written.
fn connect_to_look(file: &Path) -> Result<Connection, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let look = |connection: &Connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
    };
    let connection = Connection::open_with_flags(file, flags)?;
    match look(&connection) {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen) => {
            // The log cannot be made beside it; nobody else can change the file either.
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let path = file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
        }
        _ => Ok(connection),
    }
}

/// Looks whether a file is a sound store of ours.
fn examine(file: &Path) -> Result<Found, StoreError> {
    match fs::metadata(file) {
        Ok(metadata) if metadata.len() > 0 => {}
        Ok(_) => return Ok(Found::Empty),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Empty),
        Err(error) => {
            return Err(StoreError::NotOurs {
                file: file.to_owned(),
                reason: format!("cannot be read: {error}"),
            });
        }
    }
    match examine_database(file) {
        Ok(found) => Ok(found),
        Err(StoreError::Damaged(reason)) => Ok(Found::Damaged(reason)),
        Err(StoreError::Failed(reason)) => {
            Err(StoreError::NotOurs { file: file.to_owned(), reason: format!("cannot be read: {reason}") })
        }
        Err(other) => Err(other),
    }
}

fn examine_database(file: &Path) -> Result<Found, StoreError> {
    let not_ours = |reason: String| StoreError::NotOurs { file: file.to_owned(), reason };
    let connection = connect_to_look(file)?;
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        return Ok(Found::Empty);
    }
    if number("PRAGMA application_id")? != APPLICATION_ID {
        return Err(not_ours(
            "is a database of another program; choose another folder with --data".to_owned(),
        ));
    }
    let schema = number("PRAGMA user_version")?;
    if schema > SCHEMA {
        return Err(not_ours(format!(
            "was written by a later version of pinsight (layout {schema}, this one knows {SCHEMA}); use that version, or \
             another folder with --data"
        )));
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(if verdict == "ok" { Found::Sound } else { Found::Damaged(verdict) })
}

/// Gives the file and its log other names, and says which.
fn set_aside(file: &Path) -> std::io::Result<PathBuf> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let named = |count: u32| {
        let count = if count == 0 { String::new() } else { format!("-{count}") };
        file.with_file_name(format!("{FILE}.damaged-{seconds}{count}"))
    };
    let aside = (0..).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(0));
    fs::rename(file, &aside)?;
    for suffix in ["-wal", "-shm"] {
        match fs::rename(beside(file, suffix), beside(&aside, suffix)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(aside)
}

/// The path with something at the end of its name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Locks a folder; `None` if another process holds the lock.
fn lock(folder: &Path) -> std::io::Result<Option<Lock>> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(LOCK_FILE))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
