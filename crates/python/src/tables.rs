//! Games, pins and positions as Arrow tables.

use std::fs::Metadata;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, ThreadId};
use std::time::Instant;

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_cast::cast;
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use pinsight_data::{
    Column, GAMES, GameBatchBuilder, GameColumn, PINS, POSITIONS, PinBatchBuilder, PinScanner,
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
use crate::pin::pin_filter;
use crate::progress::Progress;
#[cfg(feature = "sql")]
use crate::sql::{Query, RunningQuery};

/// How many batches wait for the consumer at most.
const WAITING: usize = 4;

/// What the rows of a table are.
#[derive(Clone)]
enum Kind {
    Games(Vec<GameColumn>),
    Pins {
        columns: Vec<&'static Column>,
        all: bool,
    },
    Positions,
    #[cfg(feature = "sql")]
    Sql(Query),
}

/// A table over files, for everything that takes Arrow streams: pyarrow, Polars, pandas, DuckDB.
///
/// The files are read when a consumer asks for the rows, in batches, on several threads, and again for each consumer.
/// With ``progress=True`` each consumer shows a bar while it reads on the thread that called it.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Table {
    kind: Kind,
    files: Vec<PathBuf>,
    threads: usize,
    progress: bool,
}

/// Return the `games` table: one row per game, with the columns of docs/data.md.
///
/// `files` are paths or patterns such as ``lichess_*.pgn.zst``. By default all columns but `movetext`.
#[pyfunction]
#[pyo3(signature = (files, *, columns=None, threads=0, progress=false))]
pub(crate) fn games(
    files: Files,
    columns: Option<Vec<String>>,
    threads: usize,
    progress: bool,
) -> PyResult<Table> {
    let columns = match columns {
        None => GameColumn::ALL.iter().copied().filter(|column| *column != GameColumn::Movetext).collect(),
        Some(names) => some_columns(&GAMES, &names, GameColumn::from_name)?,
    };
    Ok(Table { kind: Kind::Games(columns), files: files.0, threads, progress })
}

/// Returns the columns of these names; at least one.
fn some_columns<T>(
    table: &pinsight_data::Table,
    names: &[String],
    column: impl Fn(&str) -> Option<T>,
) -> PyResult<Vec<T>> {
    if names.is_empty() {
        return Err(PyValueError::new_err("`columns` is empty: expected the name of at least one column"));
    }
    let named = |name: &String| {
        column(name).ok_or_else(|| {
            let known: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
            PyValueError::new_err(format!("no column is called {name:?}; there are {}", known.join(", ")))
        })
    };
    names.iter().map(named).collect()
}

/// Return the `pins` table: one row per pin that a move makes or releases; with `all`, skewers and x-rays too.
///
/// By default all columns of docs/data.md; fewer are faster.
#[pyfunction]
#[pyo3(signature = (files, *, columns=None, all=false, threads=0, progress=false))]
pub(crate) fn pins(
    files: Files,
    columns: Option<Vec<String>>,
    all: bool,
    threads: usize,
    progress: bool,
) -> PyResult<Table> {
    let columns = match columns {
        None => PINS.columns.iter().collect(),
        Some(names) => some_columns(&PINS, &names, |name| PINS.column(name))?,
    };
    Ok(Table { kind: Kind::Pins { columns, all }, files: files.0, threads, progress })
}

/// Return the `positions` table: one row per position of the mainline of a game, up to its first illegal move.
#[pyfunction]
#[pyo3(signature = (files, *, threads=0, progress=false))]
pub(crate) fn positions(files: Files, threads: usize, progress: bool) -> Table {
    Table { kind: Kind::Positions, files: files.0, threads, progress }
}

/// Return the rows of a SQL query over PGN, Parquet, CSV and JSON files, with the chess functions of docs/sql.md.
///
/// A package that was built without SQL raises `PinsightError`. A query that is not valid raises it at once, one that fails later
/// gives an error of the stream. The query runs again for each consumer.
#[cfg(feature = "sql")]
#[pyfunction]
#[pyo3(signature = (query, *, threads=0, progress=false))]
pub(crate) fn sql(py: Python<'_>, query: &str, threads: usize, progress: bool) -> PyResult<Table> {
    Ok(Table { kind: Kind::Sql(Query::new(py, query, threads)?), files: Vec::new(), threads, progress })
}

/// Return the rows of a SQL query over PGN, Parquet, CSV and JSON files, with the chess functions of docs/sql.md.
///
/// A package that was built without SQL raises `PinsightError`. A query that is not valid raises it at once, one that fails later
/// gives an error of the stream. The query runs again for each consumer.
#[cfg(not(feature = "sql"))]
#[pyfunction]
#[pyo3(signature = (query, *, threads=0, progress=false))]
#[allow(unused_variables, reason = "the signature is that of the function with SQL")]
pub(crate) fn sql(query: &str, threads: usize, progress: bool) -> PyResult<Table> {
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
    /// The names of the columns.
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
        let arrays = self.read(py)?.map(move |batch| {
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

/// The batches of a stream. The thread that asked for the stream handles signals and draws the progress bar while it waits.
///
/// Other threads never wait for the GIL: the thread that has it may wait for them.
struct Incoming {
    batches: Receiver<Result<RecordBatch, ArrowError>>,
    #[cfg(feature = "sql")]
    #[expect(dead_code, reason = "dropping it ends the query")]
    query: Option<RunningQuery>,
    thread: ThreadId,
    checked: Instant,
    /// The number of bytes read, or of rows of a query.
    done: Arc<AtomicU64>,
    counts_rows: bool,
    progress: Progress,
}

impl Incoming {
    fn is_first_thread(&self) -> bool {
        thread::current().id() == self.thread
    }

    /// Handles signals and draws the bar, at intervals.
    fn check(&mut self) -> Result<(), ArrowError> {
        if !self.is_first_thread() || self.checked.elapsed() < SIGNAL_INTERVAL {
            return Ok(());
        }
        self.checked = Instant::now();
        let done = self.done.load(Ordering::Relaxed);
        let progress = &mut self.progress;
        Python::attach(|py| {
            let checked = py.check_signals().and_then(|()| progress.step(py, done));
            checked.map_err(|error| interrupted(py, &error))
        })
    }

    fn close(&mut self) -> Result<(), ArrowError> {
        if !self.is_first_thread() {
            return Ok(());
        }
        let done = self.done.load(Ordering::Relaxed);
        let progress = &mut self.progress;
        Python::attach(|py| progress.close(py, done).map_err(|error| interrupted(py, &error)))
    }
}

impl Iterator for Incoming {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Err(error) = self.check() {
                return Some(Err(error));
            }
            match self.batches.recv_timeout(SIGNAL_INTERVAL) {
                Ok(Ok(batch)) if self.counts_rows => {
                    self.done.fetch_add(batch.num_rows() as u64, Ordering::Relaxed);
                    return Some(Ok(batch));
                }
                Ok(batch) => return Some(batch),
                Err(RecvTimeoutError::Disconnected) => return self.close().err().map(Err),
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

impl Table {
    fn schema(&self) -> SchemaRef {
        match &self.kind {
            Kind::Games(columns) => Arc::clone(GameBatchBuilder::new(columns).schema()),
            Kind::Pins { columns, .. } => {
                Arc::new(Schema::new(columns.iter().map(|column| column.field()).collect::<Vec<_>>()))
            }
            Kind::Positions => POSITIONS.schema(),
            #[cfg(feature = "sql")]
            Kind::Sql(query) => Arc::clone(query.schema()),
        }
    }

    fn read(&self, py: Python<'_>) -> PyResult<Incoming> {
        let done: Arc<AtomicU64> = Arc::default();
        let (thread, checked) = (thread::current().id(), Instant::now());
        #[cfg(feature = "sql")]
        if let Kind::Sql(query) = &self.kind {
            let progress = Progress::new(py, self.progress, "row", None)?;
            let (batches, query) = query.read(self.threads);
            let query = Some(query);
            return Ok(Incoming { batches, query, thread, checked, done, counts_rows: true, progress });
        }
        let progress = Progress::new(py, self.progress, "B", self.size())?;
        Ok(Incoming {
            batches: self.start(&done),
            #[cfg(feature = "sql")]
            query: None,
            thread,
            checked,
            done,
            counts_rows: false,
            progress,
        })
    }

    /// The size of all files; `None` if one is not a regular file.
    fn size(&self) -> Option<u64> {
        let size = |path: &PathBuf| path.metadata().ok().filter(Metadata::is_file).map(|file| file.len());
        self.files.iter().map(size).sum()
    }

    /// Reads the files on other threads; they end when the receiver is dropped. `done` is the number of bytes read.
    fn start(&self, done: &Arc<AtomicU64>) -> Receiver<Result<RecordBatch, ArrowError>> {
        let (batches, receiver) = sync_channel(WAITING);
        let sender = Sender { batches, done: Arc::clone(done) };
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
                sender.send(files, &options, new_worker);
            }
            Kind::Pins { columns, all } => {
                let new_worker = || {
                    let mut scanner = PinScanner::new(pin_filter(all), PinOptions::default());
                    let mut builder = PinBatchBuilder::with_columns(columns.iter().copied());
                    move |games: &Batch| {
                        for game in games.games() {
                            scanner.scan(&game, |event| builder.add(event));
                        }
                        builder.finish()
                    }
                };
                sender.send(files, &options, new_worker);
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
                sender.send(files, &options, new_worker);
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

/// The reading end of a stream.
struct Sender {
    batches: SyncSender<Result<RecordBatch, ArrowError>>,
    done: Arc<AtomicU64>,
}

impl Sender {
    /// Sends the batches of all files in order; an unreadable file is an error of the stream.
    fn send<W>(&self, files: Vec<PathBuf>, options: &ProcessOptions, new_worker: impl Fn() -> W + Sync)
    where
        W: FnMut(&Batch) -> Result<RecordBatch, ArrowError>,
    {
        let sources = files.into_iter().map(Source::open);
        let done = process_batches(sources, options, new_worker, |event| {
            let sent = match event {
                Event::Game(batch) => self.batches.send(batch),
                Event::Failed(error) => return ControlFlow::Break(Some(error)),
                Event::Progress(progress) => {
                    self.done.store(progress.taken_bytes, Ordering::Relaxed);
                    Ok(())
                }
            };
            if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(None) }
        });
        if let ControlFlow::Break(Some(error)) = done {
            // The consumer may be gone.
            let _ = self.batches.send(Err(failed(error)));
        }
    }
}

fn failed(error: SourceError) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}
