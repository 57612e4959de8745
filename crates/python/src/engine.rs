//! Engines: the built-in search and UCI programs.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use pinsight_players::{
    Choice, Engine as UciEngine, EngineConfig, Info, Level, Limit, Player, PlayerError, Search,
    SearchOptions, Stop, Value,
};
use pinsight_rules::CastlingMode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::board::Board;
use crate::error::{engine_error, refused};
use crate::interrupt::{abandonable, interruptible};
use crate::moves::move_object;

/// A player that searches.
enum Kind {
    Search(Box<Search>),
    Uci {
        engine: Box<UciEngine>,
        /// The number of lines that the engine was told to report.
        lines: usize,
    },
}

impl Kind {
    fn player(&mut self) -> &mut dyn Player {
        match self {
            Self::Search(search) => &mut **search,
            Self::Uci { engine, .. } => &mut **engine,
        }
    }
}

/// The built-in search, or a UCI engine. Close it, or use it in a `with` statement.
///
/// `level` weakens the built-in search, from 1 to 10; `options` are those of a program. `threads` and `hash` (MB) are 1 and 16,
/// or what a program prefers.
///
/// >>> with Engine() as engine:
/// ...     print(engine.play(Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth=3))
/// a1a8
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Engine(Mutex<Option<Kind>>);

impl Engine {
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Kind>>> {
        self.0.try_lock().map_err(|_| engine_error("the engine is searching on another thread"))
    }

    /// Runs `work` with the player on another thread. An interrupt raises `stop`; it closes an engine that does not answer.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Stop,
        work: impl FnOnce(&mut Kind) -> Result<T, PlayerError> + Send + 'static,
    ) -> PyResult<T> {
        let mut slot = self.lock()?;
        let mut kind = slot.take().ok_or_else(closed)?;
        let work = move || {
            let done = work(&mut kind);
            (kind, done)
        };
        match interruptible(py, stop, work, || Ok(())) {
            Ok((kind, done)) => {
                *slot = Some(kind);
                done.map_err(engine_error)
            }
            Err(mut interrupted) => {
                *slot = interrupted.result.take().map(|(kind, _)| kind);
                Err(interrupted.into())
            }
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (program=None, *, options=None, level=None, threads=None, hash=None, timeout=10.0))]
    fn make(
        py: Python<'_>,
        program: Option<PathBuf>,
        options: Option<Vec<(String, String)>>,
        level: Option<u8>,
        threads: Option<usize>,
        hash: Option<usize>,
        timeout: f64,
    ) -> PyResult<Self> {
        let options = options.unwrap_or_default();
        let kind = match program {
            Some(_) if level.is_some() => {
                return Err(PyValueError::new_err(
                    "`level` is for the built-in search: use `options` for a program",
                ));
            }
            Some(program) => {
                let sizes = [("Threads", threads), ("Hash", hash)];
                let sizes =
                    sizes.into_iter().filter_map(|(name, size)| Some((name.to_owned(), size?.to_string())));
                start_program(py, &program, options.into_iter().chain(sizes), timeout)?
            }
            None if !options.is_empty() => {
                return Err(PyValueError::new_err(
                    "`options` are for a program: the built-in search has `level`, `threads` and `hash`",
                ));
            }
            None => built_in(level, threads.unwrap_or(1), hash.unwrap_or(16))?,
        };
        Ok(Self(Mutex::new(Some(kind))))
    }

    /// The name of the engine.
    #[getter]
    fn name(&self) -> PyResult<String> {
        self.lock()?.as_mut().map(|kind| kind.player().name()).ok_or_else(closed)
    }

    /// Forget what was searched before.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.run(py, &Stop::new(), |kind| kind.player().new_game())
    }

    /// Search; return the best move and the best lines. Ctrl-C ends the search.
    ///
    /// With `mate` alone, the search ends when it has found a mate in at most that many moves.
    #[pyo3(signature = (board, *, time=None, depth=None, nodes=None, mate=None, lines=1))]
    #[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, Board>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        mate: Option<u32>,
        lines: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limit = limit(time, depth, nodes, mate)?;
        let (game, chess960) = {
            let board = board.borrow();
            (board.history(), !board.position.has_standard_castling())
        };
        let (stop, start) = (Stop::new(), *game.position());
        let flag = stop.clone();
        let (choice, reports) = self.run(py, &stop, move |kind| {
            set_lines(kind, lines)?;
            let mut reports: Vec<Info> = Vec::new();
            let choice = kind.player().choose(&game, &limit, &flag, &mut |info| keep(&mut reports, info))?;
            Ok((choice, reports))
        })?;
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let Choice { mv, .. } = choice;
        let played = move_object(py, start.uci(mv, mode))?.into_any();
        let infos = PyList::empty(py);
        for info in &reports {
            infos.append(describe(py, info, &start, mode)?)?;
        }
        py.import("pinsight._facts")?.getattr("analysis")?.call1((played, infos))
    }

    /// Search; return the best move.
    #[pyo3(signature = (board, *, time=None, depth=None, nodes=None, mate=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, Board>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        mate: Option<u32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.analyse(py, board, time, depth, nodes, mate, 1)?.getattr("move")
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*error))]
    fn __exit__(&self, error: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(error.py())
    }

    /// End the engine.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let kind = self.lock()?.take();
        // A program may take a moment to end.
        py.detach(|| drop(kind));
        Ok(())
    }
}

/// Starts a UCI engine with these options.
fn start_program(
    py: Python<'_>,
    program: &Path,
    options: impl Iterator<Item = (String, String)>,
    timeout: f64,
) -> PyResult<Kind> {
    let timeout = Duration::try_from_secs_f64(timeout)
        .map_err(|_| PyValueError::new_err(format!("{timeout} is not a number of seconds")))?;
    let mut config = EngineConfig { timeout, ..EngineConfig::new(program_text(program)?) };
    config.options.extend(options);
    let engine = abandonable(py, move || UciEngine::start(&config))?.map_err(engine_error)?;
    Ok(Kind::Uci { engine: Box::new(engine), lines: 1 })
}

/// Returns the built-in search.
fn built_in(level: Option<u8>, threads: usize, hash: usize) -> PyResult<Kind> {
    let level = match level {
        None => Level::FULL,
        Some(number) => Level::new(number)
            .ok_or_else(|| PyValueError::new_err(format!("{number} is not a level: expected 1 to 10")))?,
    };
    if !(1..=65_536).contains(&hash) || !(1..=256).contains(&threads) {
        return Err(PyValueError::new_err("hash is from 1 to 65536 MB, threads from 1 to 256"));
    }
    let options = SearchOptions { level, threads, hash, ..SearchOptions::default() };
    options.check_hash().map_err(engine_error)?;
    Ok(Kind::Search(Box::new(Search::new(options))))
}

/// Returns the path of a program as text.
pub(crate) fn program_text(program: &Path) -> PyResult<String> {
    let text = program.to_str().map(str::to_owned);
    text.ok_or_else(|| engine_error(format!("{}: the path is not UTF-8", program.display())))
}

fn closed() -> PyErr {
    engine_error("the engine is closed")
}

fn limit(time: Option<f64>, depth: Option<u32>, nodes: Option<u64>, mate: Option<u32>) -> PyResult<Limit> {
    let time = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("{seconds} is not a number of seconds")))
    });
    let limit = Limit { time: time.transpose()?, depth, nodes, mate, clock: None };
    if limit.is_infinite() {
        return Err(PyValueError::new_err("a search needs a limit: time, depth, nodes or mate"));
    }
    Ok(limit)
}

fn set_lines(kind: &mut Kind, wanted: usize) -> Result<(), PlayerError> {
    let wanted = wanted.max(1);
    match kind {
        Kind::Search(search) => {
            let options = SearchOptions { lines: wanted, ..search.options().clone() };
            search.set_options(options);
        }
        Kind::Uci { lines, .. } if *lines == wanted => {}
        Kind::Uci { engine, lines } => {
            engine.set_option("MultiPV", &wanted.to_string())?;
            *lines = wanted;
        }
    }
    Ok(())
}

/// Keeps the last report of each line.
fn keep(reports: &mut Vec<Info>, info: &Info) {
    if info.pv.is_empty() || info.bound.is_some() {
        return;
    }
    match reports.iter_mut().find(|known| known.line == info.line) {
        Some(known) => known.clone_from(info),
        None => reports.push(info.clone()),
    }
    reports.sort_by_key(|info| info.line);
}

fn describe<'py>(
    py: Python<'py>,
    info: &Info,
    start: &pinsight_rules::Position,
    mode: CastlingMode,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let (centipawns, mate) = match info.score.map(|score| score.of(start.turn())) {
        None => (None, None),
        Some(Value::Centipawns(centipawns)) => (Some(centipawns), None),
        Some(Value::MatesIn(moves)) => (None, Some(i64::from(moves))),
        Some(Value::MatedIn(moves)) => (None, Some(-i64::from(moves))),
    };
    let pv = PyList::empty(py);
    let mut position = *start;
    for &mv in &info.pv {
        pv.append(move_object(py, position.uci(mv, mode))?)?;
        position = position.play(mv).map_err(refused)?;
    }
    dict.set_item("depth", info.depth)?;
    dict.set_item("seldepth", info.seldepth)?;
    dict.set_item("cp", centipawns)?;
    dict.set_item("mate", mate)?;
    dict.set_item("nodes", info.nodes)?;
    dict.set_item("time", info.time.as_secs_f64())?;
    dict.set_item("pv", pv)?;
    Ok(dict)
}
