//! The changes of a game that can be undone and redone.

use rusqlite::{Connection, OptionalExtension, params};

use super::layout::HISTORY;
use super::{Store, StoreError};

/// The maximum number of changes of a game that can be undone.
const MAX_STEPS: u64 = 1_000;

/// The stored changes of a game, by number: up to `done` they can be undone, after it redone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HistoryRange {
    /// The number before the oldest stored change.
    pub(crate) floor: u64,
    pub(crate) done: u64,
    pub(crate) last: u64,
}

impl HistoryRange {
    pub(crate) fn can_undo(self) -> bool {
        self.done > self.floor
    }

    pub(crate) fn can_redo(self) -> bool {
        self.last > self.done
    }

    /// Returns the range after one more change, which discards those that were undone.
    pub(crate) fn pushed(self) -> Self {
        let done = self.done + 1;
        Self { floor: self.floor.max(done.saturating_sub(MAX_STEPS)), done, last: done }
    }
}

/// What to do with the history of a game in the same transaction as its change.
#[derive(Debug)]
pub(crate) enum HistoryWrite {
    /// Nothing: the change cannot be undone.
    None,
    /// Appends a step, as JSON, as the last of the range.
    Push { step: String, range: HistoryRange },
    /// Marks the steps after `done` as undone, the others as done.
    Mark { range: HistoryRange },
}

impl HistoryWrite {
    pub(super) fn apply(self, connection: &Connection, game: i64) -> Result<(), StoreError> {
        match self {
            Self::None => {}
            Self::Push { step, range } => {
                let (floor, number) = (range.floor as i64, range.done as i64);
                let discard = "DELETE FROM history WHERE game = ?1 AND (number >= ?2 OR number <= ?3)";
                connection.prepare_cached(discard)?.execute(params![game, number, floor])?;
                let insert = "INSERT INTO history (game, number, undone, step) VALUES (?1, ?2, 0, ?3)";
                connection.prepare_cached(insert)?.execute(params![game, number, step])?;
                HISTORY.seal(connection, "game = ?1 AND number = ?2", params![game, number])?;
            }
            Self::Mark { range } => {
                let mark =
                    "UPDATE history SET undone = number > ?2 WHERE game = ?1 AND undone <> (number > ?2)";
                if connection.prepare_cached(mark)?.execute(params![game, range.done as i64])? > 0 {
                    HISTORY.seal(connection, "game = ?1", [game])?;
                }
            }
        }
        Ok(())
    }
}

impl Store {
    /// Returns a step of the history of a game, as JSON.
    pub(crate) async fn step(&self, game: i64, number: u64) -> Result<Option<String>, StoreError> {
        self.read(move |connection| {
            let sound = HISTORY.is_sound();
            let select = format!("SELECT step FROM history WHERE game = ?1 AND number = ?2 AND {sound}");
            let mut select = connection.prepare_cached(&select)?;
            Ok(select.query_row(params![game, number as i64], |row| row.get(0)).optional()?)
        })
        .await
    }
}
