//! Who is told what: pages listen to games, and a page that cannot keep up is told so instead of being waited for.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use crate::game::GameId;

/// How many messages may wait for one page.
const WAITING: usize = 256;
/// More pages than this are not served at once.
const MOST_PAGES: usize = 500;

/// A message, written once for all who get it.
pub(crate) type Message = Utf8Bytes;

/// All pages that listen.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    pages: Mutex<HashMap<u64, Page>>,
    next: AtomicU64,
}

#[derive(Debug)]
struct Page {
    games: HashSet<GameId>,
    messages: mpsc::Sender<Message>,
    missed: Arc<AtomicBool>,
}

/// A page's end of the hub. Dropped, the page is forgotten.
#[derive(Debug)]
pub(crate) struct Listener {
    hub: Arc<Hub>,
    id: u64,
    pub(crate) messages: mpsc::Receiver<Message>,
    missed: Arc<AtomicBool>,
}

impl Hub {
    fn pages(&self) -> MutexGuard<'_, HashMap<u64, Page>> {
        // Every change of the table is whole: a panic elsewhere leaves nothing half done.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new page; none if there are too many.
    pub(crate) fn listen(self: &Arc<Self>) -> Option<Listener> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, messages) = mpsc::channel(WAITING);
        let missed = Arc::new(AtomicBool::new(false));
        let mut pages = self.pages();
        if pages.len() >= MOST_PAGES {
            return None;
        }
        pages.insert(id, Page { games: HashSet::new(), messages: sender, missed: Arc::clone(&missed) });
        drop(pages);
        Some(Listener { hub: Arc::clone(self), id, messages, missed })
    }

    /// Tells all pages that listen to a game.
    pub(crate) fn tell(&self, game: GameId, message: &Message) {
        for page in self.pages().values().filter(|page| page.games.contains(&game)) {
            page.send(message.clone());
        }
    }

    /// Tells all pages.
    pub(crate) fn tell_all(&self, message: &Message) {
        for page in self.pages().values() {
            page.send(message.clone());
        }
    }

    /// Whether anybody listens to a game: what nobody hears need not be written.
    pub(crate) fn has_listeners(&self, game: GameId) -> bool {
        self.pages().values().any(|page| page.games.contains(&game))
    }
}

impl Page {
    fn send(&self, message: Message) {
        if self.messages.try_send(message).is_err() {
            self.missed.store(true, Ordering::Relaxed);
        }
    }
}

impl Listener {
    pub(crate) fn subscribe(&self, game: GameId) {
        if let Some(page) = self.hub.pages().get_mut(&self.id) {
            page.games.insert(game);
        }
    }

    pub(crate) fn unsubscribe(&self, game: GameId) {
        if let Some(page) = self.hub.pages().get_mut(&self.id) {
            page.games.remove(&game);
        }
    }

    /// The games that the page listens to.
    pub(crate) fn games(&self) -> Vec<GameId> {
        self.hub.pages().get(&self.id).map(|page| page.games.iter().copied().collect()).unwrap_or_default()
    }

    /// Whether messages were lost since this was asked last.
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.hub.pages().remove(&self.id);
    }
}
