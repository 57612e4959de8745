//! The tasks of the games in which computers play.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pinsight_players::Stop;
use pinsight_rules::Color;
use tokio::sync::Notify;

use super::model::GameId;

/// The tasks of the games in which computers play.
#[derive(Debug, Default)]
pub(crate) struct Runners {
    runners: Mutex<HashMap<GameId, Arc<Runner>>>,
}

/// The task of a game.
#[derive(Debug, Default)]
pub(crate) struct Runner {
    /// The game has changed since the task last looked.
    poked: AtomicBool,
    pub(crate) wake: Notify,
    thinking: Mutex<Option<(Color, Stop)>>,
}

impl Runner {
    /// The side whose computer is thinking, and how to stop it.
    pub(crate) fn thinking(&self) -> MutexGuard<'_, Option<(Color, Stop)>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the task because its game has changed.
    pub(crate) fn poke(&self) {
        self.poked.store(true, Ordering::Release);
        self.wake.notify_one();
    }

    /// Forgets changes of the game up to now.
    pub(crate) fn clear_poke(&self) {
        self.poked.store(false, Ordering::Release);
    }
}

impl Runners {
    fn table(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Runner>>> {
        self.runners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of tasks.
    pub(crate) fn len(&self) -> usize {
        self.table().len()
    }

    pub(crate) fn contains(&self, id: GameId) -> bool {
        self.table().contains_key(&id)
    }

    /// Wakes the task of a changed game. Returns a new one, which the caller has to start, if a running game has none.
    pub(crate) fn poke(&self, id: GameId, running: bool) -> Option<Arc<Runner>> {
        let mut table = self.table();
        if let Some(runner) = table.get(&id) {
            runner.poke();
            return None;
        }
        running.then(|| Arc::clone(table.entry(id).or_default()))
    }

    /// Adds a runner for one move; `None` if one is thinking. An idle one is replaced: its task ends when it wakes.
    pub(crate) fn register(&self, id: GameId) -> Option<Arc<Runner>> {
        let mut table = self.table();
        if table.get(&id).is_some_and(|known| known.thinking().is_some()) {
            return None;
        }
        let runner = Arc::<Runner>::default();
        table.insert(id, Arc::clone(&runner));
        Some(runner)
    }

    /// Removes the task of a game unless another one has replaced it.
    pub(crate) fn remove(&self, id: GameId, runner: &Arc<Runner>) {
        let mut table = self.table();
        if table.get(&id).is_some_and(|known| Arc::ptr_eq(known, runner)) {
            table.remove(&id);
        }
    }

    /// Removes the task of a game unless the game has changed since the task last looked.
    pub(crate) fn remove_idle(&self, id: GameId, runner: &Runner) -> bool {
        let mut table = self.table();
        let is_idle = !runner.poked.load(Ordering::Acquire);
        if is_idle && table.get(&id).is_some_and(|known| std::ptr::eq(Arc::as_ptr(known), runner)) {
            table.remove(&id);
        }
        is_idle
    }

    /// Returns the side whose computer is thinking.
    pub(crate) fn thinking(&self, id: GameId) -> Option<Color> {
        let runner = self.table().get(&id).map(Arc::clone)?;
        runner.thinking().as_ref().map(|(color, _)| *color)
    }

    /// Makes the thinking computer move at once; `false` if none is thinking.
    pub(crate) fn hurry(&self, id: GameId) -> bool {
        let Some(runner) = self.table().get(&id).map(Arc::clone) else {
            return false;
        };
        runner.thinking().as_ref().map(|(_, stop)| stop.raise()).is_some()
    }

    /// Stops all computers, for shutdown.
    pub(crate) fn stop_all(&self) {
        for runner in self.table().values() {
            if let Some((_, stop)) = runner.thinking().as_ref() {
                stop.raise();
            }
        }
    }
}
