//! Analyses of positions for pages.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pinsight_players::{Limit, Stop};
use pinsight_rules::{History, Position};
use pinsight_wire::{self as wire, LiveMessage, Search};
use tokio::sync::{Semaphore, mpsc};

use crate::error::ApiError;
use crate::game::{Message, message};
use crate::play::{Collector, INTERVAL, Players};

/// How long an analysis waits for an earlier one to stop.
const WAIT_FOR_ANALYST: Duration = Duration::from_secs(2);
/// The longest analysis: a page that was left open does not use a core without end.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(600);

/// Limits concurrent analyses. Clones share the limit.
#[derive(Clone, Debug)]
pub(crate) struct Analysts {
    limit: usize,
    permits: Arc<Semaphore>,
}

impl Analysts {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, permits: Arc::new(Semaphore::new(limit)) }
    }

    /// Returns the number of running analyses.
    pub(crate) fn running(&self) -> usize {
        self.limit - self.permits.available_permits()
    }

    /// Starts no more analyses, for shutdown.
    pub(crate) fn close(&self) {
        self.permits.close();
    }
}

/// A running analysis; stopped on drop.
pub(crate) struct Analysis {
    pub(crate) number: u64,
    pub(crate) stop: Stop,
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

fn lock(collector: &Mutex<Collector>) -> MutexGuard<'_, Collector> {
    // A panic cannot leave a view half changed.
    collector.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A requested analysis.
pub(crate) struct Task {
    /// As received, so that the page recognises its request.
    pub(crate) fen: String,
    pub(crate) position: Position,
    pub(crate) player: String,
    pub(crate) lines: usize,
    pub(crate) number: u64,
    pub(crate) stop: Stop,
    pub(crate) notes: mpsc::Sender<(u64, Message)>,
}

impl Task {
    /// Analyses until stopped.
    pub(crate) async fn run(self, analysts: Analysts, players: Arc<Players>) {
        let waiting = Arc::clone(&analysts.permits).acquire_owned();
        let permit = match tokio::time::timeout(WAIT_FOR_ANALYST, waiting).await {
            Ok(Ok(permit)) => permit,
            // The server is shutting down.
            Ok(Err(_)) => return,
            Err(_) => {
                let refusal = ApiError::busy(format!(
                    "the limit of analyses ({}) is reached: end one in another tab",
                    analysts.limit
                ));
                let _ = self.notes.send((self.number, message(&LiveMessage::from(refusal)))).await;
                return;
            }
        };
        if self.stop.is_raised() {
            return;
        }
        let task = Arc::new(self);
        let collector = Arc::new(Mutex::new(Collector::new(task.position)));
        let mut work = {
            let (task, collector) = (Arc::clone(&task), Arc::clone(&collector));
            tokio::task::spawn_blocking(move || {
                let _permit = permit;
                if let Err(error) = task.work(&players, &collector) {
                    let refusal = message(&LiveMessage::from(error));
                    let _ = task.notes.blocking_send((task.number, refusal));
                }
            })
        };
        let longest = tokio::time::sleep(LONGEST_ANALYSIS);
        tokio::pin!(longest);
        loop {
            tokio::select! {
                () = &mut longest, if !task.stop.is_raised() => task.stop.raise(),
                // A crash of the engine ends only the analysis.
                _ = &mut work => return,
                () = tokio::time::sleep(INTERVAL) => {
                    let note = lock(&collector).due().map(|view| task.note(view.clone(), false));
                    if let Some(note) = note {
                        let _ = task.notes.send((task.number, note)).await;
                    }
                }
            }
        }
    }

    fn work(&self, players: &Players, collector: &Mutex<Collector>) -> Result<(), ApiError> {
        let mut analyst = players.make_analyst(&self.player, self.lines)?;
        let history = History::new(self.position);
        let chosen = analyst.choose(&history, &Limit::default(), &self.stop, &mut |info| {
            if let Some(view) = lock(collector).add(info) {
                // A slow page may miss a view: the next one is complete.
                let _ = self.notes.try_send((self.number, self.note(view.clone(), false)));
            }
        });
        chosen.map_err(|error| {
            let (name, trouble) = (players.name(&self.player), players.trouble(&self.player, &error));
            ApiError::conflict(format!("{name} cannot go on: {trouble}"))
        })?;
        let last = self.note(lock(collector).view().clone(), true);
        let _ = self.notes.blocking_send((self.number, last));
        Ok(())
    }

    fn note(&self, search: Search, done: bool) -> Message {
        let (fen, player) = (self.fen.clone(), self.player.clone());
        message(&LiveMessage::Analysis(wire::Analysis { fen, player, done, search }))
    }
}
