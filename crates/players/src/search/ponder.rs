//! Pondering: searching on the opponent's time.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Tells a pondering search that the opponent has played the expected move; clones share the message.
///
/// The time limits of the search count from that moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct PonderHit(Arc<OnceLock<Instant>>);

impl PonderHit {
    /// Starts the clock of the search. Later calls have no effect.
    pub(crate) fn hit(&self) {
        self.0.get_or_init(Instant::now);
    }

    pub(crate) fn is_hit(&self) -> bool {
        self.0.get().is_some()
    }

    /// The time since the hit; `None` before it.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        self.0.get().map(Instant::elapsed)
    }
}
