//! Games and imports in one list, and the search over them.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, OptionalExtension};

use super::read::{game_columns, import_info};
use super::search::{Indexed, matches, words};
use super::write::INCOMPLETE;
use super::{GameRow, ImportInfo, ImportRow, Store, StoreError};

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

/// What an entry is, in the order of entries of the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Game(i64),
    Import(i64),
    ImportGame { import: i64, number: i64 },
}

impl Store {
    /// Returns the number of matching entries and the requested part of them, the last changed first.
    pub(crate) async fn library(&self, query: LibraryQuery) -> Result<(u64, Vec<Entry>), StoreError> {
        self.read(move |connection| {
            let words = words(&query.text);
            let imports = imports(connection, "deleted IS NULL")?;
            let mut keys = if words.is_empty() {
                all_games(connection)?
            } else {
                matching_games(connection, &words, &imports)?
            };
            let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
            let is_listed = |import: &&ImportInfo| {
                let name = import.name.to_lowercase();
                import.total > 1 && lower.iter().all(|word| name.contains(word))
            };
            let listed = imports.values().filter(is_listed);
            keys.extend(listed.map(|import| (import.created, Key::Import(import.id))));
            listed_page(connection, keys, &imports, query.offset, query.limit)
        })
        .await
    }

    /// Returns the number of deleted games and imports that can be restored, and the requested part of them, the last deleted
    /// first.
    pub(crate) async fn deleted(&self, offset: u64, limit: u64) -> Result<(u64, Vec<Entry>), StoreError> {
        self.read(move |connection| {
            let deleted = format!("deleted > {INCOMPLETE}");
            let imports = imports(connection, &deleted)?;
            let mut keys =
                keys_of(connection, &format!("SELECT deleted, id FROM games WHERE {deleted}"), Key::Game)?;
            let select = format!("SELECT deleted, id FROM imports WHERE {deleted}");
            keys.extend(keys_of(connection, &select, Key::Import)?);
            listed_page(connection, keys, &imports, offset, limit)
        })
        .await
    }
}

/// Returns the number of entries and a page of them, the latest first.
fn listed_page(
    connection: &Connection,
    keys: Vec<(i64, Key)>,
    imports: &HashMap<i64, ImportInfo>,
    offset: u64,
    limit: u64,
) -> Result<(u64, Vec<Entry>), StoreError> {
    let total = keys.len() as u64;
    let entries = page(keys, offset, limit).into_iter();
    let entries = entries.filter_map(|key| entry(connection, key, imports).transpose());
    Ok((total, entries.collect::<Result<_, _>>()?))
}

/// Sorts the entries up to the end of the page, the latest first, and returns the page.
fn page(mut keys: Vec<(i64, Key)>, offset: u64, limit: u64) -> Vec<Key> {
    let order = |(time, key): &(i64, Key)| {
        let (kind, first, second) = match *key {
            Key::Game(id) => (0, -id, 0),
            Key::Import(id) => (1, -id, 0),
            Key::ImportGame { import, number } => (2, -import, number),
        };
        (-time, kind, first, second)
    };
    let offset = usize::try_from(offset).unwrap_or(usize::MAX).min(keys.len());
    let end = offset.saturating_add(usize::try_from(limit).unwrap_or(usize::MAX)).min(keys.len());
    if end < keys.len() {
        keys.select_nth_unstable_by_key(end, order);
        keys.truncate(end);
    }
    keys.sort_unstable_by_key(order);
    keys.into_iter().skip(offset).map(|(_, key)| key).collect()
}

fn imports(connection: &Connection, condition: &str) -> Result<HashMap<i64, ImportInfo>, StoreError> {
    let select = format!("SELECT id, name, created, total, faulty FROM imports WHERE {condition}");
    let mut select = connection.prepare_cached(&select)?;
    let rows = select.query_map([], |row| import_info(row).map(|import| (import.id, import)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn all_games(connection: &Connection) -> Result<Vec<(i64, Key)>, StoreError> {
    let select = "SELECT updated, id FROM games INDEXED BY games_by_time WHERE deleted IS NULL";
    keys_of(connection, select, Key::Game)
}

/// Returns the times and ids that a statement selects.
fn keys_of(
    connection: &Connection,
    select: &str,
    key: fn(i64) -> Key,
) -> Result<Vec<(i64, Key)>, StoreError> {
    let mut select = connection.prepare_cached(select)?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, key(row.get(1)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the games that contain all words, and those of imports that do and were not opened.
fn matching_games(
    connection: &Connection,
    words: &[&str],
    imports: &HashMap<i64, ImportInfo>,
) -> Result<Vec<(i64, Key)>, StoreError> {
    let (mut games, mut of_imports) = (HashSet::new(), Vec::new());
    for found in matches(connection, words)? {
        match found {
            Indexed::Game(id) => drop(games.insert(id)),
            Indexed::ImportGame { import, number } => of_imports.push((import, number)),
        }
    }
    let mut keys = all_games(connection)?;
    keys.retain(|(_, key)| matches!(key, Key::Game(id) if games.contains(id)));
    let opened = if of_imports.is_empty() { HashSet::new() } else { opened(connection)? };
    keys.extend(of_imports.into_iter().filter_map(|(import, number)| {
        let info = imports.get(&import).filter(|_| !opened.contains(&(import, number)))?;
        Some((info.created, Key::ImportGame { import, number }))
    }));
    Ok(keys)
}

/// Returns the games of imports that were opened.
fn opened(connection: &Connection) -> Result<HashSet<(i64, i64)>, StoreError> {
    let select = "SELECT import, number FROM games WHERE import IS NOT NULL AND deleted IS NULL";
    let mut select = connection.prepare_cached(select)?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn entry(
    connection: &Connection,
    key: Key,
    imports: &HashMap<i64, ImportInfo>,
) -> Result<Option<Entry>, StoreError> {
    match key {
        Key::Game(id) => {
            let select = format!("SELECT {} FROM games WHERE id = ?1", game_columns());
            let row = connection.prepare_cached(&select)?.query_row([id], GameRow::from_row).optional()?;
            Ok(row.map(|row| Entry::Game(Box::new(row))))
        }
        Key::Import(id) => Ok(imports.get(&id).cloned().map(Entry::Import)),
        Key::ImportGame { import, number } => {
            let select = "SELECT number, tags, result, plies, verdict, faults, NULL FROM import_games \
                          WHERE import = ?1 AND number = ?2";
            let mut select = connection.prepare_cached(select)?;
            let row = select.query_row([import, number], ImportRow::from_row).optional()?;
            Ok(row.and_then(|row| Some(Entry::ImportGame(imports.get(&import)?.clone(), row))))
        }
    }
}
