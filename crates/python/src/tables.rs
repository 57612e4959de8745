//! Games, pins and positions as Arrow tables.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, ThreadId};
use std::time::Instant;

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_cast::cast;
use arrow_schema::{ArrowError, Field, SchemaRef};
use pinsight_data::{
    GAMES, GameBatchBuilder, GameColumn, PINS, POSITIONS, PinBatchBuilder, PinFilter, PinScanner,
    PositionBatchBuilder,
};
use pinsight_pgn::{Batch, Event, ProcessOptions, Source, SourceError, process_batches};
use pinsight_tactics::PinOptions;
use pyo3::exceptions::{PyFileNotFoundError, PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

#[cfg(not(feature = "sql"))]
use crate::error::refused;
use crate::interrupt::SIGNAL_INTERVAL;
#[cfg(feature = "sql")]
use crate::sql::Query;

/// How many batches wait for the consumer at most.
const WAITING: usize = 4;

/// What the rows of a table are.
#[derive(Clone)]
enum Kind {
    Games(Vec<GameColumn>),
    Pins {
        all: bool,
    },
    Positions,
    #[cfg(feature = "sql")]
    Sql(Query),
}

/// A table over files. The files are read when a consumer asks for the stream, and again for each stream.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Table {
    kind: Kind,
    files: Vec<PathBuf>,
    threads: usize,
}

/// The `games` table: one row per game.
#[pyfunction]
#[pyo3(signature = (files, *, columns=None, threads=0))]
pub(crate) fn games(files: Files, columns: Option<Vec<String>>, threads: usize) -> PyResult<Table> {
    let columns = match columns {
        None => GameColumn::ALL.iter().copied().filter(|column| *column != GameColumn::Movetext).collect(),
        Some(names) => names.iter().map(|name| game_column(name)).collect::<PyResult<_>>()?,
    };
    Ok(Table { kind: Kind::Games(columns), files: files.0, threads })
}

fn game_column(name: &str) -> PyResult<GameColumn> {
    GameColumn::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = GAMES.columns.iter().map(|column| column.name).collect();
        PyValueError::new_err(format!("no column is called {name:?}; there are {}", names.join(", ")))
    })
}

/// The `pins` table: one row per pin that a move makes or releases; with `all`, skewers and x-rays too.
#[pyfunction]
#[pyo3(signature = (files, *, all=false, threads=0))]
pub(crate) fn pins(files: Files, all: bool, threads: usize) -> Table {
    Table { kind: Kind::Pins { all }, files: files.0, threads }
}

/// The `positions` table: one row per position of the mainline of a game.
#[pyfunction]
#[pyo3(signature = (files, *, threads=0))]
pub(crate) fn positions(files: Files, threads: usize) -> Table {
    Table { kind: Kind::Positions, files: files.0, threads }
}

/// The rows of a SQL query.
#[cfg(feature = "sql")]
#[pyfunction]
#[pyo3(signature = (query, *, threads=0))]
pub(crate) fn sql(py: Python<'_>, query: &str, threads: usize) -> PyResult<Table> {
    Ok(Table { kind: Kind::Sql(Query::new(py, query, threads)?), files: Vec::new(), threads })
}

/// The rows of a SQL query.
#[cfg(not(feature = "sql"))]
#[pyfunction]
#[pyo3(signature = (query, *, threads=0))]
#[allow(unused_variables, reason = "the signature is that of the function with SQL")]
pub(crate) fn sql(query: &str, threads: usize) -> PyResult<Table> {
    Err(refused(
        "this package was built without SQL: in a clone of the repository, `make python FEATURES=sql` builds it with SQL",
    ))
}

/// Paths, or patterns such as `lichess_*.pgn.zst`.
pub(crate) struct Files(Vec<PathBuf>);

impl<'a, 'py> FromPyObject<'a, 'py> for Files {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let given: Vec<PathBuf> = match object.extract::<PathBuf>() {
            Ok(path) => vec![path],
            Err(_) => {
                object.extract().map_err(|_| PyTypeError::new_err("expected a path, or a list of paths"))?
            }
        };
        let mut files = Vec::new();
        for path in given {
            let pattern = path.to_string_lossy();
            if path.exists() || !pattern.contains(['*', '?', '[']) {
                files.push(path);
                continue;
            }
            let found = glob::glob(&pattern).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let before = files.len();
            files.extend(found.filter_map(Result::ok));
            if files.len() == before {
                return Err(PyFileNotFoundError::new_err(format!("{pattern}: no file matches")));
            }
        }
        match files.iter().find(|path| !path.exists()) {
            Some(path) => Err(PyFileNotFoundError::new_err(format!("{}: no such file", path.display()))),
            None => Ok(Self(files)),
        }
    }
}

#[pymethods]
impl Table {
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema().as_ref())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let schema = self.schema();
        let field = Arc::new(Field::new_struct("", schema.fields().clone(), false));
        let arrays = Incoming::new(self.read()).map(move |batch| {
            let batch = conform(&batch?, &schema)?;
            Ok(Arc::new(StructArray::from(batch)) as ArrayRef)
        });
        to_stream_pycapsule(py, Box::new(ArrayIterator::new(arrays, field)), requested_schema)
    }

    fn __repr__(&self) -> String {
        let kind = match self.kind {
            Kind::Games(_) => "games",
            Kind::Pins { .. } => "pins",
            Kind::Positions => "positions",
            #[cfg(feature = "sql")]
            Kind::Sql(_) => return format!("<Table of a query, {} columns>", self.column_names().len()),
        };
        format!("<Table {kind} of {} files, {} columns>", self.files.len(), self.column_names().len())
    }
}

/// The batches of a stream. The thread that asked for the stream handles signals while it waits.
///
/// Other threads never wait for the GIL: the thread that has it may wait for them.
struct Incoming {
    batches: Receiver<Result<RecordBatch, ArrowError>>,
    thread: ThreadId,
    checked: Instant,
}

impl Incoming {
    fn new(batches: Receiver<Result<RecordBatch, ArrowError>>) -> Self {
        Self { batches, thread: thread::current().id(), checked: Instant::now() }
    }

    fn check_signals(&mut self) -> Result<(), ArrowError> {
        if thread::current().id() != self.thread || self.checked.elapsed() < SIGNAL_INTERVAL {
            return Ok(());
        }
        self.checked = Instant::now();
        Python::attach(|py| py.check_signals().map_err(|error| interrupted(py, &error)))
    }
}

impl Iterator for Incoming {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Err(error) = self.check_signals() {
                return Some(Err(error));
            }
            match self.batches.recv_timeout(SIGNAL_INTERVAL) {
                Ok(batch) => return Some(batch),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Returns what a signal handler raised as an error of the stream, which is all that a consumer takes. Ctrl-C is raised once
/// more when the consumer returns to Python.
fn interrupted(py: Python<'_>, error: &PyErr) -> ArrowError {
    let message = format!("interrupted: {error}");
    if error.is_instance_of::<PyKeyboardInterrupt>(py) {
        // Without it the error of the stream still ends the call.
        let _ = py.import("_thread").and_then(|module| module.call_method0("interrupt_main"));
    }
    ArrowError::ExternalError(message.into())
}

type Batches = SyncSender<Result<RecordBatch, ArrowError>>;

impl Table {
    fn schema(&self) -> SchemaRef {
        match &self.kind {
            Kind::Games(columns) => Arc::clone(GameBatchBuilder::new(columns).schema()),
            Kind::Pins { .. } => PINS.schema(),
            Kind::Positions => POSITIONS.schema(),
            #[cfg(feature = "sql")]
            Kind::Sql(query) => Arc::clone(query.schema()),
        }
    }

    /// Reads the files on other threads; they end when the receiver is dropped.
    fn read(&self) -> Receiver<Result<RecordBatch, ArrowError>> {
        #[cfg(feature = "sql")]
        if let Kind::Sql(query) = &self.kind {
            return query.read(self.threads);
        }
        let (sender, receiver) = sync_channel(WAITING);
        let (kind, files) = (self.kind.clone(), self.files.clone());
        let mut options = ProcessOptions::default();
        if self.threads > 0 {
            options.threads = self.threads;
        }
        thread::spawn(move || match kind {
            Kind::Games(columns) => {
                let new_worker = || {
                    let mut builder = GameBatchBuilder::new(&columns);
                    move |games: &Batch| {
                        for game in games.games() {
                            builder.add(&game);
                        }
                        builder.finish()
                    }
                };
                send(files, &options, &sender, new_worker);
            }
            Kind::Pins { all } => {
                let pin_options = PinOptions { all, ..PinOptions::default() };
                let new_worker = || {
                    let mut scanner = PinScanner::new(PinFilter::default(), pin_options);
                    let mut builder = PinBatchBuilder::new();
                    move |games: &Batch| {
                        for game in games.games() {
                            scanner.scan(&game, |event| builder.add(event));
                        }
                        builder.finish()
                    }
                };
                send(files, &options, &sender, new_worker);
            }
            Kind::Positions => {
                let new_worker = || {
                    let mut builder = PositionBatchBuilder::new();
                    move |games: &Batch| {
                        for game in games.games() {
                            builder.add(&game);
                        }
                        builder.finish()
                    }
                };
                send(files, &options, &sender, new_worker);
            }
            #[cfg(feature = "sql")]
            Kind::Sql(_) => {}
        });
        receiver
    }
}

/// Returns the batch with the types of the schema: builders return dictionaries where texts recur.
pub(crate) fn conform(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let columns = batch.columns().iter().zip(schema.fields());
    let columns = columns.map(|(column, field)| cast(column, field.data_type()));
    RecordBatch::try_new(Arc::clone(schema), columns.collect::<Result<_, _>>()?)
}

/// Sends the batches of all files in order; an unreadable file is an error of the stream.
fn send<W>(files: Vec<PathBuf>, options: &ProcessOptions, sender: &Batches, new_worker: impl Fn() -> W + Sync)
where
    W: FnMut(&Batch) -> Result<RecordBatch, ArrowError>,
{
    let sources = files.into_iter().map(Source::open);
    let done = process_batches(sources, options, new_worker, |event| {
        let sent = match event {
            Event::Game(batch) => sender.send(batch),
            Event::Failed(error) => return ControlFlow::Break(Some(error)),
            Event::Progress(_) => Ok(()),
        };
        if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(None) }
    });
    if let ControlFlow::Break(Some(error)) = done {
        // The consumer may be gone.
        let _ = sender.send(Err(failed(error)));
    }
}

fn failed(error: SourceError) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}
