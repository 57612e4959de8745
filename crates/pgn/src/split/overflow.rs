//! Oversized games.

use std::sync::Arc;

/// Receives the bytes of oversized games, part by part, on the splitting thread.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use pinsight_pgn::{Overflow, Source, SplitOptions, Splitter};
///
/// let kept = Arc::new(Mutex::new(Vec::new()));
/// let keep = Arc::clone(&kept);
/// let overflow = Overflow::new(move |part| keep.lock().unwrap().extend_from_slice(part.bytes));
/// let options = SplitOptions { max_game: 100, overflow: Some(overflow), ..SplitOptions::default() };
/// let text = format!("1. e4 {{{}}} *\n", "long ".repeat(100));
/// let mut splitter = Splitter::with_options(Source::from_bytes("example", text.as_str()), options);
/// assert!(splitter.next_game().unwrap().unwrap().oversized);
/// assert_eq!(*kept.lock().unwrap(), text.as_bytes());
/// ```
#[derive(Clone)]
pub struct Overflow(pub(super) Arc<dyn Fn(OversizedPart<'_>) + Send + Sync>);

impl Overflow {
    /// Calls `take` with each part.
    pub fn new(take: impl Fn(OversizedPart<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }
}

impl std::fmt::Debug for Overflow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Overflow")
    }
}

/// A part of an oversized game.
#[derive(Clone, Copy, Debug)]
pub struct OversizedPart<'a> {
    /// The number of the game in its source.
    pub game: u64,
    /// The name of the source.
    pub source: &'a Arc<str>,
    /// Whether this is the first part of the game.
    pub first: bool,
    /// The bytes.
    pub bytes: &'a [u8],
}
