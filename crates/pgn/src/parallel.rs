//! Work on many games with several threads, in order, in bounded memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use crate::source::{Compression, Source, SourceError, SourceProgress};
use crate::splitter::{Batch, RawGame, SplitOptions, Splitter};

/// How [`process`] works.
#[derive(Clone, Copy, Debug)]
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
    /// What the work on the next game gave.
    Game(T),
    /// A source could not be opened, or broke off here. The others follow.
    Failed(SourceError),
    /// Some games are done.
    Progress(Progress),
}

/// Works on all games of some sources, and hands over what comes of it in the order of the games.
///
/// `new_worker` is called once per thread and gives the function that works on one game; what it captures is the
/// thread's own. `sink` is called on the caller's thread; with `Break` the work stops.
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
    S::IntoIter: Send,
{
    let mut delivery = Delivery { sink, progress: Progress::default(), taken_before: 0, current: None };
    if options.threads > 1 {
        return process_in_threads(sources.into_iter(), options, new_worker, delivery);
    }
    let mut work = new_worker();
    for source in sources {
        match source.and_then(|mut source| source.compression().map(|packed| (source, packed))) {
            Ok((source, Compression::None)) => {
                process_here(source, options, &mut work, &mut delivery)?;
            }
            Ok((source, _)) => process_unpacked(source, options, &mut work, &mut delivery)?,
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

    fn games<T, B>(&mut self, games: impl Iterator<Item = T>, text_bytes: u64) -> ControlFlow<B>
    where
        F: FnMut(Event<T>) -> ControlFlow<B>,
    {
        for game in games {
            self.progress.games += 1;
            (self.sink)(Event::Game(game))?;
        }
        self.progress.text_bytes += text_bytes;
        let taken = self.current.as_ref().map_or(0, SourceProgress::taken);
        self.progress.taken_bytes = self.taken_before + taken;
        (self.sink)(Event::Progress(self.progress))
    }
}

/// Everything in the caller's thread.
fn process_here<T, B, F>(
    source: Source,
    options: &ProcessOptions,
    work: &mut impl FnMut(RawGame<'_>) -> T,
    delivery: &mut Delivery<F>,
) -> ControlFlow<B>
where
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    delivery.begin(&source.progress());
    let mut splitter = Splitter::with_options(source, options.split);
    let mut batch = Batch::default();
    loop {
        match splitter.next_batch(&mut batch) {
            Ok(true) => delivery.games(batch.games().map(&mut *work), batch.text_bytes())?,
            Ok(false) => return ControlFlow::Continue(()),
            Err(error) => (delivery.sink)(Event::Failed(error))?,
        }
    }
}

/// One thread unpacks and splits, the caller's works.
fn process_unpacked<T, B, F>(
    source: Source,
    options: &ProcessOptions,
    work: &mut impl FnMut(RawGame<'_>) -> T,
    delivery: &mut Delivery<F>,
) -> ControlFlow<B>
where
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    delivery.begin(&source.progress());
    let mut splitter = Splitter::with_options(source, options.split);
    let (full, batches) = mpsc::sync_channel::<Result<Batch, SourceError>>(1);
    let (empty, spare) = mpsc::channel::<Batch>();
    thread::scope(|scope| {
        scope.spawn(move || {
            loop {
                let mut batch = spare.try_recv().unwrap_or_default();
                let filled = match splitter.next_batch(&mut batch) {
                    Ok(true) => Ok(batch),
                    Ok(false) => return,
                    Err(error) => Err(error),
                };
                if full.send(filled).is_err() {
                    return;
                }
            }
        });
        // Owned here, so that a break or a panic hangs up and lets the other thread end.
        let (batches, empty) = (batches, empty);
        for batch in &batches {
            match batch {
                Ok(batch) => {
                    delivery.games(batch.games().map(&mut *work), batch.text_bytes())?;
                    // Nobody takes it if the other thread is done already.
                    let _ = empty.send(batch);
                }
                Err(error) => (delivery.sink)(Event::Failed(error))?,
            }
        }
        ControlFlow::Continue(())
    })
}

/// What the threads tell the caller's.
enum Message<T> {
    /// The next source is begun, its numbers follow.
    Begin(SourceProgress),
    Failed(SourceError),
    Done {
        results: Vec<T>,
        batch: Batch,
    },
    /// A worker panicked: nothing good will come any more.
    Panicked,
}

/// The place in the order, and what to put there.
type Numbered<T> = (u64, Message<T>);

fn process_in_threads<T, B, W, F>(
    sources: impl Iterator<Item = Result<Source, SourceError>> + Send,
    options: &ProcessOptions,
    new_worker: impl Fn() -> W + Sync,
    mut delivery: Delivery<F>,
) -> ControlFlow<B>
where
    T: Send,
    W: FnMut(RawGame<'_>) -> T,
    F: FnMut(Event<T>) -> ControlFlow<B>,
{
    let threads = options.threads;
    // Batches go round: empty to the splitter, full to the workers, done to the caller, who gives them back only when
    // their turn has come. So no more than these are ever under way.
    let under_way = threads * 2 + 2;
    let (empty, spare) = mpsc::sync_channel::<Batch>(under_way);
    let (full, jobs) = mpsc::sync_channel::<(u64, Batch)>(under_way);
    let (tell, told) = mpsc::channel::<Numbered<T>>();
    for _ in 0..under_way {
        let _ = empty.send(Batch::default());
    }
    let jobs = Mutex::new(jobs);
    thread::scope(|scope| {
        let feeder_tell = tell.clone();
        scope.spawn(move || feed(sources, options, &spare, &full, &feeder_tell));
        for _ in 0..threads {
            let (jobs, new_worker, tell) = (&jobs, &new_worker, tell.clone());
            scope.spawn(move || run_worker(jobs, new_worker, &tell));
        }
        drop(tell);
        // Owned here, so that a break or a panic hangs up and lets the threads end.
        let (told, empty) = (told, empty);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (number, message) in &told {
            if matches!(message, Message::Panicked) {
                // Leaving hangs up on the threads; the scope passes the panic on.
                break;
            }
            waiting.insert(number, message);
            while let Some(message) = waiting.remove(&turn) {
                turn += 1;
                match message {
                    Message::Begin(source) => delivery.begin(&source),
                    Message::Failed(error) => (delivery.sink)(Event::Failed(error))?,
                    Message::Done { results, batch } => {
                        delivery.games(results.into_iter(), batch.text_bytes())?;
                        let _ = empty.send(batch);
                    }
                    Message::Panicked => {}
                }
            }
        }
        ControlFlow::Continue(())
    })
}

/// Reads, unpacks and splits, until there is nothing more or nobody listens.
fn feed<T>(
    sources: impl Iterator<Item = Result<Source, SourceError>>,
    options: &ProcessOptions,
    spare: &Receiver<Batch>,
    full: &SyncSender<(u64, Batch)>,
    tell: &Sender<Numbered<T>>,
) {
    let mut numbers = 0..;
    let tell = |number: Option<u64>, message| tell.send((number.unwrap_or_default(), message));
    let mut held = None;
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err(error) => match tell(numbers.next(), Message::Failed(error)) {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        if tell(numbers.next(), Message::Begin(source.progress())).is_err() {
            return;
        }
        let mut splitter = Splitter::with_options(source, options.split);
        loop {
            let Some(mut batch) = held.take().or_else(|| spare.recv().ok()) else {
                return;
            };
            match splitter.next_batch(&mut batch) {
                Ok(true) => {
                    let number = numbers.next().unwrap_or_default();
                    if full.send((number, batch)).is_err() {
                        return;
                    }
                }
                Ok(false) => {
                    held = Some(batch);
                    break;
                }
                Err(error) => {
                    held = Some(batch);
                    if tell(numbers.next(), Message::Failed(error)).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

/// Works on batches until there are no more.
fn run_worker<T, W: FnMut(RawGame<'_>) -> T>(
    jobs: &Mutex<Receiver<(u64, Batch)>>,
    new_worker: &impl Fn() -> W,
    tell: &Sender<Numbered<T>>,
) {
    let _alarm = Alarm(tell);
    let mut work = new_worker();
    loop {
        let job = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok((number, batch)) = job else {
            return;
        };
        let results = batch.games().map(&mut work).collect();
        if tell.send((number, Message::Done { results, batch })).is_err() {
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
