//! The task that owns a game: every change is validated, stored and published by one function, [`GameTask::apply`].

use std::sync::Arc;
use std::time::Duration;

use pinsight_wire::{self as wire, LiveMessage};
use tokio::sync::{mpsc, oneshot};

use super::games::Shared;
use super::history::Step;
use super::hub::{Message, message};
use super::model::{Edit, Game, GameId};
use super::to_wire;
use crate::clock::now;
use crate::error::ApiError;
use crate::store::{HistoryRange, HistoryWrite, StoreError, Write};

/// Reads a game, or reports why it cannot be read.
pub(super) type View = Box<dyn FnOnce(Result<&Game, ApiError>) + Send>;
/// Validates and makes a change of a game in memory.
pub(super) type Change = Box<dyn FnOnce(&mut Game) -> Result<Edit, ApiError> + Send>;
/// Receives the result of a command.
type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// What the task of a game is asked to do.
pub(super) enum Command {
    View(View),
    Change { by: By, expected: Option<u64>, change: Change, reply: Reply<Message> },
    Travel { expected: Option<u64>, way: Way, reply: Reply<Message> },
    Delete { expected: Option<u64>, reply: Reply<()> },
    Restore { reply: Reply<wire::Game> },
}

/// A command with the proof that the task is in use: the table of games keeps a task while a lease of it exists.
pub(super) struct Request {
    pub(super) command: Command,
    pub(super) _lease: Arc<()>,
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

/// The owner of a game. Loads it when a command needs it.
pub(super) struct GameTask {
    pub(super) id: GameId,
    pub(super) game: Option<Game>,
    pub(super) shared: Arc<Shared>,
}

impl GameTask {
    /// Answers requests until the table of games drops the task.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        while let Some(Request { command, _lease }) = self.next_request(&mut requests).await {
            // A failed send means that the client has disconnected; the change stays.
            match command {
                Command::View(view) => view(self.load().await.map(|game| &*game)),
                Command::Change { by, expected, change, reply } => {
                    let _ = reply.send(self.change(by, expected, change).await);
                }
                Command::Travel { expected, way, reply } => {
                    let _ = reply.send(self.travel(expected, way).await);
                }
                Command::Delete { expected, reply } => {
                    let _ = reply.send(self.delete(expected).await);
                }
                Command::Restore { reply } => {
                    let _ = reply.send(self.restore().await);
                }
            }
        }
    }

    /// Returns the next request; meanwhile ends the game when a flag falls.
    async fn next_request(&mut self, requests: &mut mpsc::Receiver<Request>) -> Option<Request> {
        loop {
            let Some(time) = self.game.as_ref().and_then(Game::flag_time) else {
                return requests.recv().await;
            };
            let rest = Duration::from_millis(time.saturating_sub(now()).max(0).unsigned_abs());
            match tokio::time::timeout(rest, requests.recv()).await {
                Ok(request) => return request,
                Err(_) => {
                    // On an error the game is read again, which begins the turn anew.
                    let _ = self.apply(By::Computer, |game| Ok(game.drop_flag(now()))).await;
                    self.wake_computers();
                }
            }
        }
    }

    /// Returns the game; reads it from the store if necessary.
    async fn load(&mut self) -> Result<&mut Game, ApiError> {
        let game = match self.game.take() {
            Some(game) => game,
            None => {
                let stored = self.shared.store.game(self.id).await?;
                let missing = || ApiError::not_found(format!("there is no game {}", self.id));
                let mut game = Game::from_stored(&stored.ok_or_else(missing)?)?;
                game.restart_turn(now());
                game
            }
        };
        Ok(self.game.insert(game))
    }

    /// Loads the game; an error unless it has the expected version.
    async fn load_version(&mut self, expected: Option<u64>) -> Result<&mut Game, ApiError> {
        let game = self.load().await?;
        match expected.filter(|&expected| expected != game.info.version) {
            Some(expected) => Err(ApiError::stale(game.info.version, expected)),
            None => Ok(game),
        }
    }

    async fn change(&mut self, by: By, expected: Option<u64>, change: Change) -> Result<Message, ApiError> {
        self.load_version(expected).await?;
        let message = self.apply(by, change).await?;
        if by != By::Computer {
            self.wake_computers();
        }
        Ok(message)
    }

    /// The only function that changes a game: validates by `change`, stores, publishes.
    async fn apply(
        &mut self,
        by: By,
        change: impl FnOnce(&mut Game) -> Result<Edit, ApiError>,
    ) -> Result<Message, ApiError> {
        self.load().await?;
        let Some(before) = self.game.take() else {
            return Err(ApiError::internal(self.id));
        };
        let mut game = before.clone();
        let edit = match change(&mut game) {
            Ok(edit) => edit,
            Err(error) => {
                self.game = Some(before);
                return Err(error);
            }
        };
        if edit.changed {
            game.update_clock(&before, now());
            game.info.version += 1;
            game.info.updated = now().max(game.info.updated);
            let mut update = game.to_update(&edit);
            update.step = by.history(&before, &mut game, &edit);
            if let Err(error) = self.shared.store.write(Write::UpdateGame(Box::new(update))).await {
                // Whether the store has the change is not known: the next command reads it again.
                return Err(error.into());
            }
        }
        let message = message(&to_wire::change(&game, &edit, self.shared.runners.thinking(self.id)));
        self.game = Some(game);
        if edit.changed {
            self.shared.hub.send(self.id, &message);
        }
        Ok(message)
    }

    /// Lets the computers of the changed game move, or stop thinking about a position that is gone.
    fn wake_computers(&self) {
        let running = self.game.as_ref().is_some_and(|game| game.info.play.running);
        self.shared.poke(self.id, running);
    }

    /// Undoes the last change of a user, and the moves that computers have played since; or redoes it.
    async fn travel(&mut self, expected: Option<u64>, way: Way) -> Result<Message, ApiError> {
        let game = self.load_version(expected).await?;
        let (range, alone) = (game.history, game.info.play.only_computers());
        let steps = self.steps(range, way, alone).await?;
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
        let message = self.apply(By::History(range), apply).await?;
        self.wake_computers();
        Ok(message)
    }

    /// Returns the steps to undo or redo together, in that order; with `alone`, only one.
    async fn steps(&self, range: HistoryRange, way: Way, alone: bool) -> Result<Vec<Step>, ApiError> {
        let numbers: Vec<u64> = match way {
            Way::Undo => (range.floor + 1..=range.done).rev().collect(),
            Way::Redo => (range.done + 1..=range.last).collect(),
        };
        let mut steps: Vec<Step> = Vec::new();
        for number in numbers {
            let stored = self.shared.store.step(self.id, number).await?;
            let step: Option<Step> = stored.and_then(|text| serde_json::from_str(&text).ok());
            let bad = || StoreError::BadGame(format!("the history of game {}: change {number}", self.id));
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

    /// Deletes the game; it can be restored for some weeks.
    async fn delete(&mut self, expected: Option<u64>) -> Result<(), ApiError> {
        self.load_version(expected).await?;
        self.shared.store.write(Write::DeleteGame { id: self.id, time: now() }).await?;
        self.game = None;
        self.wake_computers();
        self.shared.hub.send(self.id, &message(&LiveMessage::Deleted(wire::Deleted { game: self.id })));
        self.shared.hub.send_list_changed();
        Ok(())
    }

    /// Restores the deleted game and returns its shape.
    async fn restore(&mut self) -> Result<wire::Game, ApiError> {
        self.shared.store.write(Write::RestoreGame(self.id)).await?;
        let shape = to_wire::game(self.load().await?, None);
        self.wake_computers();
        self.shared.hub.send_list_changed();
        Ok(shape)
    }
}
