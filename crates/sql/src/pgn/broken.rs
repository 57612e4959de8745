//! The number of broken games.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the broken games that the queries of a session have replayed.
///
/// An extension of the session's config, since a scan can reach its session only through that. The executors of a cluster have none.
#[derive(Debug, Default)]
pub(crate) struct BrokenGames(AtomicU64);

impl BrokenGames {
    pub(super) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// Returns the count since the last call.
    pub(crate) fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}
