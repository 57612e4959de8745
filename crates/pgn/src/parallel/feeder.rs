//! Reads sources and splits them into batches.

use crate::source::{Source, SourceError, SourceProgress};
use crate::split::{Batch, SplitOptions, Splitter};

/// An item that the feeder produces and a worker completes; `T` is the worker's result, `()` before.
pub(super) enum Item<T = ()> {
    /// The next source; its games follow.
    Begin(SourceProgress),
    Failed(SourceError),
    Games(Batch, T),
}

impl Item {
    pub(super) fn process<T>(self, work: &mut impl FnMut(&Batch) -> T) -> Item<T> {
        match self {
            Self::Begin(progress) => Item::Begin(progress),
            Self::Failed(error) => Item::Failed(error),
            Self::Games(batch, ()) => {
                let result = work(&batch);
                Item::Games(batch, result)
            }
        }
    }
}

/// Iterates over the batches of sources.
pub(super) struct Feeder<I> {
    sources: I,
    split: SplitOptions,
    splitter: Option<Splitter>,
    /// A batch that was not filled.
    unused: Option<Batch>,
}

impl<I: Iterator<Item = Result<Source, SourceError>>> Feeder<I> {
    pub(super) fn new(sources: I, split: SplitOptions) -> Self {
        Self { sources, split, splitter: None, unused: None }
    }

    /// Returns the next item; `take_spare` returns a batch for reuse.
    pub(super) fn next(&mut self, take_spare: impl FnOnce() -> Option<Batch>) -> Option<Item> {
        if let Some(splitter) = &mut self.splitter {
            let mut batch = self.unused.take().or_else(take_spare).unwrap_or_default();
            match splitter.next_batch(&mut batch) {
                Ok(true) => return Some(Item::Games(batch, ())),
                Ok(false) => self.unused = Some(batch),
                Err(error) => {
                    self.unused = Some(batch);
                    return Some(Item::Failed(error));
                }
            }
        }
        self.splitter = None;
        Some(match self.sources.next()? {
            Ok(source) => {
                let progress = source.progress();
                self.splitter = Some(Splitter::with_options(source, self.split.clone()));
                Item::Begin(progress)
            }
            Err(error) => Item::Failed(error),
        })
    }
}
