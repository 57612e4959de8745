//! The kept games in memory: read on first use, and again what has changed since.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pinsight_openings::Book;
use pinsight_pgn::Replayer;

use super::load::{KeptGame, Place};
use crate::error::ApiError;
use crate::store::{KeptList, Store};

/// The maximum number of games in memory; each takes two bytes per ply and about 80 more.
const MAX_GAMES: usize = 250_000;
/// The number of games that are read at once; other requests use the store in between.
const SLICE: usize = 2_000;

/// The kept games. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct KeptGames {
    store: Store,
    cache: Arc<tokio::sync::Mutex<Cache>>,
    book: Option<Arc<(String, Book)>>,
}

/// What is in memory, as of one version of the store.
#[derive(Debug, Default)]
struct Cache {
    /// Changes whenever the store changes.
    store_version: Option<u64>,
    /// The versions of the games, by id.
    versions: HashMap<i64, u64>,
    imports: HashSet<i64>,
    games: Snapshot,
}

/// The games at one time, in the order of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshot {
    pub(super) games: Arc<Vec<KeptGame>>,
    /// The number of games above the limit.
    pub(super) omitted: u64,
}

impl KeptGames {
    /// The games of a store, and a book with its name.
    pub(crate) fn new(store: Store, book: Option<Arc<(String, Book)>>) -> Self {
        Self { store, cache: Arc::default(), book }
    }

    pub(super) fn book(&self) -> Option<&(String, Book)> {
        self.book.as_deref()
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the games as they are now.
    pub(super) async fn snapshot(&self) -> Result<Snapshot, ApiError> {
        // Held while games are read: requests that arrive meanwhile need the same ones.
        let mut cache = self.cache.lock().await;
        let version = self.store.changes();
        if cache.store_version != Some(version) {
            let list = self.store.kept().await?;
            cache.update(&self.store, list).await?;
            cache.store_version = Some(version);
        }
        Ok(cache.games.clone())
    }
}

impl Cache {
    /// Reads what has changed, and drops what was deleted.
    async fn update(&mut self, store: &Store, list: KeptList) -> Result<(), ApiError> {
        let versions: HashMap<i64, u64> = list.games.iter().copied().collect();
        let imports: HashSet<i64> = list.imports.iter().map(|(id, _)| *id).collect();
        let changed: Vec<i64> = versions
            .iter()
            .filter(|(id, version)| self.versions.get(id) != Some(version))
            .map(|(id, _)| *id)
            .collect();
        let stale: HashSet<i64> = changed.iter().copied().collect();
        let is_valid = |game: &KeptGame| match game.place {
            Place::Game(id) => versions.contains_key(&id) && !stale.contains(&id),
            Place::Import { import, .. } => imports.contains(&import),
        };
        let mut games: Vec<KeptGame> =
            self.games.games.iter().filter(|game| is_valid(game)).cloned().collect();
        let total = versions.len() as u64 + list.imports.iter().map(|(_, count)| count).sum::<u64>();
        for slice in changed.chunks(SLICE) {
            let rows = store.kept_rows(slice.to_vec()).await?;
            let rows =
                on_thread(move || rows.iter().filter_map(KeptGame::of_row).collect::<Vec<_>>()).await?;
            games.extend(rows);
        }
        for (import, count) in list.imports.into_iter().filter(|(id, _)| !self.imports.contains(id)) {
            let mut after = 0;
            while after < count && games.len() < MAX_GAMES {
                let texts = store.kept_texts(import, after, SLICE).await?;
                let Some(last) = texts.last() else { break };
                after = last.number;
                games.extend(on_thread(move || read_texts(&texts)).await?);
            }
        }
        games.sort_unstable_by_key(|game| game.place.order());
        games.truncate(MAX_GAMES);
        (self.versions, self.imports) = (versions, imports);
        let omitted = total.saturating_sub(MAX_GAMES as u64);
        self.games = Snapshot { games: Arc::new(games), omitted };
        Ok(())
    }
}

fn read_texts(texts: &[crate::store::KeptText]) -> Vec<KeptGame> {
    let mut replayer = Replayer::new();
    texts.iter().filter_map(|text| KeptGame::of_text(&mut replayer, text)).collect()
}

/// Runs a computation on a thread that may block.
pub(super) async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::shutting_down())
}
