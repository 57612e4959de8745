//! The number of worker threads.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;

use super::number::number;
use crate::config;

/// Maximum number of worker threads.
const MAX_THREADS: u16 = 256;

/// The number of worker threads.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Threads {
    /// Set the number of worker threads, up to 256; 0 uses one per core; default: that of the config file, else 0
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u16>(0..=MAX_THREADS))]
    threads: Option<u16>,
}

impl Threads {
    /// Returns the number of threads, one per core by default.
    pub(crate) fn count(&self) -> usize {
        self.set().unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }

    /// Returns the number of the flag or the config file; `None` means one thread per core.
    pub(crate) fn set(&self) -> Option<usize> {
        match self.threads {
            Some(threads) => Some(usize::from(threads)).filter(|&threads| threads > 0),
            None => config::get().threads(),
        }
    }
}
