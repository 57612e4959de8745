//! Queries of the store.

use std::collections::HashSet;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use super::layout::{DIAGNOSTICS, GAMES, IMPORT_TEXTS, NODES};
use super::search::{Indexed, matches, words};
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
    /// Whether the row matches its checksum. If not, text that is not UTF-8 is repaired, and numbers may be 0.
    pub(crate) is_sound: bool,
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

/// Returns the columns that [`GameRow::from_row`] expects.
pub(super) fn game_columns() -> String {
    format!(
        "id, name, version, created, updated, tags, result, start_fen, plies, head, head_fen, next_node, import, number, \
         play, (SELECT min(number) FROM history WHERE game = games.id), \
         (SELECT max(number) FROM history WHERE game = games.id AND NOT undone), \
         (SELECT max(number) FROM history WHERE game = games.id), {}",
        GAMES.is_sound()
    )
}

/// Returns a text; what is not UTF-8 in it is repaired.
pub(super) fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    })
}

impl GameRow {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let import: Option<i64> = row.get(12)?;
        let number: Option<i64> = row.get(13)?;
        Ok(Self {
            id: row.get(0)?,
            name: if row.get_ref(1)? == ValueRef::Null { None } else { Some(text(row, 1)?) },
            version: unsigned(row, 2).unwrap_or_default(),
            created: row.get(3)?,
            updated: row.get(4)?,
            tags: text(row, 5)?,
            result: text(row, 6)?,
            start_fen: text(row, 7)?,
            plies: unsigned(row, 8).unwrap_or_default(),
            head: row.get(9).unwrap_or_default(),
            head_fen: text(row, 10)?,
            next_node: row.get(11).unwrap_or_default(),
            source: import.zip(number.and_then(|number| u64::try_from(number).ok())),
            play: text(row, 14)?,
            history: history_range(row)?,
            is_sound: row.get(18)?,
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
            tags: text(row, 1)?,
            result: text(row, 2)?,
            plies: unsigned(row, 3).unwrap_or_default(),
            verdict: text(row, 4)?,
            faults: unsigned(row, 5).unwrap_or_default(),
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
            let mut ids = game_ids(connection)?;
            let words = words(&query.text);
            if !words.is_empty() {
                let found: HashSet<Indexed> = matches(connection, &words)?.into_iter().collect();
                ids.retain(|&id| found.contains(&Indexed::Game(id)));
            }
            let (limit, offset) = (query.limit, usize::try_from(query.offset).unwrap_or(usize::MAX));
            let select = format!("SELECT {} FROM games WHERE id = ?1", game_columns());
            let mut select = connection.prepare_cached(&select)?;
            let page = ids.iter().skip(offset).take(usize::try_from(limit).unwrap_or(usize::MAX));
            let rows = page.map(|id| select.query_row([id], GameRow::from_row));
            Ok((ids.len() as u64, rows.collect::<Result<_, _>>()?))
        })
        .await
    }

    /// Returns the games that were created before and after a game, without imported and deleted ones.
    pub(crate) async fn neighbours(&self, id: i64) -> Result<(Option<i64>, Option<i64>), StoreError> {
        self.read(move |connection| {
            let own = "deleted IS NULL AND import IS NULL";
            let find = |condition: &str| -> Result<Option<i64>, StoreError> {
                let select = format!("SELECT id FROM games WHERE {own} AND {condition} LIMIT 1");
                Ok(connection.prepare_cached(&select)?.query_row([id], |row| row.get(0)).optional()?)
            };
            Ok((find("id < ?1 ORDER BY id DESC")?, find("id > ?1 ORDER BY id")?))
        })
        .await
    }

    /// Returns a game with its moves.
    pub(crate) async fn game(&self, id: i64) -> Result<Option<StoredGame>, StoreError> {
        self.read(move |connection| {
            // One transaction, so that the game and its moves are of the same version.
            let transaction = connection.unchecked_transaction()?;
            let select = format!("SELECT {} FROM games WHERE id = ?1 AND deleted IS NULL", game_columns());
            let row = transaction.prepare_cached(&select)?.query_row([id], GameRow::from_row).optional()?;
            let Some(row) = row else {
                return Ok(None);
            };
            if !row.is_sound {
                return Err(altered(id, "its name, tags or state"));
            }
            let nodes = nodes(&transaction, id)?;
            let diagnostics =
                format!("SELECT list, {} FROM diagnostics WHERE game = ?1", DIAGNOSTICS.is_sound());
            let diagnostics = transaction
                .prepare_cached(&diagnostics)?
                .query_row([id], |row| Ok((text(row, 0)?, row.get(1)?)))
                .optional()?;
            let diagnostics = match diagnostics {
                Some((_, false)) => return Err(altered(id, "its list of faults")),
                sound => sound.map(|(list, _)| list),
            };
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
            let words: Vec<Value> = words(&query.text).into_iter().map(|word| Value::Text(pattern(word))).collect();
            let contains = |at| format!("search_text('', import_games.tags, import_games.result) LIKE ?{at} ESCAPE '\\'");
            let filter: Vec<String> = (1..=words.len()).map(contains).chain(["1".to_owned()]).collect();
            let (import, faulty) = (query.import, i32::from(query.faulty));
            let filter = format!(
                "import_games.import = {import} AND (NOT {faulty} OR import_games.faults > 0) AND {}",
                filter.join(" AND ")
            );
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
            let select = format!(
                "SELECT offset, line, column_offset, bytes, {} FROM import_texts WHERE import = ?1 AND number = ?2",
                IMPORT_TEXTS.is_sound()
            );
            let text = connection.prepare_cached(&select)?.query_row(params_from_iter(key(import, number)), |row| {
                let text = ImportText {
                    offset: unsigned(row, 0)?,
                    line: unsigned(row, 1)?,
                    column_offset: unsigned(row, 2)?,
                    bytes: row.get(3)?,
                };
                Ok((text, row.get(4)?))
            });
            match text.optional()? {
                Some((_, false)) => Err(StoreError::BadGame(format!(
                    "game {number} of import {import} does not match its checksum; import the file again"
                ))),
                sound => Ok(sound.map(|(text, _)| text)),
            }
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

/// Returns the ids of all games, the last changed first.
fn game_ids(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let select =
        "SELECT id FROM games INDEXED BY games_by_time WHERE deleted IS NULL ORDER BY updated DESC, id DESC";
    let mut select = connection.prepare_cached(select)?;
    let ids = select.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// The error for a game that does not match its checksum.
fn altered(game: i64, what: &str) -> StoreError {
    StoreError::BadGame(format!("game {game}: {what} were changed by damage: the checksum does not match"))
}

/// Returns the moves of a game; an error if one does not match its checksum.
fn nodes(connection: &Connection, game: i64) -> Result<Vec<NodeRow>, StoreError> {
    // A parent has a lower id than its children, so it precedes them.
    let select = format!(
        "SELECT id, parent, place, move, nags, remarks, {} FROM nodes WHERE game = ?1 ORDER BY parent, place, id",
        NODES.is_sound()
    );
    let mut select = connection.prepare_cached(&select)?;
    let mut rows = select.query([game])?;
    let mut nodes = Vec::new();
    while let Some(row) = rows.next()? {
        if !row.get(6)? {
            let number = row.get_ref(0)?.as_i64().unwrap_or_default();
            return Err(altered(game, &format!("the fields of node {number}")));
        }
        nodes.push(NodeRow {
            id: row.get(0)?,
            parent: row.get(1)?,
            place: row.get(2)?,
            played: row.get(3)?,
            nags: row.get::<_, Option<Vec<u8>>>(4)?.unwrap_or_default(),
            remarks: row.get(5)?,
        });
    }
    Ok(nodes)
}

fn key(import: i64, number: u64) -> [Value; 2] {
    [Value::Integer(import), Value::Integer(i64::try_from(number).unwrap_or(-1))]
}

pub(super) fn import_info(row: &Row<'_>) -> rusqlite::Result<ImportInfo> {
    Ok(ImportInfo {
        id: row.get(0)?,
        name: text(row, 1)?,
        created: row.get(2)?,
        total: unsigned(row, 3).unwrap_or_default(),
        faulty: unsigned(row, 4).unwrap_or_default(),
    })
}
