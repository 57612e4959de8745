//! Takes what can still be read out of a damaged store into a new one.
//!
//! Every row is asked for by its key, so that a damaged page costs the rows on it and nothing else. It works on a copy: not
//! a byte of what was set aside changes.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Params, Statement, params, params_from_iter};

use super::StoreError;
use super::open::beside;

/// How many keys are tried where the damage hides which is the highest.
const HIGHEST: i64 = 100_000;

/// A table, its columns, and how many they are. The first columns are its key.
struct Table {
    name: &'static str,
    columns: &'static str,
}

const GAMES: Table = Table {
    name: "games",
    columns: "id, name, version, created, updated, tags, result, start_fen, plies, head, head_fen, next_node, import, \
              number, running, play",
};
const NODES: Table = Table { name: "nodes", columns: "game, id, parent, place, move, nags, remarks" };
const DIAGNOSTICS: Table = Table { name: "diagnostics", columns: "game, list" };
const IMPORTS: Table = Table { name: "imports", columns: "id, name, created, total, faulty, size, digest" };
const IMPORT_GAMES: Table =
    Table { name: "import_games", columns: "import, number, tags, result, plies, verdict, faults" };
const IMPORT_TEXTS: Table =
    Table { name: "import_texts", columns: "import, number, offset, line, column_offset, bytes" };

type Row = Vec<Value>;

/// What was taken over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Recovered {
    games: usize,
    imports: usize,
    /// Games of which moves are missing.
    pub(super) cut_short: Vec<i64>,
}

impl fmt::Display for Recovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        if self.games + self.imports == 0 {
            return f.write_str("nothing in it could be read");
        }
        write!(
            f,
            "{} and {} could be read and are there",
            many(self.games, "game"),
            many(self.imports, "import")
        )?;
        match self.cut_short.len() {
            0 => Ok(()),
            count => write!(f, ", {count} of the games without some of the moves"),
        }
    }
}

/// Takes over what can be read.
pub(super) fn recover(damaged: &Path, into: &mut Connection) -> Result<Recovered, StoreError> {
    let copy = Copy::of(damaged).map_err(|error| StoreError::Failed(error.to_string()))?;
    let from = Connection::open(&copy.file)?;
    // Lets a file be opened that is shorter than it says.
    from.execute_batch("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;")?;
    let transaction = into.transaction()?;
    let mut recovered = Recovered::default();
    for id in 1..=highest(&from, "games") {
        let Some(row) = by_key(&from, &GAMES, &[id]) else { continue };
        if put(&transaction, &GAMES, &row).is_err() {
            continue;
        }
        recovered.games += 1;
        if !take_nodes(&from, &transaction, id, &row)? {
            recovered.cut_short.push(id);
        }
        if let Some(row) = by_key(&from, &DIAGNOSTICS, &[id]) {
            // A game without its diagnostics is as good.
            let _ = put(&transaction, &DIAGNOSTICS, &row);
        }
    }
    for id in 1..=highest(&from, "imports") {
        recovered.imports += usize::from(take_import(&from, &transaction, id)?);
    }
    transaction.execute_batch(
        "UPDATE games SET import = NULL, number = NULL WHERE import NOT IN (SELECT id FROM imports);",
    )?;
    transaction.commit()?;
    Ok(recovered)
}

/// The moves of a game; whether all are there.
fn take_nodes(from: &Connection, into: &Connection, game: i64, row: &Row) -> Result<bool, StoreError> {
    let [head, next] = [9, 11].map(|column| integer(row, column).unwrap_or(0));
    let (nodes, mut whole) = family(from, &NODES, game, 0..next);
    // A parent has a lower number than its children; the root needs no row.
    let mut kept = HashSet::from([0]);
    let mut last = 0;
    for node in &nodes {
        let Some(id) = integer(node, 1) else { continue };
        let orphan = integer(node, 2).is_some_and(|parent| !kept.contains(&parent));
        if orphan || put(into, &NODES, node).is_err() {
            whole = false;
            continue;
        }
        kept.insert(id);
        last = id;
    }
    if !kept.contains(&head) {
        whole = false;
        into.execute("UPDATE games SET head = ?2, running = 0 WHERE id = ?1", params![game, last])?;
    }
    Ok(whole)
}

/// An import with those of its games whose text is there; false if there is none.
fn take_import(from: &Connection, into: &Connection, id: i64) -> Result<bool, StoreError> {
    let Some(row) = by_key(from, &IMPORTS, &[id]) else {
        return Ok(false);
    };
    let total = integer(&row, 3).unwrap_or(0).min(HIGHEST);
    let (games, _) = family(from, &IMPORT_GAMES, id, 1..total + 1);
    if games.is_empty() || put(into, &IMPORTS, &row).is_err() {
        return Ok(false);
    }
    for game in &games {
        let text = integer(game, 1).and_then(|number| by_key(from, &IMPORT_TEXTS, &[id, number]));
        if let Some(text) = text
            && put(into, &IMPORT_TEXTS, &text).is_ok()
        {
            // Without its row the text is of no use, and the other way round.
            put(into, &IMPORT_GAMES, game)?;
        }
    }
    into.execute(
        "UPDATE imports SET total = (SELECT count(*) FROM import_games WHERE import = ?1), \
         faulty = (SELECT count(*) FROM import_games WHERE import = ?1 AND verdict = 'broken') WHERE id = ?1",
        [id],
    )?;
    Ok(true)
}

/// All rows that belong together, in the order of their numbers; and whether nothing was in the way.
fn family(from: &Connection, table: &Table, owner: i64, numbers: std::ops::Range<i64>) -> (Vec<Row>, bool) {
    let Table { name, columns } = table;
    let owner_column = columns.split(',').next().unwrap_or_default();
    let all = || -> rusqlite::Result<Vec<Row>> {
        let sql = format!("SELECT {columns} FROM {name} WHERE {owner_column} = ?1 ORDER BY 1, 2");
        let mut select = from.prepare_cached(&sql)?;
        let width = select.column_count();
        let rows = select.query_map([owner], |row| (0..width).map(|column| row.get(column)).collect())?;
        rows.collect()
    };
    match all() {
        Ok(rows) => (rows, true),
        // One by one, around the damage.
        Err(_) => (numbers.filter_map(|number| by_key(from, table, &[owner, number])).collect(), false),
    }
}

/// The row of a key, if it can be read.
fn by_key(from: &Connection, table: &Table, key: &[i64]) -> Option<Row> {
    let Table { name, columns } = table;
    let wanted: Vec<String> = columns
        .split(", ")
        .zip(1..)
        .take(key.len())
        .map(|(column, at)| format!("{column} = ?{at}"))
        .collect();
    let sql = format!("SELECT {columns} FROM {name} WHERE {}", wanted.join(" AND "));
    one(&mut *from.prepare_cached(&sql).ok()?, params_from_iter(key)).ok().flatten()
}

fn one(select: &mut Statement<'_>, key: impl Params) -> rusqlite::Result<Option<Row>> {
    let width = select.column_count();
    select.query_row(key, |row| (0..width).map(|column| row.get(column)).collect()).optional()
}

/// Keeps a row; what does not fit its columns is refused by the table.
fn put(into: &Connection, table: &Table, row: &Row) -> rusqlite::Result<usize> {
    let Table { name, columns } = table;
    let places: Vec<String> = (1..=row.len()).map(|at| format!("?{at}")).collect();
    let sql = format!("INSERT INTO {name} ({columns}) VALUES ({})", places.join(", "));
    into.prepare_cached(&sql)?.execute(params_from_iter(row))
}

fn integer(row: &Row, column: usize) -> Option<i64> {
    match row.get(column)? {
        Value::Integer(value) => Some(*value),
        _ => None,
    }
}

/// The highest key that a table may have.
fn highest(from: &Connection, table: &str) -> i64 {
    let number = |sql: &str| from.query_row(sql, [], |row| row.get::<_, Option<i64>>(0)).ok().flatten();
    number(&format!("SELECT seq FROM sqlite_sequence WHERE name = '{table}'"))
        .or_else(|| number(&format!("SELECT max(id) FROM {table}")))
        .unwrap_or(HIGHEST)
}

/// A copy that goes when it is not needed any more.
struct Copy {
    file: PathBuf,
}

impl Copy {
    fn of(damaged: &Path) -> std::io::Result<Self> {
        let copy = Self { file: beside(damaged, ".copy") };
        fs::copy(damaged, &copy.file)?;
        let log = beside(damaged, "-wal");
        if log.exists() {
            fs::copy(log, beside(&copy.file, "-wal"))?;
        }
        Ok(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm"] {
            // What is not there need not go.
            let _ = fs::remove_file(beside(&self.file, suffix));
        }
    }
}
