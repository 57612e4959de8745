//! Processes the games of sources on several threads, in order, in bounded memory.

mod feeder;

use std::ops::ControlFlow;
use std::thread;

use pinsight_pool::{Spares, run_producer};

use crate::source::{Compression, Source, SourceError, SourceProgress};
use crate::split::{Batch, RawGame, SplitOptions};
use feeder::{Feeder, Item};

/// Options of [`process`].
#[derive(Clone, Debug)]
pub struct ProcessOptions {
    /// The number of worker threads, at least one. One more thread reads, decompresses and splits, except for plain
    /// text with one thread, where the caller's thread does everything. Default: the number of cores.
    pub threads: usize,
    /// How text is split into games.
    pub split: SplitOptions,
}

impl Default for ProcessOptions {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Self { threads, split: SplitOptions::default() }
    }
}

/// The progress of [`process`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of games delivered.
    pub games: u64,
    /// The number of bytes of these games.
    pub text_bytes: u64,
    /// The number of (compressed) bytes read from the sources.
    pub taken_bytes: u64,
}

/// What [`process`] delivers.
#[derive(Debug)]
pub enum Event<T> {
    /// The result for the next game, or for the next batch of games.
    Game(T),
    /// A source could not be opened or read to its end. The next source follows.
    Failed(SourceError),
    /// A batch has been delivered.
    Progress(Progress),
}

/// Processes all games of the sources and delivers the results in input order.
///
/// `new_worker` is called once per thread and returns the function that processes a game; what it captures belongs to
/// that thread. `sink` runs on the caller's thread. If it breaks, processing stops at once, even while the reading
/// thread waits for input.
///
/// Memory is bounded: a fixed number of batches is in flight, each of about [`SplitOptions::batch`] bytes or the size
/// of the largest game.
///
/// ```
/// use std::ops::ControlFlow;
/// use pinsight_pgn::{Event, ProcessOptions, RawGame, Source, process};
///
/// let source = Source::from_bytes("two games", "1. e4 1-0\n\n1. d4 d5 0-1");
/// let mut lengths = Vec::new();
/// let done: ControlFlow<()> = process(
///     [Ok(source)],
///     &ProcessOptions::default(),
///     || |game: RawGame<'_>| game.bytes.len(),
///     |event| {
///         if let Event::Game(length) = event {
///             lengths.push(length);
///         }
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!(lengths, [11, 12]);
/// ```
pub fn process<T, B, W, S>(
    sources: S,
    options: &ProcessOptions,
    new_worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(Event<T>) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(RawGame<'_>) -> T,
    S: IntoIterator<Item = Result<Source, SourceError>>,
    S::IntoIter: Send + 'static,
{
    let new_worker = || {
        let mut work = new_worker();
        move |batch: &Batch| batch.games().map(&mut work).collect::<Vec<T>>()
    };
    process_batches(sources, options, new_worker, |event| match event {
        Event::Game(results) => results.into_iter().try_for_each(|result| sink(Event::Game(result))),
        Event::Failed(error) => sink(Event::Failed(error)),
        Event::Progress(progress) => sink(Event::Progress(progress)),
    })
}

/// Like [`process`], for work on a whole batch of games at a time.
pub fn process_batches<T, B, W, S>(
    sources: S,
    options: &ProcessOptions,
    new_worker: impl Fn() -> W + Sync,
    sink: impl FnMut(Event<T>) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(&Batch) -> T,
    S: IntoIterator<Item = Result<Source, SourceError>>,
    S::IntoIter: Send + 'static,
{
    let sources = sources.into_iter();
    let mut delivery = Delivery { sink, progress: Progress::default(), taken_before: 0, current: None };
    if options.threads > 1 {
        return process_in_pool(sources, options, &new_worker, &mut delivery);
    }
    for source in sources {
        let source = source.and_then(|mut source| Ok((source.compression()?, source)));
        match source {
            Ok((Compression::None, source)) => {
                let mut feeder = Feeder::new(std::iter::once(Ok(source)), options.split.clone());
                let mut work = new_worker();
                let mut spare = None;
                while let Some(item) = feeder.next(|| spare.take()) {
                    spare = delivery.deliver(item.process(&mut work))?;
                }
            }
            Ok((_, source)) => {
                process_in_pool(std::iter::once(Ok(source)), options, &new_worker, &mut delivery)?;
            }
            Err(error) => (delivery.sink)(Event::Failed(error))?,
        }
    }
    ControlFlow::Continue(())
}

/// Reads and splits on one thread and works on `options.threads` others; a single worker is the caller's thread.
fn process_in_pool<T, B, W, F>(
    sources: impl Iterator<Item = Result<Source, SourceError>> + Send + 'static,
    options: &ProcessOptions,
    new_worker: &(impl Fn() -> W + Sync),
    delivery: &mut Delivery<F>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(&Batch) -> T,
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    let mut feeder = Feeder::new(sources, options.split.clone());
    let new_worker = || {
        let mut work = new_worker();
        move |item: Item| item.process(&mut work)
    };
    let producer = move |spares: &Spares<Batch>| feeder.next(|| spares.take());
    run_producer(producer, options.threads, new_worker, |item| delivery.deliver(item))
}

/// Calls the sink and counts.
struct Delivery<F> {
    sink: F,
    progress: Progress,
    /// The number of bytes read from finished sources.
    taken_before: u64,
    current: Option<SourceProgress>,
}

impl<F> Delivery<F> {
    /// Delivers an item; returns its batch for reuse.
    fn deliver<T, B>(&mut self, item: Item<T>) -> ControlFlow<B, Option<Batch>>
    where
        F: FnMut(Event<T>) -> ControlFlow<B>,
    {
        match item {
            Item::Begin(source) => {
                if let Some(done) = self.current.replace(source) {
                    self.taken_before += done.taken();
                }
                ControlFlow::Continue(None)
            }
            Item::Failed(error) => {
                (self.sink)(Event::Failed(error))?;
                ControlFlow::Continue(None)
            }
            Item::Games(batch, result) => {
                (self.sink)(Event::Game(result))?;
                self.progress.games += batch.len() as u64;
                self.progress.text_bytes += batch.text_bytes();
                let taken = self.current.as_ref().map_or(0, SourceProgress::taken);
                self.progress.taken_bytes = self.taken_before + taken;
                (self.sink)(Event::Progress(self.progress))?;
                ControlFlow::Continue(Some(batch))
            }
        }
    }
}
