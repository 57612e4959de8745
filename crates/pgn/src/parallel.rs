//! Work on many games with several threads, in order, in bounded memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread::{self, JoinHandle};

use crate::source::{Compression, Source, SourceError, SourceProgress};
use crate::splitter::{Batch, RawGame, SplitOptions, Splitter};

/// How [`process`] works.
#[derive(Clone, Debug)]
pub struct ProcessOptions {
    /// How many threads work on games; at least one. One more reads, unpacks and splits, but for plain text with one
    /// thread everything is done by the caller's.
    pub threads: usize,
    /// How the text is cut.
    pub split: SplitOptions,
}

impl Default for ProcessOptions {
    /// As many threads as the machine has cores.
    fn default() -> Self {
        Self {
            threads: thread::available_parallelism().map_or(1, usize::from),
            split: SplitOptions::default(),
        }
    }
}

/// How far the work has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games handed to the caller so far.
    pub games: u64,
    /// Bytes of text of these games.
    pub text_bytes: u64,
    /// Bytes taken from the sources so far, before unpacking.
    pub taken_bytes: u64,
}

/// What [`process`] hands to its caller.
#[derive(Debug)]
pub enum Event<T> {
    /// What the work on the next game gave, or on the next batch of games.
    Game(T),
    /// A source could not be opened, or broke off here. The others follow.
    Failed(SourceError),
    /// Some games are done.
    Progress(Progress),
}

/// Works on all games of some sources, and hands over what comes of it in the order of the games.
///
/// `new_worker` is called once per thread and gives the function that works on one game; what it captures is the
/// thread's own. `sink` is called on the caller's thread; with `Break` the work stops at once, even while more input
/// is waited for: the thread that reads ends by itself when something comes, or nothing more.
///
/// Memory is bounded: a fixed number of batches is under way, each about [`SplitOptions::batch`] long, or as long as
/// the longest game.
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
    sink: impl FnMut(Event<T>) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(RawGame<'_>) -> T,
    S: IntoIterator<Item = Result<Source, SourceError>>,
    S::IntoIter: Send + 'static,
{
    let new_worker = || {
        let mut work = new_worker();
        move |batch: &Batch| batch.games().map(&mut work).collect()
    };
    process_all(sources.into_iter(), options, new_worker, sink)
}

/// The same for whoever works better on many games at once: the work is done on a batch of games, and what comes of it
/// is told as one [`Event::Game`].
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
    let new_worker = || {
        let mut work = new_worker();
        move |batch: &Batch| vec![work(batch)]
    };
    process_all(sources.into_iter(), options, new_worker, sink)
}

fn process_all<T, B, W>(
    sources: impl Iterator<Item = Result<Source, SourceError>> + Send + 'static,
    options: &ProcessOptions,
    new_worker: impl Fn() -> W + Sync,
    sink: impl FnMut(Event<T>) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(&Batch) -> Vec<T>,
{
    let mut delivery = Delivery { sink, progress: Progress::default(), taken_before: 0, current: None };
    if options.threads > 1 {
        return process_in_threads(sources, options, new_worker, delivery);
    }
    let mut work = new_worker();
    for source in sources {
        match source.and_then(|mut source| source.compression().map(|packed| (source, packed))) {
            Ok((source, Compression::None)) => {
                process_here(source, options, &mut work, &mut delivery)?;
            }
            Ok((source, _)) => process_fed(source, options, &mut work, &mut delivery)?,
            Err(error) => (delivery.sink)(Event::Failed(error))?,
        }
    }
    ControlFlow::Continue(())
}

/// The caller's side: hands over, and keeps count.
struct Delivery<F> {
    sink: F,
    progress: Progress,
    /// Bytes taken from sources that are done.
    taken_before: u64,
    current: Option<SourceProgress>,
}

impl<F> Delivery<F> {
    fn begin(&mut self, source: &SourceProgress) {
        if let Some(done) = self.current.replace(source.clone()) {
            self.taken_before += done.taken();
        }
    }

    fn results<T, B>(&mut self, results: Vec<T>, batch: &Batch) -> ControlFlow<B>
    where
        F: FnMut(Event<T>) -> ControlFlow<B>,
    {
        for result in results {
            (self.sink)(Event::Game(result))?;
        }
        self.progress.games += batch.len() as u64;
        self.progress.text_bytes += batch.text_bytes();
        let taken = self.current.as_ref().map_or(0, SourceProgress::taken);
        self.progress.taken_bytes = self.taken_before + taken;
        (self.sink)(Event::Progress(self.progress))
    }
}

/// Everything in the caller's thread.
fn process_here<T, B, F>(
    source: Source,
    options: &ProcessOptions,
    work: &mut impl FnMut(&Batch) -> Vec<T>,
    delivery: &mut Delivery<F>,
) -> ControlFlow<B>
where
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    delivery.begin(&source.progress());
    let mut splitter = Splitter::with_options(source, options.split.clone());
    let mut batch = Batch::default();
    loop {
        match splitter.next_batch(&mut batch) {
            Ok(true) => delivery.results(work(&batch), &batch)?,
            Ok(false) => return ControlFlow::Continue(()),
            Err(error) => (delivery.sink)(Event::Failed(error))?,
        }
    }
}

/// One thread unpacks and splits, the caller's works.
fn process_fed<T, B, F>(
    source: Source,
    options: &ProcessOptions,
    work: &mut impl FnMut(&Batch) -> Vec<T>,
    delivery: &mut Delivery<F>,
) -> ControlFlow<B>
where
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    let feeder = Feeder::start(std::iter::once(Ok(source)), &options.split, under_way(1));
    while let Ok((_, fed)) = feeder.full.recv() {
        match fed {
            Fed::Begin(source) => delivery.begin(&source),
            Fed::Failed(error) => (delivery.sink)(Event::Failed(error))?,
            Fed::Games(batch) => {
                delivery.results(work(&batch), &batch)?;
                // Nobody takes it if the other thread is done already.
                let _ = feeder.empty.send(batch);
            }
            Fed::End | Fed::Stop => break,
        }
    }
    feeder.end();
    ControlFlow::Continue(())
}

/// What the feeder hands on, each with its place in the order.
enum Fed {
    /// The next source is begun, its games follow.
    Begin(SourceProgress),
    Failed(SourceError),
    Games(Batch),
    /// Nothing more comes.
    End,
    /// Whoever gets this stops working.
    Stop,
}

/// How many batches are under way at most. The thread that splits and the caller's have to wait for a processor like
/// the workers do; with fewer, these ran out of work while those waited.
fn under_way(threads: usize) -> usize {
    2 * threads + 20
}

/// A thread that reads, unpacks and splits. It is not waited for when the work stops early: it may be waiting itself,
/// for input that never comes.
struct Feeder {
    full: Receiver<(u64, Fed)>,
    /// To tell the workers to stop.
    stop: SyncSender<(u64, Fed)>,
    empty: SyncSender<Batch>,
    thread: JoinHandle<()>,
}

impl Feeder {
    /// Begins to read; no more than so many batches are ever under way.
    fn start(
        sources: impl Iterator<Item = Result<Source, SourceError>> + Send + 'static,
        split: &SplitOptions,
        under_way: usize,
    ) -> Self {
        // Batches go round: empty to the feeder, full to the workers, done to the caller, who gives them back only
        // when their turn has come.
        let (empty, spare) = mpsc::sync_channel::<Batch>(under_way);
        let (tell, full) = mpsc::sync_channel::<(u64, Fed)>(under_way);
        for _ in 0..under_way {
            let _ = empty.send(Batch::default());
        }
        let (stop, split) = (tell.clone(), split.clone());
        let thread = thread::spawn(move || {
            let mut line = Line { tell, next: 0 };
            // Fails when nobody listens any more.
            let _ = feed(sources, &split, &spare, &mut line);
        });
        Self { full, stop, empty, thread }
    }

    /// Waits for the thread, which is done, and passes its panic on.
    fn end(self) {
        drop(self.full);
        if let Err(payload) = self.thread.join() {
            panic::resume_unwind(payload);
        }
    }
}

/// The feeder's line to the workers: numbers what it says, and says when it is over, even after a panic.
struct Line {
    tell: SyncSender<(u64, Fed)>,
    next: u64,
}

/// Nobody listens any more.
struct HungUp;

impl Line {
    fn say(&mut self, fed: Fed) -> Result<(), HungUp> {
        let number = self.next;
        self.next += 1;
        self.tell.send((number, fed)).map_err(|_| HungUp)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let _ = self.say(Fed::End);
    }
}

/// Reads, unpacks and splits, until there is nothing more or nobody listens.
fn feed(
    sources: impl Iterator<Item = Result<Source, SourceError>>,
    split: &SplitOptions,
    spare: &Receiver<Batch>,
    line: &mut Line,
) -> Result<(), HungUp> {
    let mut held = None;
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err(error) => {
                line.say(Fed::Failed(error))?;
                continue;
            }
        };
        line.say(Fed::Begin(source.progress()))?;
        let mut splitter = Splitter::with_options(source, split.clone());
        loop {
            let mut batch = match held.take() {
                Some(batch) => batch,
                None => spare.recv().map_err(|_| HungUp)?,
            };
            match splitter.next_batch(&mut batch) {
                Ok(true) => line.say(Fed::Games(batch))?,
                Ok(false) => {
                    held = Some(batch);
                    break;
                }
                Err(error) => {
                    held = Some(batch);
                    line.say(Fed::Failed(error))?;
                }
            }
        }
    }
    Ok(())
}

/// What the workers tell the caller's thread.
enum Message<T> {
    Begin(SourceProgress),
    Failed(SourceError),
    Done {
        results: Vec<T>,
        batch: Batch,
    },
    End,
    /// A worker panicked: nothing good will come any more.
    Panicked,
}

/// The place in the order, and what to put there.
type Numbered<T> = (u64, Message<T>);

fn process_in_threads<T, B, W, F>(
    sources: impl Iterator<Item = Result<Source, SourceError>> + Send + 'static,
    options: &ProcessOptions,
    new_worker: impl Fn() -> W + Sync,
    mut delivery: Delivery<F>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(&Batch) -> Vec<T>,
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    let threads = options.threads;
    let Feeder { full, stop, empty, thread } = Feeder::start(sources, &options.split, under_way(threads));
    let jobs = Jobs { full: Mutex::new(full), stopped: AtomicBool::new(false) };
    let (tell, told) = mpsc::channel::<Numbered<T>>();
    let flow = thread::scope(|scope| {
        // However this is left, the workers end, and do not wait for the feeder.
        let _stop = StopWorkers { jobs: &jobs, stop, threads };
        for _ in 0..threads {
            let (jobs, new_worker, tell) = (&jobs, &new_worker, tell.clone());
            scope.spawn(move || run_worker(jobs, new_worker, &tell));
        }
        drop(tell);
        // Owned here, so that a break or a panic hangs up.
        let (told, empty) = (told, empty);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (number, message) in &told {
            if matches!(message, Message::Panicked) {
                // The scope passes the panic on.
                break;
            }
            waiting.insert(number, message);
            while let Some(message) = waiting.remove(&turn) {
                turn += 1;
                match message {
                    Message::Begin(source) => delivery.begin(&source),
                    Message::Failed(error) => (delivery.sink)(Event::Failed(error))?,
                    Message::Done { results, batch } => {
                        delivery.results(results, &batch)?;
                        let _ = empty.send(batch);
                    }
                    Message::End | Message::Panicked => return ControlFlow::Continue(()),
                }
            }
        }
        ControlFlow::Continue(())
    });
    if flow.is_continue()
        && let Err(payload) = thread.join()
    {
        panic::resume_unwind(payload);
    }
    flow
}

/// Where the workers get their batches.
struct Jobs {
    full: Mutex<Receiver<(u64, Fed)>>,
    stopped: AtomicBool,
}

impl Jobs {
    fn next(&self) -> Option<(u64, Fed)> {
        let job = self.full.lock().ok()?.recv().ok()?;
        (!self.stopped.load(Ordering::Relaxed)).then_some(job)
    }
}

/// Ends the workers when it goes.
struct StopWorkers<'a> {
    jobs: &'a Jobs,
    stop: SyncSender<(u64, Fed)>,
    threads: usize,
}

impl Drop for StopWorkers<'_> {
    fn drop(&mut self) {
        self.jobs.stopped.store(true, Ordering::Relaxed);
        // Each worker ends at the next thing that it gets. When there is no room there is enough for all of them.
        for _ in 0..self.threads {
            let _ = self.stop.try_send((0, Fed::Stop));
        }
    }
}

/// Works on batches until there are no more.
fn run_worker<T, W: FnMut(&Batch) -> Vec<T>>(
    jobs: &Jobs,
    new_worker: &impl Fn() -> W,
    tell: &Sender<Numbered<T>>,
) {
    let _alarm = Alarm(tell);
    let mut work = new_worker();
    while let Some((number, job)) = jobs.next() {
        let message = match job {
            Fed::Begin(source) => Message::Begin(source),
            Fed::Failed(error) => Message::Failed(error),
            Fed::Games(batch) => {
                let results = work(&batch);
                Message::Done { results, batch }
            }
            Fed::End => Message::End,
            Fed::Stop => return,
        };
        if tell.send((number, message)).is_err() {
            return;
        }
    }
}

/// Tells the caller if its thread panics: otherwise everybody would wait for the batch that is lost.
struct Alarm<'a, T>(&'a Sender<Numbered<T>>);

impl<T> Drop for Alarm<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send((0, Message::Panicked));
        }
    }
}
