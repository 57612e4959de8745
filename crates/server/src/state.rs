//! The state that all requests share: the games in memory, the store, the listening pages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use pinsight_rules::Color;
use pinsight_wire::{self as wire, LiveMessage};
use serde::Serialize;
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::error::ApiError;
use crate::game::{Edit, Game, GameId};
use crate::hub::{Hub, Message};
use crate::page::Page;
use crate::players::Players;
use crate::runners::{Runner, Runners};
use crate::store::{Store, Write};
use crate::to_wire;

/// The maximum number of unused games in memory.
const MAX_UNUSED: usize = 1_000;

/// The maximum number of concurrent analyses.
const MAX_ANALYSES: usize = 4;

/// Starts the task of a game: `play::spawn`, which is passed in because `play` imports this module.
pub(crate) type SpawnRunner = fn(App, GameId, Arc<Runner>);

/// The server's state. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct App {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    games: Mutex<Loaded>,
    hub: Arc<Hub>,
    players: Players,
    runners: Runners,
    spawn_runner: SpawnRunner,
    page: Page,
    session: u64,
    opening: tokio::sync::Mutex<()>,
    analysts: Arc<Semaphore>,
}

/// A game in memory; `None` if it has to be loaded. The lock is held until a change is on the disk, so that no request
/// sees a change that can still fail.
type Slot = Arc<tokio::sync::Mutex<Option<Game>>>;

#[derive(Debug, Default)]
struct Loaded {
    slots: HashMap<GameId, (Slot, u64)>,
    clock: u64,
}

impl Loaded {
    /// Returns the slot of a game; drops the least recently used ones if there are too many.
    fn slot(&mut self, id: GameId) -> Slot {
        self.clock += 1;
        let clock = self.clock;
        if self.slots.len() > MAX_UNUSED && !self.slots.contains_key(&id) {
            let mut ages: Vec<u64> = self.slots.values().map(|(_, used)| *used).collect();
            let (_, middle, _) = ages.select_nth_unstable(MAX_UNUSED / 4);
            let limit = *middle;
            // A slot in use has another owner.
            self.slots.retain(|_, (slot, used)| *used > limit || Arc::strong_count(slot) > 1);
        }
        let (slot, used) = self.slots.entry(id).or_default();
        *used = clock;
        Arc::clone(slot)
    }
}

/// A locked game.
pub(crate) struct Held {
    guard: OwnedMutexGuard<Option<Game>>,
}

impl Held {
    pub(crate) fn game(&mut self) -> Result<&mut Game, ApiError> {
        self.guard.as_mut().ok_or_else(|| ApiError::not_found("the game is gone"))
    }
}

impl App {
    pub(crate) fn new(store: Store, players: Players, page: Page, spawn_runner: SpawnRunner) -> Self {
        let inner = Inner {
            store,
            games: Mutex::default(),
            hub: Arc::default(),
            players,
            runners: Runners::default(),
            spawn_runner,
            page,
            session: now().unsigned_abs(),
            opening: tokio::sync::Mutex::default(),
            analysts: Arc::new(Semaphore::new(MAX_ANALYSES)),
        };
        Self { inner: Arc::new(inner) }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.inner.hub
    }

    pub(crate) fn players(&self) -> &Players {
        &self.inner.players
    }

    pub(crate) fn runners(&self) -> &Runners {
        &self.inner.runners
    }

    pub(crate) fn page(&self) -> &Page {
        &self.inner.page
    }

    /// Limits concurrent analyses.
    pub(crate) fn analysts(&self) -> &Arc<Semaphore> {
        &self.inner.analysts
    }

    /// A number that differs between two starts of the server.
    pub(crate) fn session(&self) -> u64 {
        self.inner.session
    }

    /// Returns an error if the store is read-only.
    pub(crate) fn writable(&self) -> Result<(), ApiError> {
        if self.inner.store.is_read_only() { Err(ApiError::read_only()) } else { Ok(()) }
    }

    /// Returns the side whose computer is thinking in a game.
    pub(crate) fn thinking(&self, id: GameId) -> Option<Color> {
        self.inner.runners.thinking(id)
    }

    /// Wakes the task of a changed game; starts one if the game is running.
    pub(crate) fn poke(&self, id: GameId, running: bool) {
        if let Some(runner) = self.runners().poke(id, running) {
            (self.inner.spawn_runner)(self.clone(), id, runner);
        }
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.inner.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks a game and loads it if necessary.
    pub(crate) async fn hold(&self, id: GameId) -> Result<Held, ApiError> {
        let slot = self.loaded().slot(id);
        let mut guard = slot.lock_owned().await;
        if guard.is_none() {
            let stored = self.store().game(id).await?;
            let Some(stored) = stored else {
                drop(guard);
                self.loaded().slots.remove(&id);
                return Err(ApiError::not_found(format!("there is no game {id}")));
            };
            *guard = Some(Game::from_stored(&stored)?);
        }
        Ok(Held { guard })
    }

    /// Changes a game; returns the change as JSON. The change is then on the disk and sent to all listening pages.
    pub(crate) async fn change(
        &self,
        id: GameId,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
    ) -> Result<Message, ApiError> {
        self.writable()?;
        let app = self.clone();
        run_to_completion(async move {
            let mut held = app.hold(id).await?;
            let message = app.change_held(&mut held, change).await?;
            let running = held.game()?.info.play.running;
            drop(held);
            // A computer may have to move now, or to stop thinking about a position that is gone.
            app.poke(id, running);
            Ok(message)
        })
        .await
    }

    /// Like [`change`](Self::change) for a locked game, without waking its computers.
    pub(crate) async fn change_held(
        &self,
        held: &mut Held,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError>,
    ) -> Result<Message, ApiError> {
        let game = held.game()?;
        let id = game.id;
        let before = game.info.clone();
        let edit = match change(game) {
            Ok(edit) => edit,
            Err(error) => {
                // The tree is intact: it changes in one step.
                game.info = before;
                return Err(error);
            }
        };
        if edit.changed {
            game.info.version += 1;
            game.info.updated = now().max(game.info.updated);
            let update = game.to_update(&edit);
            if let Err(error) = self.store().write(Write::UpdateGame(Box::new(update))).await {
                *held.guard = None;
                return Err(error.into());
            }
        }
        let game = held.game()?;
        let message = message(&to_wire::change(game, &edit, self.thinking(id)));
        if edit.changed {
            self.hub().send(id, &message);
        }
        Ok(message)
    }

    /// Corrects the length and position of games that were recovered without some of their moves; leaves those that
    /// cannot be read.
    pub(crate) async fn repair_recovered(&self) -> Result<(), ApiError> {
        for &id in self.store().cut_short() {
            if let Ok(mut held) = self.hold(id).await {
                self.change_held(&mut held, |game| Ok(game.cut_short())).await?;
            }
        }
        Ok(())
    }

    /// Stores a new game and returns its shape.
    pub(crate) async fn create(&self, mut game: Game) -> Result<wire::Game, ApiError> {
        self.writable()?;
        game.info.created = now();
        game.info.updated = game.info.created;
        let app = self.clone();
        run_to_completion(async move {
            let id = app.store().write(Write::CreateGame(Box::new(game.to_new()))).await?;
            game.id = id;
            let shape = to_wire::game(&game, None);
            let running = game.info.play.running;
            let slot = app.loaded().slot(id);
            *slot.lock_owned().await = Some(game);
            app.send_list_changed();
            app.poke(id, running);
            Ok(shape)
        })
        .await
    }

    /// Returns the shape of a game.
    pub(crate) async fn game(&self, id: GameId) -> Result<wire::Game, ApiError> {
        let mut held = self.hold(id).await?;
        let thinking = self.thinking(id);
        Ok(to_wire::game(held.game()?, thinking))
    }

    pub(crate) async fn delete(&self, id: GameId) -> Result<(), ApiError> {
        self.writable()?;
        let app = self.clone();
        run_to_completion(async move {
            let mut held = app.hold(id).await?;
            app.store().write(Write::DeleteGame(id)).await?;
            *held.guard = None;
            app.loaded().slots.remove(&id);
            drop(held);
            app.poke(id, false);
            app.hub().send(id, &message(&LiveMessage::Deleted(wire::Deleted { game: id })));
            app.send_list_changed();
            Ok(())
        })
        .await
    }

    /// Removes a deleted import from the games in memory that came from it.
    pub(crate) async fn forget_import(&self, import: i64) {
        let slots: Vec<Slot> = self.loaded().slots.values().map(|(slot, _)| Arc::clone(slot)).collect();
        for slot in slots {
            if let Some(game) = slot.lock().await.as_mut()
                && game.info.source.is_some_and(|source| source.import == import)
            {
                game.info.source = None;
            }
        }
    }

    /// Locks the opening of games of imports.
    pub(crate) async fn opening(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.opening.lock().await
    }

    /// Tells all pages that the list of games or imports has changed.
    pub(crate) fn send_list_changed(&self) {
        self.hub().send_to_all(&message(&LiveMessage::Games));
    }
}

/// Runs `work` to completion, even if the client disconnects.
async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::spawn(work).await;
    done.unwrap_or_else(|_| Err(ApiError::busy("the server is shutting down")))
}

/// Serializes a message.
pub(crate) fn message(content: &impl Serialize) -> Message {
    // Cannot fail: all keys are strings.
    serde_json::to_string(content).unwrap_or_default().into()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
