//! The tables of the store.
//!
//! A store of another layout is not altered in place: its rows are copied into a new file with the tables below (`rebuild.rs`), and
//! the old file stays as a backup. A column that the old file does not have gets its default.

use rusqlite::{Connection, Params};

use super::StoreError;
use super::read::text;

/// The SQLite application id: `Pins`.
pub(super) const APPLICATION_ID: i32 = 0x5069_6E73;
/// The number of the layout below. Every change of the tables increases it by one.
pub(super) const LAYOUT: i32 = 5;

/// `sum` is the checksum of the other columns of a row. `search` has one row per game (twice its id) and per game of an import
/// (see `search.rs`).
pub(super) const TABLES: &str = "
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
    deleted INTEGER,
    sum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE nodes (
    game INTEGER NOT NULL,
    id INTEGER NOT NULL,
    parent INTEGER,
    place INTEGER NOT NULL,
    move TEXT,
    nags BLOB,
    remarks TEXT,
    sum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnostics (
    game INTEGER PRIMARY KEY,
    list TEXT NOT NULL,
    sum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE history (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    undone INTEGER NOT NULL,
    step TEXT NOT NULL,
    sum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    total INTEGER NOT NULL,
    faulty INTEGER NOT NULL,
    size INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    deleted INTEGER,
    sum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE import_games (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    tags TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    faults INTEGER NOT NULL,
    sum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (import, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE import_texts (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    line INTEGER NOT NULL,
    column_offset INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    sum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (import, number)
) STRICT;
CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE reviews (
    game INTEGER PRIMARY KEY,
    requested TEXT,
    problem TEXT,
    body TEXT,
    sum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX games_by_source ON games (import, number) WHERE import IS NOT NULL;
CREATE INDEX games_by_time ON games (updated, id) WHERE deleted IS NULL;
CREATE VIRTUAL TABLE search USING fts5 (text, tokenize = 'trigram remove_diacritics 1', columnsize = 0);
";

/// A table with checksums, and its columns in order. The key comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The number of columns of the key.
    pub(super) key: usize,
    pub(super) columns: &'static str,
}

pub(super) const GAMES: Table = Table {
    name: "games",
    key: 1,
    columns: "id, name, version, created, updated, tags, result, start_fen, plies, head, head_fen, next_node, import, \
              number, running, play, deleted",
};
pub(super) const NODES: Table =
    Table { name: "nodes", key: 2, columns: "game, id, parent, place, move, nags, remarks" };
pub(super) const DIAGNOSTICS: Table = Table { name: "diagnostics", key: 1, columns: "game, list" };
pub(super) const HISTORY: Table = Table { name: "history", key: 2, columns: "game, number, undone, step" };
pub(super) const IMPORTS: Table =
    Table { name: "imports", key: 1, columns: "id, name, created, total, faulty, size, digest, deleted" };
pub(super) const IMPORT_GAMES: Table =
    Table { name: "import_games", key: 2, columns: "import, number, tags, result, plies, verdict, faults" };
pub(super) const IMPORT_TEXTS: Table =
    Table { name: "import_texts", key: 2, columns: "import, number, offset, line, column_offset, bytes" };
pub(super) const REVIEWS: Table =
    Table { name: "reviews", key: 1, columns: "game, requested, problem, body" };

impl Table {
    /// Updates the checksums of the rows that match a condition; to be called after every change of them.
    pub(super) fn seal(
        &self,
        connection: &Connection,
        condition: &str,
        params: impl Params,
    ) -> Result<(), StoreError> {
        let Self { name, columns, .. } = self;
        let update = format!("UPDATE {name} SET sum = row_sum({columns}) WHERE {condition}");
        connection.prepare_cached(&update)?.execute(params)?;
        Ok(())
    }

    /// Returns the SQL expression that is true for a row that matches its checksum.
    pub(super) fn is_sound(&self) -> String {
        let Self { name, columns, .. } = self;
        let columns: Vec<String> = columns.split(", ").map(|column| format!("{name}.{column}")).collect();
        format!("{name}.sum IS row_sum({})", columns.join(", "))
    }
}

/// Creates the tables in an empty file.
pub(super) fn create(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {LAYOUT}; COMMIT;"
    ))?;
    Ok(())
}

/// The definitions in the schema of a store: name and SQL text, sorted.
pub(super) type Definitions = Vec<(String, String)>;

/// Returns the definitions of a store.
pub(super) fn definitions(connection: &Connection) -> Result<Definitions, StoreError> {
    let select = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    let mut select = connection.prepare(select)?;
    let rows = select.query_map([], |row| Ok((text(row, 0)?, text(row, 1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the definitions of a new store.
pub(super) fn expected_definitions() -> Result<Definitions, StoreError> {
    let empty = Connection::open_in_memory()?;
    create(&empty)?;
    definitions(&empty)
}
