//! Copies what can be read of a damaged store, or of one with an earlier layout, into a new file.
//!
//! Rows are looked up by key, and a damaged page is skipped: it costs the rows on it and nothing else. The work is done on a
//! copy; the old file keeps every byte. Its place is taken by renames at the end, which a later start completes if this one is
//! killed:
//!
//! 1. `games.db.rebuilding` is written, synced, and renamed to `games.db.rebuilt.SUFFIX`: from here on it is complete.
//! 2. `games.db` and its log are renamed to `games.db.SUFFIX`, which says why: `damaged-TIME` or `layout-2-TIME`.
//! 3. `games.db.rebuilt.SUFFIX` is renamed to `games.db`.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::StoreError;
use super::functions::register;
use super::layout::{
    self, DIAGNOSTICS, GAMES, HISTORY, IMPORT_GAMES, IMPORT_TEXTS, IMPORTS, NODES, REVIEWS, Table,
};
use super::open::beside;
use super::search::{index_game, index_import};

/// The largest step over keys that cannot be read.
const MAX_STEP: i64 = 1 << 40;

/// Why a store is rebuilt.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    Recover { reason: String },
    Convert { layout: i32 },
}

impl Purpose {
    /// Returns the end of the name of the old file, without the time.
    fn word(&self) -> String {
        match self {
            Self::Recover { .. } => "damaged".to_owned(),
            Self::Convert { layout } => format!("layout-{layout}"),
        }
    }

    fn notice(&self, file: &Path, aside: &Path, copied: &Copied) -> String {
        let (file, aside) = (file.display(), aside.display());
        match self {
            Self::Recover { reason } => {
                format!(
                    "the store {file} was damaged ({reason}); it was set aside as {aside}, and a new one was begun: {copied}"
                )
            }
            Self::Convert { .. } => {
                format!(
                    "the store {file} was converted to the layout of this version; the old one is kept as {aside}: {copied}"
                )
            }
        }
    }
}

/// Rebuilds a store. Returns the games of which moves are missing.
pub(super) fn rebuild(file: &Path, purpose: &Purpose) -> Result<Vec<i64>, StoreError> {
    let failed = |reason: String| StoreError::NotOurs {
        file: file.to_owned(),
        reason: format!("is to be rebuilt ({}), which failed; nothing was changed: {reason}", purpose.word()),
    };
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let suffix = |count: u32| match count {
        0 => format!(".{}-{seconds}", purpose.word()),
        count => format!(".{}-{seconds}-{count}", purpose.word()),
    };
    let suffix = (0..).map(suffix).find(|suffix| !beside(file, suffix).exists()).unwrap_or_default();
    let new = beside(file, REBUILDING);
    let copied = (|| -> Result<Copied, StoreError> {
        let mut into = Connection::open(&new)?;
        register(&into)?;
        // Nothing uses the file before it is synced and renamed.
        into.execute_batch("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")?;
        layout::create(&into)?;
        let transaction = into.transaction()?;
        let work = WorkCopy::of(file)?;
        let copied = copy(&work, &transaction)?;
        let notice = purpose.notice(file, &beside(file, &suffix), &copied);
        transaction.execute("INSERT INTO notices (text) VALUES (?1)", [notice])?;
        transaction.commit()?;
        Ok(copied)
    })();
    let copied = copied.map_err(|error| failed(error.to_string()))?;
    let take_place = || -> io::Result<()> {
        File::open(&new)?.sync_all()?;
        fs::rename(&new, beside(file, &format!("{REBUILT}{suffix}")))?;
        finish_interrupted(file)
    };
    take_place().map_err(|error| failed(error.to_string()))?;
    Ok(copied.cut_short)
}

const REBUILDING: &str = ".rebuilding";
const REBUILT: &str = ".rebuilt";

/// Completes the renames of a rebuilt store, and removes what an interrupted rebuild has left.
pub(super) fn finish_interrupted(file: &Path) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for suffix in [REBUILDING, WORK_COPY] {
        remove_all(&beside(file, suffix))?;
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.file_name().to_string_lossy().into_owned();
        let Some(suffix) = found.strip_prefix(&format!("{name}{REBUILT}")) else {
            continue;
        };
        let aside = beside(file, suffix);
        sync_folder(folder)?;
        // The log first: without it, the file would lose changes if it had to be read again.
        for part in ["-wal", "-shm", ""] {
            let part_of_old = beside(file, part);
            if part_of_old.exists() {
                fs::rename(&part_of_old, beside(&aside, part))?;
            }
        }
        fs::rename(entry.path(), file)?;
        sync_folder(folder)?;
    }
    Ok(())
}

/// Makes renames in a folder durable.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only Unix opens folders as files.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes a file with its log, if it exists.
fn remove_all(file: &Path) -> io::Result<()> {
    for part in ["", "-wal", "-shm", "-journal"] {
        match fs::remove_file(beside(file, part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// What was copied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Copied {
    games: usize,
    imports: usize,
    /// Games whose name, tags or other fields do not match their checksum.
    altered: Vec<i64>,
    /// Games of which moves are missing.
    cut_short: Vec<i64>,
}

impl fmt::Display for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        if self.games + self.imports == 0 {
            return f.write_str("nothing in it could be read");
        }
        let (games, imports) = (many(self.games, "game"), many(self.imports, "import"));
        write!(f, "{games} and {imports} could be read")?;
        if !self.cut_short.is_empty() {
            write!(f, ", {} without some of the moves", named(&self.cut_short))?;
        }
        if !self.altered.is_empty() {
            write!(f, ", {} with damaged names or tags", named(&self.altered))?;
        }
        Ok(())
    }
}

/// Names games by number; the first ten if there are more.
fn named(games: &[i64]) -> String {
    let numbers: Vec<String> = games.iter().take(10).map(i64::to_string).collect();
    let more = if games.len() > 10 { format!(" and {} more", games.len() - 10) } else { String::new() };
    format!("game {}{more}", numbers.join(", "))
}

/// A row, and whether it matches its checksum. Rows of earlier layouts have none and count as sound.
struct Row {
    values: Vec<Value>,
    is_sound: bool,
}

/// The store that is read.
struct Source {
    connection: Connection,
    /// What to select from each table: its columns, and whether the row is sound.
    selected: HashMap<&'static str, String>,
}

impl Source {
    fn new(connection: Connection) -> Self {
        let mut selected = HashMap::new();
        for table in [GAMES, NODES, DIAGNOSTICS, HISTORY, IMPORTS, IMPORT_GAMES, IMPORT_TEXTS, REVIEWS] {
            // A table that does not exist has no columns, and selects nothing.
            let known = existing_columns(&connection, table.name).unwrap_or_default();
            let exists = |name: &str| known.iter().any(|known| known == name);
            let column = |name: &str| if exists(name) { name.to_owned() } else { format!("NULL AS {name}") };
            let mut columns: Vec<String> = table.columns.split(", ").map(column).collect();
            columns.push(if exists("sum") { table.is_sound() } else { "1".to_owned() });
            selected.insert(table.name, columns.join(", "));
        }
        Self { connection, selected }
    }

    fn selected(&self, table: &Table) -> &str {
        self.selected.get(table.name).map_or("*", String::as_str)
    }
}

fn existing_columns(from: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut select = from.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let names = select.query_map([table], |row| row.get(0))?;
    names.collect()
}

impl Row {
    fn integer(&self, column: usize) -> Option<i64> {
        match self.values.get(column)? {
            Value::Integer(value) => Some(*value),
            _ => None,
        }
    }
}

/// Copies all that can be read.
fn copy(work: &WorkCopy, into: &Connection) -> Result<Copied, StoreError> {
    let mut copied = Copied::default();
    let Ok(from) = work.open() else {
        return Ok(copied);
    };
    for game in scan(&from, &GAMES, None).0 {
        let Some(id) = game.integer(0) else { continue };
        if !put(into, &GAMES, &game.values)? {
            continue;
        }
        copied.games += 1;
        if !game.is_sound {
            copied.altered.push(id);
        }
        if copy_nodes(&from, into, id, game.integer(9).unwrap_or(0))? {
            copy_review(&from, into, id)?;
        } else {
            copied.cut_short.push(id);
        }
        if let Some(row) = lookup(&from, &DIAGNOSTICS, &[id]) {
            put(into, &DIAGNOSTICS, &row.values)?;
        }
        copy_history(&from, into, id)?;
        index_game(into, id)?;
    }
    for import in scan(&from, &IMPORTS, None).0 {
        copied.imports += usize::from(copy_import(&from, into, &import)?);
    }
    into.execute_batch(
        "UPDATE games SET import = NULL, number = NULL WHERE import NOT IN (SELECT id FROM imports);",
    )?;
    GAMES.seal(into, "import IS NULL", [])?;
    copy_sequences(&from, into)?;
    copy_notices(&from, into)?;
    Ok(copied)
}

/// Copies the review of a game. A damaged one has to be requested again.
fn copy_review(from: &Source, into: &Connection, game: i64) -> Result<(), StoreError> {
    if let Some(review) = lookup(from, &REVIEWS, &[game]).filter(|review| review.is_sound) {
        put(into, &REVIEWS, &review.values)?;
    }
    Ok(())
}

/// Copies the notices that are not dismissed yet; none if they are damaged, or if the layout has none.
fn copy_notices(from: &Source, into: &Connection) -> Result<(), StoreError> {
    let read = || -> rusqlite::Result<Vec<String>> {
        let mut select = from.connection.prepare("SELECT text FROM notices ORDER BY id")?;
        select.query_map([], |row| row.get(0))?.collect()
    };
    for text in read().unwrap_or_default() {
        into.execute("INSERT INTO notices (text) VALUES (?1)", [text])?;
    }
    Ok(())
}

/// Keeps the numbers of deleted games and imports unused.
fn copy_sequences(from: &Source, into: &Connection) -> Result<(), StoreError> {
    for table in [GAMES.name, IMPORTS.name] {
        let select = "SELECT seq FROM sqlite_sequence WHERE name = ?1";
        let last = from.connection.query_row(select, [table], |row| row.get::<_, i64>(0)).optional();
        // A damaged sequence may hold any number: a gap of more than a million games is not plausible.
        let used: i64 =
            into.query_row(&format!("SELECT coalesce(max(id), 0) FROM {table}"), [], |row| row.get(0))?;
        if let Ok(Some(last)) = last
            && (used..=used + 1_000_000).contains(&last)
        {
            into.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [table])?;
            into.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", params![table, last])?;
        }
    }
    Ok(())
}

/// Copies the moves of a game; returns whether all are there.
fn copy_nodes(from: &Source, into: &Connection, game: i64, head: i64) -> Result<bool, StoreError> {
    let (nodes, mut whole) = scan(from, &NODES, Some(game));
    // A parent has a lower number than its children; the root needs no row.
    let mut kept = HashSet::from([0]);
    let mut last = 0;
    for node in &nodes {
        let Some(id) = node.integer(1) else { continue };
        let is_orphan = node.integer(2).is_some_and(|parent| !kept.contains(&parent));
        if is_orphan || !node.is_sound || !put(into, &NODES, &node.values)? {
            whole = false;
            continue;
        }
        kept.insert(id);
        last = id;
    }
    if !kept.contains(&head) {
        whole = false;
        into.execute("UPDATE games SET head = ?2, running = 0 WHERE id = ?1", params![game, last])?;
        GAMES.seal(into, "id = ?1", [game])?;
    }
    Ok(whole)
}

/// Copies the history of a game; none of it if a part is missing, since a step needs the ones after it.
fn copy_history(from: &Source, into: &Connection, game: i64) -> Result<(), StoreError> {
    let (steps, whole) = scan(from, &HISTORY, Some(game));
    if whole && steps.iter().all(|step| step.is_sound) {
        for step in steps {
            put(into, &HISTORY, &step.values)?;
        }
    }
    Ok(())
}

/// Copies an import with those of its games whose text is there; `false` if there is none.
fn copy_import(from: &Source, into: &Connection, import: &Row) -> Result<bool, StoreError> {
    let Some(id) = import.integer(0) else {
        return Ok(false);
    };
    let (games, _) = scan(from, &IMPORT_GAMES, Some(id));
    if games.is_empty() || !put(into, &IMPORTS, &import.values)? {
        return Ok(false);
    }
    for game in &games {
        let text = game.integer(1).and_then(|number| lookup(from, &IMPORT_TEXTS, &[id, number]));
        // Without its row the text is of no use, and the other way round.
        if let Some(text) = text.filter(|text| text.is_sound)
            && put(into, &IMPORT_TEXTS, &text.values)?
        {
            put(into, &IMPORT_GAMES, &game.values)?;
        }
    }
    into.execute(
        "UPDATE imports SET total = (SELECT count(*) FROM import_games WHERE import = ?1), \
         faulty = (SELECT count(*) FROM import_games WHERE import = ?1 AND verdict = 'broken') WHERE id = ?1",
        [id],
    )?;
    IMPORTS.seal(into, "id = ?1", [id])?;
    index_import(into, id, 0)?;
    Ok(true)
}

/// Returns the rows of a table in the order of their keys, with `owner` those of one game or import; and whether none was
/// skipped. Takes a number of lookups that depends on the rows and on the damaged pages, not on the keys.
fn scan(from: &Source, table: &Table, owner: Option<i64>) -> (Vec<Row>, bool) {
    let column = table.key - 1;
    let next = |after: i64| {
        let row = next_row(from, table, owner, after)?;
        match row {
            // A damaged page may hold keys out of order.
            Some(row) => match row.integer(column).filter(|&key| key > after) {
                Some(key) => Ok(Some((key, row))),
                None => Err(rusqlite::Error::QueryReturnedNoRows),
            },
            None => Ok(None),
        }
    };
    let (mut rows, mut whole, mut after) = (Vec::new(), true, -1);
    loop {
        match next(after) {
            Ok(Some((key, row))) => {
                rows.push(row);
                after = key;
            }
            Ok(None) => return (rows, whole),
            Err(_) => {
                whole = false;
                match skip_damage(after, |after| next(after).is_ok()) {
                    Some(readable) => after = readable,
                    None => return (rows, whole),
                }
            }
        }
    }
}

/// Returns the lowest key above `after` behind which rows can be read again.
fn skip_damage(after: i64, can_read: impl Fn(i64) -> bool) -> Option<i64> {
    let mut step = 1;
    while !can_read(after.checked_add(step)?) {
        step *= 2;
        if step > MAX_STEP {
            return None;
        }
    }
    let (mut damaged, mut readable) = (after + step / 2, after + step);
    while readable - damaged > 1 {
        let middle = damaged + (readable - damaged) / 2;
        if can_read(middle) {
            readable = middle;
        } else {
            damaged = middle;
        }
    }
    Some(readable)
}

/// Returns the first row behind a key.
fn next_row(from: &Source, table: &Table, owner: Option<i64>, after: i64) -> rusqlite::Result<Option<Row>> {
    let columns: Vec<&str> = table.columns.split(", ").collect();
    let (owned, key) = match owner {
        Some(_) => (format!("{} = ?2 AND", columns[0]), columns[1]),
        None => (String::new(), columns[0]),
    };
    let condition = format!("{owned} {key} > ?1 ORDER BY {key} LIMIT 1");
    let params: Vec<i64> = std::iter::once(after).chain(owner).collect();
    select(from, table, &condition, &params)
}

/// Returns the row of a key, if it can be read.
fn lookup(from: &Source, table: &Table, key: &[i64]) -> Option<Row> {
    let condition: Vec<String> = table
        .columns
        .split(", ")
        .zip(1..)
        .take(table.key)
        .map(|(column, at)| format!("{column} = ?{at}"))
        .collect();
    select(from, table, &condition.join(" AND "), key).ok().flatten()
}

fn select(from: &Source, table: &Table, condition: &str, params: &[i64]) -> rusqlite::Result<Option<Row>> {
    let sql = format!("SELECT {} FROM {} WHERE {condition}", from.selected(table), table.name);
    let mut select = from.connection.prepare_cached(&sql)?;
    let width = select.column_count() - 1;
    let row = select.query_row(params_from_iter(params), |row| {
        let values = (0..width).map(|column| Ok(lossy(row.get_ref(column)?)));
        Ok(Row { values: values.collect::<rusqlite::Result<_>>()?, is_sound: row.get(width)? })
    });
    row.optional()
}

/// Returns a value; text that is not UTF-8 is repaired.
fn lossy(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => Value::Integer(value),
        ValueRef::Real(value) => Value::Real(value),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

/// Writes a row; `false` if it does not fit the table.
fn put(into: &Connection, table: &Table, row: &[Value]) -> Result<bool, StoreError> {
    let Table { name, columns, .. } = table;
    let places: Vec<String> = (1..=row.len()).map(|at| format!("?{at}")).collect();
    let places = places.join(", ");
    let sql = format!("INSERT INTO {name} ({columns}, sum) VALUES ({places}, row_sum({places}))");
    match into.prepare_cached(&sql)?.execute(params_from_iter(row)) {
        Ok(_) => Ok(true),
        Err(error) => match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ConstraintViolation | rusqlite::ErrorCode::TypeMismatch) => Ok(false),
            _ => Err(error.into()),
        },
    }
}

const WORK_COPY: &str = ".copy";

/// A copy of a store with its log, removed on drop.
struct WorkCopy {
    file: PathBuf,
}

impl WorkCopy {
    fn of(file: &Path) -> Result<Self, StoreError> {
        let copy = Self { file: beside(file, WORK_COPY) };
        let copying = || -> io::Result<()> {
            fs::copy(file, &copy.file)?;
            let log = beside(file, "-wal");
            if log.exists() {
                fs::copy(log, beside(&copy.file, "-wal"))?;
            }
            restore_header(&copy.file)
        };
        copying().map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(copy)
    }

    /// Opens the copy, however damaged its schema is.
    fn open(&self) -> Result<Source, StoreError> {
        let from = Connection::open(&self.file)?;
        register(&from)?;
        // Lets a file be opened that is shorter than it says, or whose schema cannot be parsed.
        from.execute_batch("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;")?;
        restore_schema(&from)?;
        Ok(Source::new(from))
    }
}

impl Drop for WorkCopy {
    fn drop(&mut self) {
        // What is left is removed by the next start.
        let _ = remove_all(&self.file);
    }
}

/// Writes the parts of the header that are the same in every store: SQLite refuses to open a file without them.
fn restore_header(file: &Path) -> io::Result<()> {
    let mut file = File::options().read(true).write(true).open(file)?;
    if file.metadata()?.len() < 100 {
        return Ok(());
    }
    // Text, page size 4096, WAL, no reserved bytes, fixed fractions.
    file.write_all(b"SQLite format 3\0\x10\x00\x02\x02\x00\x40\x20\x20")?;
    // Schema format 4, and text as UTF-8.
    file.seek(io::SeekFrom::Start(44))?;
    file.write_all(&4_u32.to_be_bytes())?;
    file.seek(io::SeekFrom::Start(56))?;
    file.write_all(&1_u32.to_be_bytes())
}

/// Replaces a damaged definition of a table: the one that is not known takes the place of the one that is missing.
fn restore_schema(from: &Connection) -> Result<(), StoreError> {
    let layout: i32 = from.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let expected = layout::expected_definitions()?;
    if layout != layout::LAYOUT || layout::definitions(from).is_ok_and(|found| found == expected) {
        return Ok(());
    }
    let mut select = from.prepare("SELECT rowid, name, sql FROM sqlite_schema WHERE type <> 'index'")?;
    let rows = select
        .query_map([], |row| Ok((row.get::<_, i64>(0)?, lossy(row.get_ref(1)?), lossy(row.get_ref(2)?))))?;
    let mut unknown = Vec::new();
    let mut missing = expected.clone();
    missing.retain(|(_, sql)| !sql.starts_with("CREATE INDEX") && !sql.starts_with("CREATE UNIQUE"));
    for row in rows {
        let (id, name, sql) = row?;
        let is_known = |(known, text): &(String, String)| {
            Value::Text(known.clone()) == name && Value::Text(text.clone()) == sql
        };
        match missing.iter().position(is_known) {
            Some(index) => drop(missing.remove(index)),
            // By name first, so that only a damaged name is guessed.
            None => unknown.push((id, name)),
        }
    }
    for (id, name) in unknown {
        let by_name = missing.iter().position(|(known, _)| Value::Text(known.clone()) == name);
        let Some(index) = by_name.or(if missing.len() == 1 { Some(0) } else { None }) else {
            continue;
        };
        let (name, sql) = missing.remove(index);
        let update =
            "UPDATE sqlite_schema SET type = 'table', name = ?2, tbl_name = ?2, sql = ?3 WHERE rowid = ?1";
        from.execute(update, params![id, name, sql])?;
    }
    // Parses the schema again.
    from.execute_batch("PRAGMA writable_schema = RESET; PRAGMA writable_schema = ON;")?;
    Ok(())
}
