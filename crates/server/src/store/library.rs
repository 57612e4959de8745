//! Games and imports in one list, and the search over them.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::read::{GAME_COLUMNS, import_info, pattern, unsigned};
use super::{GameRow, ImportInfo, ImportRow, Store, StoreError};

/// The maximum number of words of a search.
const MAX_WORDS: usize = 20;

/// Selects entries of the library.
#[derive(Clone, Debug)]
pub(crate) struct LibraryQuery {
    /// Words, each of which has to occur; none selects all games and imports.
    pub(crate) text: String,
    pub(crate) offset: u64,
    pub(crate) limit: u64,
}

/// An entry of the library.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Game(Box<GameRow>),
    Import(ImportInfo),
    /// A game of an import that was not opened.
    ImportGame(ImportInfo, ImportRow),
}

/// Returns the condition that `text`, an SQL expression, contains all words; `?1` is the first one.
pub(super) fn contains_all(text: &str, words: usize) -> String {
    let conditions: Vec<String> = (1..=words).map(|at| format!("{text} LIKE ?{at} ESCAPE '\\'")).collect();
    if conditions.is_empty() { "1".to_owned() } else { conditions.join(" AND ") }
}

/// Returns the `LIKE` patterns of the words of a search. Words in quotation marks are one.
pub(super) fn patterns(text: &str) -> Vec<Value> {
    let mut words = Vec::new();
    for (place, part) in text.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part.trim());
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words.retain(|word| !word.is_empty());
    words.truncate(MAX_WORDS);
    words.into_iter().map(|word| Value::Text(pattern(word))).collect()
}

/// Returns the query of the keys of all matching entries: kind, ids and time.
fn keys(words: usize) -> String {
    let games = contains_all("(coalesce(name, '') || ' ' || tags || ' ' || result)", words);
    let imports = contains_all("name", words);
    let mut keys = format!(
        "SELECT 0 AS kind, id AS a, 0 AS b, updated AS time FROM games WHERE deleted IS NULL AND {games} \
         UNION ALL SELECT 1, id, 0, created FROM imports WHERE deleted IS NULL AND total > 1 AND {imports}"
    );
    if words > 0 {
        let rows = contains_all("(import_games.tags || ' ' || import_games.result)", words);
        keys.push_str(&format!(
            " UNION ALL SELECT 2, import_games.import, import_games.number, imports.created \
             FROM import_games JOIN imports ON imports.id = import_games.import \
             WHERE imports.deleted IS NULL AND {rows} AND NOT EXISTS (SELECT 1 FROM games \
             WHERE games.import = import_games.import AND games.number = import_games.number AND games.deleted IS NULL)"
        ));
    }
    keys
}

impl Store {
    /// Returns the number of matching entries and the requested part of them, the last changed first.
    pub(crate) async fn library(&self, query: LibraryQuery) -> Result<(u64, Vec<Entry>), StoreError> {
        self.read(move |connection| {
            let words = patterns(&query.text);
            let keys = keys(words.len());
            let count = format!("SELECT count(*) FROM ({keys})");
            let total = connection
                .prepare_cached(&count)?
                .query_row(params_from_iter(&words), |row| unsigned(row, 0))?;
            let (limit, offset) = (query.limit, i64::try_from(query.offset).unwrap_or(i64::MAX));
            let select = format!("{keys} ORDER BY time DESC, kind, a DESC, b LIMIT {limit} OFFSET {offset}");
            let mut select = connection.prepare(&select)?;
            let found = select.query_map(params_from_iter(&words), |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            })?;
            let mut entries = Vec::new();
            for key in found {
                entries.extend(entry(connection, key?)?);
            }
            Ok((total, entries))
        })
        .await
    }
}

fn entry(connection: &Connection, (kind, a, b): (i64, i64, i64)) -> Result<Option<Entry>, StoreError> {
    if kind == 0 {
        let select = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = ?1");
        let row = connection.prepare_cached(&select)?.query_row([a], GameRow::from_row).optional()?;
        return Ok(row.map(|row| Entry::Game(Box::new(row))));
    }
    let select = "SELECT id, name, created, total, faulty FROM imports WHERE id = ?1";
    let Some(info) = connection.prepare_cached(select)?.query_row([a], import_info).optional()? else {
        return Ok(None);
    };
    if kind == 1 {
        return Ok(Some(Entry::Import(info)));
    }
    let select = "SELECT number, tags, result, plies, verdict, faults, NULL FROM import_games \
                  WHERE import = ?1 AND number = ?2";
    let row = connection.prepare_cached(select)?.query_row([a, b], ImportRow::from_row).optional()?;
    Ok(row.map(|row| Entry::ImportGame(info, row)))
}
