//! All kept games at once, for the opening tree and the search over positions: games that were played or edited on the
//! board, and games of imports. A game that was opened from an import counts as the game of the import.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension};

use super::read::unsigned;
use super::{Store, StoreError};

/// The games that there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptList {
    /// The id and the version of each game that is not from an import.
    pub(crate) games: Vec<(i64, u64)>,
    /// The id of each import and its last number.
    pub(crate) imports: Vec<(i64, u64)>,
}

/// A game with the moves of its main line as UCI writes them.
#[derive(Clone, Debug)]
pub(crate) struct KeptRow {
    pub(crate) id: i64,
    tags: String,
    pub(crate) result: String,
    pub(crate) start_fen: String,
    pub(crate) moves: Vec<String>,
}

/// A game of an import.
#[derive(Clone, Debug)]
pub(crate) struct KeptText {
    pub(crate) import: i64,
    pub(crate) number: u64,
    tags: String,
    pub(crate) result: String,
    pub(crate) bytes: Vec<u8>,
}

/// Returns the tags of the list of pairs that the store holds.
fn tags_of(tags: &str) -> HashMap<String, String> {
    let pairs: Vec<(String, String)> = serde_json::from_str(tags).unwrap_or_default();
    pairs.into_iter().collect()
}

impl KeptRow {
    pub(crate) fn tags(&self) -> HashMap<String, String> {
        tags_of(&self.tags)
    }
}

impl KeptText {
    pub(crate) fn tags(&self) -> HashMap<String, String> {
        tags_of(&self.tags)
    }
}

fn main_line(connection: &Connection, game: i64) -> Result<Vec<String>, StoreError> {
    // A parent has a lower id than its children, so the rows are in the order of the moves; a first child of a variation
    // has a parent that is not on the line.
    let select =
        "SELECT id, parent, move FROM nodes WHERE game = ?1 AND place = 0 AND move IS NOT NULL ORDER BY id";
    let mut select = connection.prepare_cached(select)?;
    let mut rows = select.query([game])?;
    let (mut last, mut moves) = (0_i64, Vec::new());
    while let Some(row) = rows.next()? {
        if row.get::<_, Option<i64>>(1)?.unwrap_or(0) == last {
            last = row.get(0)?;
            moves.push(row.get(2)?);
        }
    }
    Ok(moves)
}

impl Store {
    /// Returns the games that there are.
    pub(crate) async fn kept(&self) -> Result<KeptList, StoreError> {
        self.read(|connection| {
            let pairs = |select: &str| -> Result<Vec<(i64, u64)>, StoreError> {
                let mut select = connection.prepare_cached(select)?;
                let rows = select.query_map([], |row| Ok((row.get(0)?, unsigned(row, 1)?)))?;
                Ok(rows.collect::<Result<_, _>>()?)
            };
            let games = "SELECT id, version FROM games WHERE deleted IS NULL AND import IS NULL";
            let imports = "SELECT id, total FROM imports WHERE deleted IS NULL";
            Ok(KeptList { games: pairs(games)?, imports: pairs(imports)? })
        })
        .await
    }

    /// Returns games by their ids.
    pub(crate) async fn kept_rows(&self, ids: Vec<i64>) -> Result<Vec<KeptRow>, StoreError> {
        self.read(move |connection| {
            let select = "SELECT tags, result, start_fen FROM games WHERE id = ?1 AND deleted IS NULL";
            let mut select = connection.prepare_cached(select)?;
            let mut games = Vec::with_capacity(ids.len());
            for id in ids {
                let rows = select.query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
                for row in rows {
                    let (tags, result, start_fen) = row?;
                    games.push(KeptRow { id, tags, result, start_fen, moves: main_line(connection, id)? });
                }
            }
            Ok(games)
        })
        .await
    }

    /// Returns up to `limit` games of an import after a number.
    pub(crate) async fn kept_texts(
        &self,
        import: i64,
        after: u64,
        limit: usize,
    ) -> Result<Vec<KeptText>, StoreError> {
        self.read(move |connection| {
            let select = format!(
                "SELECT number, tags, result, bytes FROM import_games JOIN import_texts USING (import, number) \
                 WHERE import = {import} AND number > {after} ORDER BY number LIMIT {limit}"
            );
            let mut select = connection.prepare(&select)?;
            let rows = select.query_map([], |row| {
                Ok(KeptText {
                    import,
                    number: unsigned(row, 0)?,
                    tags: row.get(1)?,
                    result: row.get(2)?,
                    bytes: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Returns the names of White and Black of a game, or of a game of an import.
    pub(crate) async fn player_names(
        &self,
        game: Option<i64>,
        row: Option<(i64, u64)>,
    ) -> Result<[Option<String>; 2], StoreError> {
        self.read(move |connection| {
            let (select, key) = match (game, row) {
                (Some(id), _) => ("SELECT tags FROM games WHERE id = ?1 AND ?2 = 0", (id, 0)),
                (None, Some((import, number))) => {
                    let number = i64::try_from(number).unwrap_or(-1);
                    ("SELECT tags FROM import_games WHERE import = ?1 AND number = ?2", (import, number))
                }
                (None, None) => return Ok([None, None]),
            };
            let tags: Option<String> =
                connection.prepare_cached(select)?.query_row(key, |row| row.get(0)).optional()?;
            let tags = tags_of(&tags.unwrap_or_default());
            Ok(["White", "Black"].map(|name| tags.get(name).filter(|name| *name != "?").cloned()))
        })
        .await
    }
}
