//! Reads games.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};

use pinsight_pgn::{
    Event, Game as PgnGame, ProcessOptions, RawGame, Replayer, Source, SourceError, SourceProgress,
    SplitOptions, Splitter, process,
};
use pinsight_rules::Legality;
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyString};

use crate::error::{refused, source_error};
use crate::game::Game;
use crate::interrupt::{SIGNAL_GAMES, SIGNAL_INTERVAL, abandonable};
use crate::progress::Progress;

/// How many games wait for Python at most.
const WAITING: usize = 1024;

/// Iterates over the games of a file.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct GameReader {
    state: Mutex<State>,
    /// The thread that has locked the state.
    reading: Mutex<Option<ThreadId>>,
}

struct State {
    reader: Reader,
    source: SourceProgress,
    progress: Progress,
}

enum Reader {
    /// Reads on the calling thread.
    Here { games: Box<Splitter>, count: usize },
    /// Other threads read ahead.
    Ahead(Receiver<Result<Game, SourceError>>),
}

/// Iterate over the games of a file, plain or compressed. A broken game never raises: see `Game.diagnostics`.
///
/// With one thread a game is parsed when it is first used. With more, the games are parsed ahead, in order; 0 means all
/// cores. `progress` shows a bar.
///
/// >>> import io
/// >>> [game.result for game in read_pgn(io.StringIO("1. e4 1-0\n\n1. d4 0-1"))]
/// ['1-0', '0-1']
#[pyfunction]
#[pyo3(signature = (source, *, threads=1, allow_impossible=false, progress=false))]
pub(crate) fn read_pgn(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    threads: usize,
    allow_impossible: bool,
    progress: bool,
) -> PyResult<GameReader> {
    let Opened { source, may_block } = open(py, source)?;
    let legality = if allow_impossible { Legality::AllowImpossible } else { Legality::Strict };
    let split = SplitOptions { legality, ..SplitOptions::default() };
    let taken = source.progress();
    let progress = Progress::new(py, progress, "B", taken.size())?;
    let reader = match threads {
        1 if !may_block => Reader::Here { games: Box::new(Splitter::with_options(source, split)), count: 0 },
        _ => Reader::Ahead(read_ahead(source, split, threads)),
    };
    let state = State { reader, source: taken, progress };
    Ok(GameReader { state: Mutex::new(state), reading: Mutex::default() })
}

/// Reads on several threads; they end when the receiver is dropped.
fn read_ahead(source: Source, split: SplitOptions, threads: usize) -> Receiver<Result<Game, SourceError>> {
    let (sender, receiver) = sync_channel(WAITING);
    let options = match threads {
        0 => ProcessOptions { split, ..ProcessOptions::default() },
        _ => ProcessOptions { threads, split },
    };
    thread::spawn(move || {
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |raw: RawGame<'_>| Game::from(PgnGame::read_with(&mut replayer, &raw))
        };
        process([Ok(source)], &options, new_worker, |event| {
            let sent = match event {
                Event::Game(game) => sender.send(Ok(game)),
                Event::Failed(error) => sender.send(Err(error)),
                Event::Progress(_) => Ok(()),
            };
            if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    receiver
}

struct Opened {
    source: Source,
    /// Whether reading may wait for another program, out of reach of Ctrl-C.
    may_block: bool,
}

fn open(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Opened> {
    if let Ok(path) = source.extract::<PathBuf>() {
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(format!("{}: no such file", path.display())));
        }
        let may_block = !path.is_file();
        let source = if may_block { abandonable(py, || Source::open(path))? } else { Source::open(path) };
        return Ok(Opened { source: source.map_err(source_error)?, may_block });
    }
    if !source.hasattr("read")? {
        return Err(PyTypeError::new_err("expected a path, or a file object with a method `read`"));
    }
    let name = source.getattr("name").and_then(|name| name.extract::<String>());
    let file = PythonFile { file: source.clone().unbind(), chunk: io::Cursor::default() };
    let source = Source::from_reader(&name.unwrap_or_else(|_| "<file>".to_owned()), file);
    Ok(Opened { source, may_block: false })
}

/// A Python file object, text or binary.
struct PythonFile {
    file: Py<PyAny>,
    chunk: io::Cursor<Vec<u8>>,
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.chunk.position() == self.chunk.get_ref().len() as u64 {
            let next = Python::attach(|py| self.next_chunk(py)).map_err(io::Error::other)?;
            self.chunk = io::Cursor::new(next);
        }
        self.chunk.read(buffer)
    }
}

impl PythonFile {
    fn next_chunk(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        const CHUNK: usize = 1 << 18;
        let read = self.file.bind(py).call_method1("read", (CHUNK,))?;
        if let Ok(bytes) = read.cast::<PyBytes>() {
            return Ok(bytes.as_bytes().to_vec());
        }
        let text = read
            .cast::<PyString>()
            .map_err(|_| PyTypeError::new_err("`read` returned neither bytes nor text"))?;
        Ok(text.to_str()?.as_bytes().to_vec())
    }
}

#[pymethods]
impl GameReader {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let thread = Some(thread::current().id());
        // Locking a second time would wait for ever.
        if *self.reading.lock().unwrap_or_else(PoisonError::into_inner) == thread {
            return Err(refused("the reader is already reading: its file object called it"));
        }
        let mut state = self.state.lock_py_attached(py).map_err(|_| refused("reading ended with a panic"))?;
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) = thread;
        let game = state.next(py);
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) = None;
        game
    }
}

impl State {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        let game = self.reader.next(py)?.transpose().map_err(source_error)?;
        if game.is_none() {
            self.progress.close(py, self.source.taken())?;
        } else if self.progress.is_due() {
            self.progress.step(py, self.source.taken())?;
        }
        Ok(game)
    }
}

impl Reader {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Result<Game, SourceError>>> {
        match self {
            Self::Here { games, count } => {
                *count = count.wrapping_add(1);
                if *count % SIGNAL_GAMES == 0 {
                    py.check_signals()?;
                }
                Ok(py.detach(|| games.next_game().map(|game| game.map(|raw| Game::from(&raw)))))
            }
            Self::Ahead(receiver) => loop {
                let waited = receiver.try_recv().or_else(|_| {
                    let receiver = &mut *receiver;
                    py.detach(move || receiver.recv_timeout(SIGNAL_INTERVAL))
                });
                match waited {
                    Ok(game) => return Ok(Some(game)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                }
            },
        }
    }
}
