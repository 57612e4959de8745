//! The full-text index of the games: three letters or more are found in names, tags and results without a scan.
//!
//! The row of a game has twice its id. The row of a game of an import is odd: import, then 20 bits for the number.

use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use super::StoreError;
use super::read::pattern;

/// The maximum number of words of a search.
const MAX_WORDS: usize = 20;
/// The bits of the number of a game in its import.
const NUMBER_BITS: i64 = 20;

/// What a row of the index belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Indexed {
    Game(i64),
    ImportGame { import: i64, number: i64 },
}

impl Indexed {
    fn of_row(row: i64) -> Self {
        match row & 1 {
            0 => Self::Game(row >> 1),
            _ => Self::ImportGame {
                import: row >> (NUMBER_BITS + 1),
                number: (row >> 1) & ((1 << NUMBER_BITS) - 1),
            },
        }
    }
}

/// Updates the row of a game.
pub(super) fn index_game(connection: &Connection, id: i64) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM search WHERE rowid = ?1 * 2")?.execute([id])?;
    let insert = "INSERT INTO search (rowid, text) SELECT id * 2, search_text(name, tags, result) FROM games WHERE id = ?1";
    connection.prepare_cached(insert)?.execute([id])?;
    Ok(())
}

/// Adds the games of an import after the number `after`.
pub(super) fn index_import(connection: &Connection, import: i64, after: i64) -> Result<(), StoreError> {
    let insert = format!(
        "INSERT INTO search (rowid, text) SELECT ((import << {NUMBER_BITS} | number) << 1) | 1, \
         search_text('', tags, result) FROM import_games WHERE import = ?1 AND number > ?2"
    );
    connection.prepare_cached(&insert)?.execute(params![import, after])?;
    Ok(())
}

/// Removes the rows of games that were deleted before `time`.
pub(super) fn purge_game_index(connection: &Connection, time: i64) -> Result<(), StoreError> {
    let delete = "DELETE FROM search WHERE rowid IN (SELECT id * 2 FROM games WHERE deleted < ?1)";
    connection.execute(delete, [time])?;
    Ok(())
}

/// Removes the rows of imports that were deleted before `time`.
pub(super) fn purge_import_index(connection: &Connection, time: i64) -> Result<(), StoreError> {
    let delete = format!(
        "DELETE FROM search WHERE rowid IN (SELECT ((import << {NUMBER_BITS} | number) << 1) | 1 FROM import_games \
         WHERE import IN (SELECT id FROM imports WHERE deleted < ?1))"
    );
    connection.execute(&delete, [time])?;
    Ok(())
}

/// Returns the words of a search. Words in quotation marks are one.
pub(super) fn words(text: &str) -> Vec<&str> {
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
    words
}

/// Returns what contains all words, in no order.
pub(super) fn matches(connection: &Connection, words: &[&str]) -> Result<Vec<Indexed>, StoreError> {
    // The index has every three successive letters; shorter words are looked up in the text.
    let (long, short): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.chars().count() >= 3);
    let mut conditions = Vec::new();
    let mut params = Vec::new();
    if !long.is_empty() {
        conditions.push("search MATCH ?".to_owned());
        let quoted: Vec<String> = long.iter().map(|word| format!("\"{word}\"")).collect();
        params.push(Value::Text(quoted.join(" ")));
    }
    for word in short {
        conditions.push("text LIKE ? ESCAPE '\\'".to_owned());
        params.push(Value::Text(pattern(word)));
    }
    let select = format!("SELECT rowid FROM search WHERE {}", conditions.join(" AND "));
    let mut select = connection.prepare(&select)?;
    let rows = select.query_map(params_from_iter(params), |row| row.get(0).map(Indexed::of_row))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
