//! Engines: the built-in search and UCI programs.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use pinsight_players::{
    Choice, Engine as UciEngine, EngineConfig, Info, Level, Limit, Player, Search, SearchOptions, Stop, Value,
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
    Uci(Box<UciEngine>),
}

impl Kind {
    fn player(&mut self) -> &mut dyn Player {
        match self {
            Self::Search(search) => &mut **search,
            Self::Uci(engine) => &mut **engine,
        }
    }
}

/// The built-in search, or a UCI engine.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Engine(Mutex<Option<Kind>>);

impl Engine {
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Kind>>> {
        self.0.try_lock().map_err(|_| engine_error("the engine is searching on another thread"))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (program=None, *, options=None, level=None, threads=1, hash=16, timeout=10.0))]
    fn make(
        py: Python<'_>,
        program: Option<String>,
        options: Option<Vec<(String, String)>>,
        level: Option<u8>,
        threads: usize,
        hash: usize,
        timeout: f64,
    ) -> PyResult<Self> {
        let kind = match program {
            Some(program) => {
                let timeout = Duration::try_from_secs_f64(timeout)
                    .map_err(|_| PyValueError::new_err(format!("{timeout} is not a number of seconds")))?;
                let mut config = EngineConfig { timeout, ..EngineConfig::new(program) };
                config.options.extend(options.unwrap_or_default());
                let engine = abandonable(py, move || UciEngine::start(&config))?.map_err(engine_error)?;
                Kind::Uci(Box::new(engine))
            }
            None => {
                let level = match level {
                    None => Level::FULL,
                    Some(number) => Level::new(number).ok_or_else(|| {
                        PyValueError::new_err(format!("{number} is not a level: expected 1 to 10"))
                    })?,
                };
                if !(1..=65_536).contains(&hash) || !(1..=256).contains(&threads) {
                    return Err(PyValueError::new_err("hash is from 1 to 65536 MB, threads from 1 to 256"));
                }
                let options = SearchOptions { level, threads, hash, ..SearchOptions::default() };
                Kind::Search(Box::new(Search::new(options)))
            }
        };
        Ok(Self(Mutex::new(Some(kind))))
    }

    #[getter]
    fn name(&self) -> PyResult<String> {
        self.lock()?.as_mut().map(|kind| kind.player().name()).ok_or_else(closed)
    }

    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let mut kind = self.lock()?;
        let kind = kind.as_mut().ok_or_else(closed)?;
        py.detach(|| kind.player().new_game()).map_err(engine_error)
    }

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
        let mut kind = self.lock()?;
        let kind = kind.as_mut().ok_or_else(closed)?;
        set_lines(kind, lines)?;
        let stop = Stop::new();
        let mut reports: Vec<Info> = Vec::new();
        let work = || {
            let mut keep = |info: &Info| keep(&mut reports, info);
            kind.player().choose(&game, &limit, &stop, &mut keep)
        };
        let choice = interruptible(py, &stop, work, || Ok(()))?.map_err(engine_error)?;
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let Choice { mv, .. } = choice;
        let played = move_object(py, game.position().uci(mv, mode))?.into_any();
        let infos = PyList::empty(py);
        for info in &reports {
            infos.append(describe(py, info, game.position(), mode)?)?;
        }
        py.import("pinsight._facts")?.getattr("analysis")?.call1((played, infos))
    }

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

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close()
    }

    fn close(&self) -> PyResult<()> {
        *self.lock()? = None;
        Ok(())
    }
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

fn set_lines(kind: &mut Kind, lines: usize) -> PyResult<()> {
    let lines = lines.max(1);
    match kind {
        Kind::Search(search) => {
            let options = SearchOptions { lines, ..search.options().clone() };
            search.set_options(options);
            Ok(())
        }
        Kind::Uci(_) if lines == 1 => Ok(()),
        Kind::Uci(engine) => engine.set_option("MultiPV", &lines.to_string()).map_err(engine_error),
    }
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
