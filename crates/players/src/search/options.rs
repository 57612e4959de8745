//! The options of the search.

use std::time::Duration;

use super::level::Level;
use super::memory::{HashTooLarge, check_hash};

/// Options of a [`Search`](super::Search).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The size of the transposition table in megabytes, at least 1.
    pub hash: usize,
    /// The number of search threads, at least 1.
    pub threads: usize,
    /// The number of lines to search and report (UCI `MultiPV`), at least 1.
    pub lines: usize,
    /// The playing strength.
    pub level: Level,
    /// Seeds the random choice of the weaker levels.
    pub seed: u64,
    /// Time reserved for communication when a clock runs (UCI `Move Overhead`).
    pub overhead: Duration,
}

impl SearchOptions {
    /// Checks that the hash table fits into the memory of the machine: a search whose table cannot be allocated aborts
    /// the program.
    pub fn check_hash(&self) -> Result<(), HashTooLarge> {
        check_hash(self.hash, 0)
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            seed: 0,
            overhead: Duration::from_millis(10),
        }
    }
}
