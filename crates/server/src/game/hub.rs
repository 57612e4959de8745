//! Sends messages to the pages that subscribe to a game. If the queue of a page is full, messages are dropped and the page
//! is marked.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use pinsight_wire::LiveMessage;
use serde::Serialize;
use tokio::sync::mpsc;

use super::model::GameId;

/// The length of the queue of a page.
const QUEUE: usize = 256;

/// A message, serialized once for all receivers.
pub(crate) type Message = Utf8Bytes;

/// Serializes a message.
pub(crate) fn message(content: &impl Serialize) -> Message {
    // Cannot fail: all keys are strings.
    serde_json::to_string(content).unwrap_or_default().into()
}

/// The open pages.
#[derive(Debug)]
pub(crate) struct Hub {
    /// The maximum number of pages.
    limit: usize,
    pages: Mutex<HashMap<u64, Page>>,
    next: AtomicU64,
}

#[derive(Debug)]
struct Page {
    games: HashSet<GameId>,
    messages: mpsc::Sender<Message>,
    missed: Arc<AtomicBool>,
}

/// The subscription of a page; ends on drop.
#[derive(Debug)]
pub(crate) struct Listener {
    hub: Arc<Hub>,
    id: u64,
    pub(crate) messages: mpsc::Receiver<Message>,
    missed: Arc<AtomicBool>,
}

impl Hub {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, pages: Mutex::default(), next: AtomicU64::default() }
    }

    fn pages(&self) -> MutexGuard<'_, HashMap<u64, Page>> {
        // A panic cannot leave the table half changed.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a page; `None` if there are too many.
    pub(crate) fn listen(self: &Arc<Self>) -> Option<Listener> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, messages) = mpsc::channel(QUEUE);
        let missed = Arc::new(AtomicBool::new(false));
        let mut pages = self.pages();
        if pages.len() >= self.limit {
            return None;
        }
        pages.insert(id, Page { games: HashSet::new(), messages: sender, missed: Arc::clone(&missed) });
        drop(pages);
        Some(Listener { hub: Arc::clone(self), id, messages, missed })
    }

    /// Sends a message to the pages that listen to a game.
    pub(crate) fn send(&self, game: GameId, message: &Message) {
        for page in self.pages().values().filter(|page| page.games.contains(&game)) {
            page.send(message.clone());
        }
    }

    /// Tells all pages that the list of games or imports has changed.
    pub(crate) fn send_list_changed(&self) {
        let message = message(&LiveMessage::Games);
        for page in self.pages().values() {
            page.send(message.clone());
        }
    }

    /// Returns the number of open pages.
    pub(crate) fn len(&self) -> usize {
        self.pages().len()
    }

    /// Closes the connections of all pages, for shutdown.
    pub(crate) fn close(&self) {
        self.pages().clear();
    }

    /// Whether a page listens to a game.
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

    /// Returns the games that the page listens to.
    pub(crate) fn games(&self) -> Vec<GameId> {
        self.hub.pages().get(&self.id).map(|page| page.games.iter().copied().collect()).unwrap_or_default()
    }

    /// Whether messages were lost since the last call.
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.hub.pages().remove(&self.id);
    }
}
