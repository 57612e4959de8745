//! Queries of the store.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Row, params, params_from_iter};

use super::library::{contains_all, patterns};
use super::write::{NodeRow, Print};
use super::{HistoryRange, Store, StoreError};

/// A stored game without its moves.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) id: i64,
    pub(crate) name: Option<String>,
    pub(crate) version: u64,
    pub(crate) created: i64,
    pub(crate) updated: i64,
    /// As JSON.
    pub(crate) tags: String,
    pub(crate) result: String,
    pub(crate) start_fen: String,
    pub(crate) plies: u64,
    pub(crate) head: u32,
    pub(crate) head_fen: String,
    pub(crate) next_node: u32,
    pub(crate) source: Option<(i64, u64)>,
    /// As JSON.
    pub(crate) play: String,
    pub(crate) history: HistoryRange,
}

/// A stored game.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) row: GameRow,
    /// Parents before their children, siblings in order.
    pub(crate) nodes: Vec<NodeRow>,
    /// As JSON.
    pub(crate) diagnostics: Option<String>,
}

/// Selects games.
#[derive(Clone, Debug)]
pub(crate) struct GameQuery {
    pub(crate) text: String,
    pub(crate) offset: u64,
    pub(crate) limit: u64,
}

/// An import without its games.
#[derive(Clone, Debug)]
pub(crate) struct ImportInfo {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) total: u64,
    pub(crate) faulty: u64,
}

/// A game of an import, for the list.
#[derive(Clone, Debug)]
pub(crate) struct ImportRow {
    pub(crate) number: u64,
    /// As JSON.
    pub(crate) tags: String,
    pub(crate) result: String,
    pub(crate) plies: u64,
    pub(crate) verdict: String,
    pub(crate) faults: u64,
    /// The id of the opened game.
    pub(crate) game: Option<i64>,
}

/// Selects games of an import.
#[derive(Clone, Debug)]
pub(crate) struct ImportQuery {
    pub(crate) import: i64,
    pub(crate) text: String,
    /// Only games with faults.
    pub(crate) faulty: bool,
    pub(crate) offset: u64,
    pub(crate) limit: u64,
}

/// The text of a game of an import, and its place in the file.
#[derive(Clone, Debug)]
pub(crate) struct ImportText {
    pub(crate) offset: u64,
    pub(crate) line: u64,
    pub(crate) column_offset: u64,
    pub(crate) bytes: Vec<u8>,
}

pub(super) const GAME_COLUMNS: &str = "id, name, version, created, updated, tags, result, start_fen, plies, head, head_fen, \
                            next_node, import, number, play, \
                            (SELECT min(number) FROM history WHERE game = games.id), \
                            (SELECT max(number) FROM history WHERE game = games.id AND NOT undone), \
                            (SELECT max(number) FROM history WHERE game = games.id)";

impl GameRow {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let import: Option<i64> = row.get(12)?;
        let number: Option<i64> = row.get(13)?;
        Ok(Self {
            id: row.get(0)?,
            name: row.get(1)?,
            version: unsigned(row, 2)?,
            created: row.get(3)?,
            updated: row.get(4)?,
            tags: row.get(5)?,
            result: row.get(6)?,
            start_fen: row.get(7)?,
            plies: unsigned(row, 8)?,
            head: row.get(9)?,
            head_fen: row.get(10)?,
            next_node: row.get(11)?,
            source: import.zip(number.and_then(|number| u64::try_from(number).ok())),
            play: row.get(14)?,
            history: history_range(row)?,
        })
    }
}

fn history_range(row: &Row<'_>) -> rusqlite::Result<HistoryRange> {
    let number = |column| row.get::<_, Option<i64>>(column).map(|number| number.map(i64::unsigned_abs));
    let Some(first) = number(15)? else {
        return Ok(HistoryRange::default());
    };
    let floor = first - 1;
    Ok(HistoryRange { floor, done: number(16)?.unwrap_or(floor), last: number(17)?.unwrap_or(floor) })
}

pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let value: i64 = row.get(column)?;
    u64::try_from(value).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, value))
}

impl ImportRow {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            number: unsigned(row, 0)?,
            tags: row.get(1)?,
            result: row.get(2)?,
            plies: unsigned(row, 3)?,
            verdict: row.get(4)?,
            faults: unsigned(row, 5)?,
            game: row.get(6)?,
        })
    }
}

/// Returns the `LIKE` pattern that matches a text anywhere.
pub(super) fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl Store {
    /// Returns the number of matching games and the requested part of them, the last changed first.
    pub(crate) async fn games(&self, query: GameQuery) -> Result<(u64, Vec<GameRow>), StoreError> {
        self.read(move |connection| {
            let words = patterns(&query.text);
            let filter = contains_all("(coalesce(name, '') || ' ' || tags)", words.len());
            let filter = format!("deleted IS NULL AND {filter}");
            let count = format!("SELECT count(*) FROM games WHERE {filter}");
            let total = connection.prepare_cached(&count)?.query_row(params_from_iter(&words), |row| unsigned(row, 0))?;
            let (limit, offset) = (query.limit, i64::try_from(query.offset).unwrap_or(i64::MAX));
            let select = format!(
                "SELECT {GAME_COLUMNS} FROM games WHERE {filter} ORDER BY updated DESC, id DESC LIMIT {limit} OFFSET {offset}"
            );
            let mut select = connection.prepare_cached(&select)?;
            let rows = select.query_map(params_from_iter(&words), GameRow::from_row)?;
            Ok((total, rows.collect::<Result<_, _>>()?))
        })
        .await
    }

    /// Returns a game with its moves.
    pub(crate) async fn game(&self, id: i64) -> Result<Option<StoredGame>, StoreError> {
        self.read(move |connection| {
            // One transaction, so that the game and its moves are of the same version.
            let transaction = connection.unchecked_transaction()?;
            let select = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = ?1 AND deleted IS NULL");
            let row = transaction.prepare_cached(&select)?.query_row([id], GameRow::from_row).optional()?;
            let Some(row) = row else {
                return Ok(None);
            };
            let nodes = transaction
                .prepare_cached(
                    // A parent has a lower id than its children, so it precedes them.
                    "SELECT id, parent, place, move, nags, remarks FROM nodes WHERE game = ?1 ORDER BY parent, place, id",
                )?
                .query_map([id], |row| {
                    Ok(NodeRow {
                        id: row.get(0)?,
                        parent: row.get(1)?,
                        place: row.get(2)?,
                        played: row.get(3)?,
                        nags: row.get::<_, Option<Vec<u8>>>(4)?.unwrap_or_default(),
                        remarks: row.get(5)?,
                    })
                })?
                .collect::<Result<_, _>>()?;
            let diagnostics = transaction
                .prepare_cached("SELECT list FROM diagnostics WHERE game = ?1")?
                .query_row([id], |row| row.get(0))
                .optional()?;
            Ok(Some(StoredGame { row, nodes, diagnostics }))
        })
        .await
    }

    /// Returns the ids of the running games.
    pub(crate) async fn running_games(&self) -> Result<Vec<i64>, StoreError> {
        self.read(|connection| {
            let mut select =
                connection.prepare("SELECT id FROM games WHERE running AND deleted IS NULL ORDER BY id")?;
            let ids = select.query_map([], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Returns all imports, the newest first.
    pub(crate) async fn imports(&self) -> Result<Vec<ImportInfo>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT id, name, created, total, faulty FROM imports WHERE deleted IS NULL ORDER BY id DESC",
            )?;
            let rows = select.query_map([], import_info)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Finds the last import of the same bytes under the same name; with `unchanged`, only if none of its games was edited.
    pub(crate) async fn import_like(
        &self,
        name: String,
        print: Print,
        unchanged: bool,
    ) -> Result<Option<i64>, StoreError> {
        self.read(move |connection| {
            let select = "SELECT id FROM imports WHERE name = ?1 AND size = ?2 AND digest = ?3 AND deleted IS NULL \
                          AND NOT (?4 AND EXISTS (SELECT 1 FROM games WHERE import = imports.id AND version > 1 \
                          AND deleted IS NULL)) ORDER BY id DESC LIMIT 1";
            let mut select = connection.prepare_cached(select)?;
            Ok(select.query_row(params![name, print.size, print.digest, unchanged], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// Returns an import, the number of its matching games and the requested part of them.
    pub(crate) async fn import(
        &self,
        query: ImportQuery,
    ) -> Result<Option<(ImportInfo, u64, Vec<ImportRow>)>, StoreError> {
        self.read(move |connection| {
            let info = connection
                .prepare_cached("SELECT id, name, created, total, faulty FROM imports WHERE id = ?1 AND deleted IS NULL")?
                .query_row([query.import], import_info)
                .optional()?;
            let Some(info) = info else {
                return Ok(None);
            };
            let words = patterns(&query.text);
            let filter = contains_all("(import_games.tags || ' ' || import_games.result)", words.len());
            let (import, faulty) = (query.import, i32::from(query.faulty));
            let filter = format!("import_games.import = {import} AND {filter} AND (NOT {faulty} OR import_games.faults > 0)");
            let count = format!("SELECT count(*) FROM import_games WHERE {filter}");
            let matched = connection.prepare(&count)?.query_row(params_from_iter(&words), |row| unsigned(row, 0))?;
            let (limit, offset) = (query.limit, i64::try_from(query.offset).unwrap_or(i64::MAX));
            let select = format!(
                "SELECT import_games.number, import_games.tags, import_games.result, import_games.plies, verdict, faults, \
                 (SELECT max(id) FROM games WHERE games.import = import_games.import \
                 AND games.number = import_games.number AND games.deleted IS NULL) FROM import_games \
                 WHERE {filter} ORDER BY import_games.number LIMIT {limit} OFFSET {offset}"
            );
            let mut select = connection.prepare(&select)?;
            let rows = select.query_map(params_from_iter(&words), ImportRow::from_row)?;
            Ok(Some((info, matched, rows.collect::<Result<_, _>>()?)))
        })
        .await
    }

    /// Returns the text of a game of an import.
    pub(crate) async fn import_text(
        &self,
        import: i64,
        number: u64,
    ) -> Result<Option<ImportText>, StoreError> {
        self.read(move |connection| {
            let select = "SELECT offset, line, column_offset, bytes FROM import_texts WHERE import = ?1 AND number = ?2";
            let text = connection.prepare_cached(select)?.query_row(params_from_iter(key(import, number)), |row| {
                Ok(ImportText {
                    offset: unsigned(row, 0)?,
                    line: unsigned(row, 1)?,
                    column_offset: unsigned(row, 2)?,
                    bytes: row.get(3)?,
                })
            });
            Ok(text.optional()?)
        })
        .await
    }

    /// Returns the id of the game that was opened from a game of an import.
    pub(crate) async fn opened(&self, import: i64, number: u64) -> Result<Option<i64>, StoreError> {
        self.read(move |connection| {
            let select =
                "SELECT id FROM games WHERE import = ?1 AND number = ?2 AND deleted IS NULL ORDER BY id DESC";
            Ok(connection
                .prepare_cached(select)?
                .query_row(params_from_iter(key(import, number)), |row| row.get(0))
                .optional()?)
        })
        .await
    }
}

fn key(import: i64, number: u64) -> [Value; 2] {
    [Value::Integer(import), Value::Integer(i64::try_from(number).unwrap_or(-1))]
}

pub(super) fn import_info(row: &Row<'_>) -> rusqlite::Result<ImportInfo> {
    Ok(ImportInfo {
        id: row.get(0)?,
        name: row.get(1)?,
        created: row.get(2)?,
        total: unsigned(row, 3)?,
        faulty: unsigned(row, 4)?,
    })
}
