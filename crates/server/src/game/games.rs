//! All games: one task for each that is in use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pinsight_wire as wire;
use tokio::sync::{mpsc, oneshot};

use super::hub::{Hub, Message};
use super::model::{Edit, Game, GameId};
use super::runners::{Runner, Runners};
use super::task::{By, Command, GameTask, Request, Way};
use super::to_wire;
use crate::clock::now;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::store::{Store, Write};

/// The maximum number of unused games in memory.
const MAX_UNUSED: usize = 1_000;
/// The maximum number of requests that wait for the task of a game.
const QUEUE: usize = 256;

/// A runner that has to be started: its game is running and has none.
pub(crate) type RunnerToStart = (GameId, Arc<Runner>);

/// What all games share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) store: Store,
    pub(super) hub: Arc<Hub>,
    pub(super) runners: Runners,
    runners_to_start: mpsc::UnboundedSender<RunnerToStart>,
}

impl Shared {
    /// Wakes the runner of a changed game; starts one if the game is running.
    pub(super) fn poke(&self, id: GameId, running: bool) {
        if let Some(runner) = self.runners.poke(id, running) {
            // The receiver lives as long as the server.
            let _ = self.runners_to_start.send((id, runner));
        }
    }
}

/// The games of the server. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    shared: Arc<Shared>,
    tasks: Arc<Mutex<Tasks>>,
}

#[derive(Debug, Default)]
struct Tasks {
    tasks: HashMap<GameId, Task>,
    clock: u64,
}

/// The way to the task of a game.
#[derive(Clone, Debug)]
struct Task {
    requests: mpsc::Sender<Request>,
    /// Cloned for every request; the task is unused while this is the only one.
    lease: Arc<()>,
    used: u64,
}

impl Tasks {
    /// Returns the task of a game; starts it with `start`, and drops the least recently used ones if there are too many.
    fn get(&mut self, id: GameId, start: impl FnOnce() -> mpsc::Sender<Request>) -> Task {
        self.clock += 1;
        let clock = self.clock;
        if self.tasks.len() > MAX_UNUSED && !self.tasks.contains_key(&id) {
            let mut ages: Vec<u64> = self.tasks.values().map(|task| task.used).collect();
            let (_, middle, _) = ages.select_nth_unstable(MAX_UNUSED / 4);
            let limit = *middle;
            self.tasks.retain(|_, task| task.used > limit || Arc::strong_count(&task.lease) > 1);
        }
        // A task that panicked is replaced; its game is read from the store again.
        if self.tasks.get(&id).is_some_and(|task| task.requests.is_closed()) {
            self.tasks.remove(&id);
        }
        let new = || Task { requests: start(), lease: Arc::default(), used: 0 };
        let task = self.tasks.entry(id).or_insert_with(new);
        task.used = clock;
        task.clone()
    }

    /// Drops the task of a game that does not exist, unless another request uses it.
    fn drop_unused(&mut self, id: GameId) {
        if self.tasks.get(&id).is_some_and(|task| Arc::strong_count(&task.lease) == 1) {
            self.tasks.remove(&id);
        }
    }
}

impl Games {
    /// Returns the games of a store, and the runners that have to be started from now on.
    pub(crate) fn new(store: Store, limits: &Limits) -> (Self, mpsc::UnboundedReceiver<RunnerToStart>) {
        let (runners_to_start, to_start) = mpsc::unbounded_channel();
        let hub = Arc::new(Hub::new(limits.pages));
        let shared = Shared { store, hub, runners: Runners::default(), runners_to_start };
        (Self { shared: Arc::new(shared), tasks: Arc::default() }, to_start)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.shared.store
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.shared.hub
    }

    pub(crate) fn runners(&self) -> &Runners {
        &self.shared.runners
    }

    /// Returns the number of games in memory.
    pub(crate) fn len(&self) -> usize {
        self.tasks().tasks.len()
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a command to the task of a game and returns its result.
    async fn request<T>(
        &self,
        id: GameId,
        command: impl FnOnce(oneshot::Sender<Result<T, ApiError>>) -> Command,
    ) -> Result<T, ApiError> {
        let (reply, answer) = oneshot::channel();
        let start = || {
            let (sender, requests) = mpsc::channel(QUEUE);
            let task = GameTask { id, game: None, shared: Arc::clone(&self.shared) };
            tokio::spawn(task.run(requests));
            sender
        };
        let Task { requests, lease, .. } = self.tasks().get(id, start);
        let sent = requests.send(Request { command: command(reply), _lease: lease }).await;
        let answer = match sent {
            Ok(()) => answer.await.ok(),
            Err(_) => None,
        };
        let answer = answer.unwrap_or_else(|| Err(ApiError::internal(id)));
        if answer.as_ref().is_err_and(ApiError::is_not_found) {
            self.tasks().drop_unused(id);
        }
        answer
    }

    /// Returns what `view` reads from a game.
    pub(crate) async fn view<T: Send + 'static>(
        &self,
        id: GameId,
        view: impl FnOnce(&Game) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.request(id, |reply| {
            Command::View(Box::new(|game| {
                let _ = reply.send(game.and_then(view));
            }))
        })
        .await
    }

    /// Changes a game, if it is at the expected version; returns the change as JSON. The change is then on the disk and
    /// sent to all listening pages.
    pub(crate) async fn change(
        &self,
        id: GameId,
        by: By,
        expected: Option<u64>,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
    ) -> Result<Message, ApiError> {
        self.writable()?;
        let change = Box::new(change);
        self.request(id, |reply| Command::Change { by, expected, change, reply }).await
    }

    /// Undoes the last change of a user, and the moves that computers have played since; or redoes it.
    pub(crate) async fn travel(
        &self,
        id: GameId,
        expected: Option<u64>,
        way: Way,
    ) -> Result<Message, ApiError> {
        self.writable()?;
        self.request(id, |reply| Command::Travel { expected, way, reply }).await
    }

    /// Deletes a game; it can be restored for some weeks.
    pub(crate) async fn delete(&self, id: GameId, expected: Option<u64>) -> Result<(), ApiError> {
        self.writable()?;
        self.request(id, |reply| Command::Delete { expected, reply }).await
    }

    /// Restores a deleted game and returns its shape.
    pub(crate) async fn restore(&self, id: GameId) -> Result<wire::Game, ApiError> {
        self.writable()?;
        self.request(id, |reply| Command::Restore { reply }).await
    }

    /// Returns the version of a game.
    pub(crate) async fn version(&self, id: GameId) -> Result<u64, ApiError> {
        self.view(id, |game| Ok(game.info.version)).await
    }

    /// Returns the shape of a game.
    pub(crate) async fn shape(&self, id: GameId) -> Result<wire::Game, ApiError> {
        let thinking = self.runners().thinking(id);
        self.view(id, move |game| Ok(to_wire::game(game, thinking))).await
    }

    /// Stores a new game and returns its shape. Completes even if the client disconnects.
    pub(crate) async fn create(&self, mut game: Game) -> Result<wire::Game, ApiError> {
        self.writable()?;
        game.info.created = now();
        game.info.updated = game.info.created;
        let shared = Arc::clone(&self.shared);
        let done = tokio::spawn(async move {
            game.id = shared.store.write(Write::CreateGame(Box::new(game.to_new()))).await?;
            shared.hub.send_list_changed();
            shared.poke(game.id, game.info.play.running);
            Ok(to_wire::game(&game, None))
        });
        done.await.unwrap_or_else(|_| Err(ApiError::shutting_down()))
    }

    /// Returns an error if the store is read-only.
    pub(crate) fn writable(&self) -> Result<(), ApiError> {
        if self.shared.store.is_read_only() { Err(ApiError::read_only()) } else { Ok(()) }
    }

    /// Corrects the length and position of games that were recovered without some of their moves; leaves those that
    /// cannot be read.
    pub(crate) async fn repair_recovered(&self) -> Result<(), ApiError> {
        for &id in self.store().cut_short() {
            if self.view(id, |_| Ok(())).await.is_ok() {
                self.change(id, By::User, None, |game| Ok(game.cut_short())).await?;
            }
        }
        Ok(())
    }

    /// Resumes the games that were running at shutdown.
    pub(crate) async fn resume(&self) -> Result<(), ApiError> {
        for id in self.store().running_games().await? {
            self.shared.poke(id, true);
        }
        Ok(())
    }
}
