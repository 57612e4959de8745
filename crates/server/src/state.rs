//! The state that all requests share: the games in memory, the store, the listening pages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use pinsight_rules::Color;
use pinsight_wire::{self as wire, LiveMessage};
use serde::Serialize;
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::error::ApiError;
use crate::extract::IfMatch;
use crate::game::{Edit, Game, GameId};
use crate::history::Step;
use crate::hub::{Hub, Message};
use crate::page::Page;
use crate::players::Players;
use crate::runners::{Runner, Runners};
use crate::store::{HistoryRange, HistoryWrite, Store, StoreError, Write};
use crate::to_wire;

/// The maximum number of unused games in memory.
const MAX_UNUSED: usize = 1_000;

/// The maximum number of concurrent analyses.
pub(crate) const MAX_ANALYSES: usize = 4;

/// The maximum number of games with computer players that run at once; each may have two engines.
const MAX_RUNNING: usize = 100;

/// The maximum number of pictures that are drawn at once: each takes up to 64 MB.
const MAX_PICTURES: usize = 2;

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
    importing: tokio::sync::Mutex<()>,
    analysts: Arc<Semaphore>,
    draughtsmen: Arc<Semaphore>,
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

/// The origin of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    User,
    Computer,
    /// An undo or redo, with the range after it.
    History(HistoryRange),
}

impl By {
    /// Returns what the change does to the history of `game`, and updates its range.
    fn history(self, before: &Game, game: &mut Game, edit: &Edit) -> HistoryWrite {
        if let Self::History(range) = self {
            game.history = range;
            return HistoryWrite::Mark { range };
        }
        let Some(step) = Step::between(before, game, edit, self == Self::Computer) else {
            return HistoryWrite::None;
        };
        let range = game.history.pushed();
        game.history = range;
        // Cannot fail: a step consists of texts, numbers and lists of these.
        HistoryWrite::Push { step: serde_json::to_string(&step).unwrap_or_default(), range }
    }
}

/// The direction in the history of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Undo,
    Redo,
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
            importing: tokio::sync::Mutex::default(),
            analysts: Arc::new(Semaphore::new(MAX_ANALYSES)),
            draughtsmen: Arc::new(Semaphore::new(MAX_PICTURES)),
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

    /// Limits the pictures that are drawn at once.
    pub(crate) fn draughtsmen(&self) -> &Arc<Semaphore> {
        &self.inner.draughtsmen
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

    /// Changes a game, if it is at the expected version; returns the change as JSON. The change is then on the disk and sent to all listening pages.
    pub(crate) async fn change(
        &self,
        id: GameId,
        IfMatch(expected): IfMatch,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
    ) -> Result<Message, ApiError> {
        self.writable()?;
        let app = self.clone();
        run_to_completion(async move {
            let mut held = app.hold(id).await?;
            let found = held.game()?.info.version;
            if let Some(expected) = expected.filter(|&expected| expected != found) {
                return Err(ApiError::stale(found, expected));
            }
            let message = app.change_held(&mut held, By::User, change).await?;
            app.wake(held)?;
            Ok(message)
        })
        .await
    }

    /// Lets the computers of a changed game move, or stop thinking about a position that is gone.
    fn wake(&self, mut held: Held) -> Result<(), ApiError> {
        let game = held.game()?;
        let (id, running) = (game.id, game.info.play.running);
        drop(held);
        self.poke(id, running);
        Ok(())
    }

    /// Undoes the last change of a user, and the moves that computers have played since; or redoes it.
    pub(crate) async fn travel(
        &self,
        id: GameId,
        IfMatch(expected): IfMatch,
        way: Way,
    ) -> Result<Message, ApiError> {
        self.writable()?;
        let app = self.clone();
        run_to_completion(async move {
            let mut held = app.hold(id).await?;
            let game = held.game()?;
            if let Some(expected) = expected.filter(|&expected| expected != game.info.version) {
                return Err(ApiError::stale(game.info.version, expected));
            }
            let (range, alone) = (game.history, game.info.play.only_computers());
            let steps = app.steps(id, range, way, alone).await?;
            let count = steps.len() as u64;
            let range = match way {
                Way::Undo => HistoryRange { done: range.done - count, ..range },
                Way::Redo => HistoryRange { done: range.done + count, ..range },
            };
            let apply = |game: &mut Game| {
                let mut edit = Edit::unchanged(game.info.head);
                for step in &steps {
                    edit.then(match way {
                        Way::Undo => step.undo(game)?,
                        Way::Redo => step.redo(game)?,
                    });
                }
                // Else the computers would play on at once.
                game.info.play.running &= !alone;
                Ok(edit)
            };
            let message = app.change_held(&mut held, By::History(range), apply).await?;
            app.wake(held)?;
            Ok(message)
        })
        .await
    }

    /// Returns the steps to undo or redo together, in that order; with `alone`, only one.
    async fn steps(
        &self,
        id: GameId,
        range: HistoryRange,
        way: Way,
        alone: bool,
    ) -> Result<Vec<Step>, ApiError> {
        let numbers: Vec<u64> = match way {
            Way::Undo => (range.floor + 1..=range.done).rev().collect(),
            Way::Redo => (range.done + 1..=range.last).collect(),
        };
        let mut steps: Vec<Step> = Vec::new();
        for number in numbers {
            let stored = self.store().step(id, number).await?;
            let step: Option<Step> = stored.and_then(|text| serde_json::from_str(&text).ok());
            let bad = || StoreError::BadGame(format!("the history of game {id}: change {number}"));
            let step = step.ok_or_else(bad)?;
            let ends = match way {
                Way::Undo => !step.by_computer,
                Way::Redo => false,
            };
            if way == Way::Redo && !steps.is_empty() && !step.by_computer {
                break;
            }
            steps.push(step);
            if ends || alone {
                break;
            }
        }
        let nothing = match way {
            Way::Undo => "there is nothing to undo",
            Way::Redo => "there is nothing to redo",
        };
        if steps.is_empty() { Err(ApiError::conflict(nothing)) } else { Ok(steps) }
    }

    /// The only function that changes a game: validates by `change`, stores, publishes. Does not wake the computers.
    pub(crate) async fn change_held(
        &self,
        held: &mut Held,
        by: By,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError>,
    ) -> Result<Message, ApiError> {
        let game = held.game()?;
        let id = game.id;
        let before = game.clone();
        let edit = match change(game) {
            Ok(edit) => edit,
            Err(error) => {
                *game = before;
                return Err(error);
            }
        };
        if edit.changed {
            game.info.version += 1;
            game.info.updated = now().max(game.info.updated);
            let mut update = game.to_update(&edit);
            update.step = by.history(&before, game, &edit);
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
                self.change_held(&mut held, By::User, |game| Ok(game.cut_short())).await?;
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
            // The game is not put into its slot: another request may have loaded and changed it already.
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

    /// Restores a deleted game and returns its shape.
    pub(crate) async fn restore(&self, id: GameId) -> Result<wire::Game, ApiError> {
        self.writable()?;
        self.store().write(Write::RestoreGame(id)).await?;
        let mut held = self.hold(id).await?;
        let shape = to_wire::game(held.game()?, None);
        self.wake(held)?;
        self.send_list_changed();
        Ok(shape)
    }

    /// Deletes a game; it can be restored for some weeks.
    pub(crate) async fn delete(&self, id: GameId) -> Result<(), ApiError> {
        self.writable()?;
        let app = self.clone();
        run_to_completion(async move {
            let mut held = app.hold(id).await?;
            app.store().write(Write::DeleteGame { id, time: now() }).await?;
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

    /// Locks the opening of games of imports.
    pub(crate) async fn opening(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.opening.lock().await
    }

    /// Locks the writing of imports.
    pub(crate) async fn importing(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.importing.lock().await
    }

    /// Returns an error if a game, which has no number yet if it is new, would be one running game too many.
    pub(crate) fn may_run(&self, id: Option<GameId>, running: bool) -> Result<(), ApiError> {
        let runners = self.runners();
        if running && runners.len() >= MAX_RUNNING && !id.is_some_and(|id| runners.contains(id)) {
            return Err(ApiError::busy(format!(
                "{MAX_RUNNING} games are running, which is the limit: pause or end one"
            )));
        }
        Ok(())
    }

    /// Returns the state of the server in the text format of Prometheus.
    pub(crate) fn metrics(&self) -> String {
        let analyses = MAX_ANALYSES - self.analysts().available_permits();
        let uptime = now().saturating_sub(i64::try_from(self.session()).unwrap_or_default()) / 1000;
        let values = [
            ("pages", "Open pages.", self.hub().len() as i64),
            ("games_in_memory", "Games in memory.", self.loaded().slots.len() as i64),
            ("games_running", "Games with a task for computer players.", self.runners().len() as i64),
            ("analyses", "Running analyses.", analyses as i64),
            ("uptime_seconds", "Seconds since the start.", uptime),
        ];
        let line = |(name, help, value): (&str, &str, i64)| {
            format!("# HELP pinsight_{name} {help}\n# TYPE pinsight_{name} gauge\npinsight_{name} {value}\n")
        };
        values.into_iter().map(line).collect()
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

/// Returns the date, in UTC, as PGN writes it: `1970.01.01`.
pub(crate) fn date(millis: i64) -> String {
    // The Gregorian calendar repeats every 400 years of 146,097 days. Years begin in March, so that leap days end them.
    let days = millis.div_euclid(86_400_000) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = |day: i64| date(day * 86_400_000);
        // Days since 1970, as `date -d 2024-02-29 +%s` gives them.
        let known = [
            (0, "1970.01.01"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
            (20_774, "2026.11.17"),
            (-1, "1969.12.31"),
        ];
        for (number, text) in known {
            assert_eq!(day(number), text);
        }
    }
}
