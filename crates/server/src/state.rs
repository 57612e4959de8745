//! What all requests share: the games in memory, the store behind them, the pages that listen.

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
use crate::play::Runners;
use crate::players::Players;
use crate::store::{Store, Write};
use crate::to_wire;

/// More games than this are not kept in memory when nobody uses them.
const IN_MEMORY: usize = 1_000;

/// How many positions are analysed at once.
const ANALYSTS: usize = 4;

/// The server's state. Clones are the same state.
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
    page: Page,
    session: u64,
    opening: tokio::sync::Mutex<()>,
    analysts: Arc<Semaphore>,
}

/// A game in memory. Whoever changes it holds the lock until the change is on the disk, so that nobody sees what is not.
/// None: to be loaded (again).
type Slot = Arc<tokio::sync::Mutex<Option<Game>>>;

#[derive(Debug, Default)]
struct Loaded {
    slots: HashMap<GameId, (Slot, u64)>,
    clock: u64,
}

impl Loaded {
    /// The slot of a game; the ones used longest ago go if there are too many.
    fn slot(&mut self, id: GameId) -> Slot {
        self.clock += 1;
        let clock = self.clock;
        if self.slots.len() > IN_MEMORY && !self.slots.contains_key(&id) {
            let mut ages: Vec<u64> = self.slots.values().map(|(_, used)| *used).collect();
            let (_, middle, _) = ages.select_nth_unstable(IN_MEMORY / 4);
            let limit = *middle;
            // One that is in use has another owner.
            self.slots.retain(|_, (slot, used)| *used > limit || Arc::strong_count(slot) > 1);
        }
        let (slot, used) = self.slots.entry(id).or_default();
        *used = clock;
        Arc::clone(slot)
    }
}

/// A game that nobody else can use just now.
pub(crate) struct Held {
    guard: OwnedMutexGuard<Option<Game>>,
}

impl Held {
    pub(crate) fn game(&mut self) -> Result<&mut Game, ApiError> {
        self.guard.as_mut().ok_or_else(|| ApiError::not_found("the game is gone"))
    }
}

impl App {
    pub(crate) fn new(store: Store, players: Players, page: Page) -> Self {
        let inner = Inner {
            store,
            games: Mutex::default(),
            hub: Arc::default(),
            players,
            runners: Runners::default(),
            page,
            session: now().unsigned_abs(),
            opening: tokio::sync::Mutex::default(),
            analysts: Arc::new(Semaphore::new(ANALYSTS)),
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

    /// Let in as many analyses as the machine can bear.
    pub(crate) fn analysts(&self) -> &Arc<Semaphore> {
        &self.inner.analysts
    }

    /// Tells one start of the server from another.
    pub(crate) fn session(&self) -> u64 {
        self.inner.session
    }

    /// An error if nothing may be changed.
    pub(crate) fn writable(&self) -> Result<(), ApiError> {
        if self.inner.store.is_read_only() { Err(ApiError::read_only()) } else { Ok(()) }
    }

    /// Which side's computer is thinking in a game.
    pub(crate) fn thinking(&self, id: GameId) -> Option<Color> {
        self.inner.runners.thinking(id)
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.inner.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game to look at or to change; waits for whoever has it.
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

    /// Changes a game: when this returns, the change is on the disk, and all who listen were told. Gives the change as
    /// JSON.
    pub(crate) async fn change(
        &self,
        id: GameId,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
    ) -> Result<Message, ApiError> {
        self.writable()?;
        let app = self.clone();
        to_the_end(async move {
            let mut held = app.hold(id).await?;
            let message = app.change_held(&mut held, change).await?;
            let running = held.game()?.info.play.running;
            drop(held);
            // A computer may have to move now, or to stop thinking about what is no more.
            app.poke(id, running);
            Ok(message)
        })
        .await
    }

    /// The same for a game that is held already, without waking its computers.
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
                // What was changed before the refusal: never the tree, which is changed in one step.
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
            self.hub().tell(id, &message);
        }
        Ok(message)
    }

    /// Games that were recovered without some of their moves get a length and a position that fit. One that cannot be read
    /// even so stays as it is.
    pub(crate) async fn mend(&self) -> Result<(), ApiError> {
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
        to_the_end(async move {
            let id = app.store().write(Write::CreateGame(Box::new(game.to_new()))).await?;
            game.id = id;
            let shape = to_wire::game(&game, None);
            let running = game.info.play.running;
            let slot = app.loaded().slot(id);
            *slot.lock_owned().await = Some(game);
            app.tell_list_changed();
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
        to_the_end(async move {
            let mut held = app.hold(id).await?;
            app.store().write(Write::DeleteGame(id)).await?;
            *held.guard = None;
            app.loaded().slots.remove(&id);
            drop(held);
            app.poke(id, false);
            app.hub().tell(id, &message(&LiveMessage::Deleted(wire::Deleted { game: id })));
            app.tell_list_changed();
            Ok(())
        })
        .await
    }

    /// The games of an import stay when it goes, but do not point to it any more.
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

    /// Held while a game of an import is opened.
    pub(crate) async fn opening(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.opening.lock().await
    }

    /// Tells all pages that the list of games or imports is another.
    pub(crate) fn tell_list_changed(&self) {
        self.hub().tell_all(&message(&LiveMessage::Games));
    }
}

/// Does something to its end, even if whoever asked for it goes away meanwhile.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::spawn(work).await;
    done.unwrap_or_else(|_| Err(ApiError::busy("the server is shutting down")))
}

/// Something as JSON.
pub(crate) fn message(content: &impl Serialize) -> Message {
    // Our shapes have only texts as keys, so that nothing can fail.
    serde_json::to_string(content).unwrap_or_default().into()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
