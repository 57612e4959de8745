//! The output of a table: the write loop of `scan` and `convert`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pinsight_data::arrow::{ArrowError, RecordBatch, SchemaRef};
use pinsight_data::{EncodedRows, TableFormat, TableWriter};
use pinsight_pgn::{Diagnostic, RawGame};
use pinsight_search::GameFilter;

use crate::args::Games;
use crate::file::OutputFile;
use crate::games::Run;
use crate::progress::ProgressLine;

/// A table that is written to a file or to standard output.
pub(crate) struct TableOutput {
    writer: TableWriter<Target>,
    format: TableFormat,
    /// `None` for standard output.
    path: Option<PathBuf>,
}

enum Target {
    File(OutputFile),
    /// The bytes for standard output, which belongs to the run.
    Stdout(Vec<u8>),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => Write::write(file, bytes),
            Self::Stdout(buffer) => buffer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Stdout(_) => Ok(()),
        }
    }
}

impl TableOutput {
    /// Returns an error for Parquet on standard output.
    pub(crate) fn check(name: &str, format: TableFormat, path: Option<&Path>) -> anyhow::Result<()> {
        if path.is_none() && format == TableFormat::Parquet {
            bail!("Parquet needs an output file: use -o {name}.parquet");
        }
        Ok(())
    }

    /// Begins a table of `games` with the columns of `schema` in `file`, whose name is `path`, or on standard output.
    pub(crate) fn new(
        file: Option<OutputFile>,
        path: Option<&Path>,
        format: TableFormat,
        schema: &SchemaRef,
        games: &Games,
    ) -> anyhow::Result<Self> {
        let target = file.map_or_else(|| Target::Stdout(Vec::new()), Target::File);
        let path = path.map(Path::to_owned);
        // Rows are in the order of the files as given.
        let names = games.files().iter().map(|file| file.to_string_lossy());
        let sorted: &[&str] =
            if names.is_sorted_by(|one, other| one < other) { &["file", "game", "ply"] } else { &[] };
        let writer = TableWriter::sorted(target, format, schema, games.threads(), sorted)
            .with_context(|| cannot(path.as_deref()))?;
        Ok(Self { writer, format, path })
    }

    /// Returns the progress line for this output.
    pub(crate) fn progress(&self) -> ProgressLine {
        match self.path {
            Some(_) => ProgressLine::new(),
            None => ProgressLine::with_data_on_stdout(),
        }
    }

    pub(crate) fn format(&self) -> TableFormat {
        self.format
    }

    /// Returns the number of rows so far.
    pub(crate) fn rows(&self) -> u64 {
        self.writer.rows()
    }

    pub(crate) fn write(&mut self, rows: EncodedRows, run: &mut Run<'_>) -> anyhow::Result<()> {
        self.writer.write(rows).with_context(|| cannot(self.path.as_deref()))?;
        self.print(run)
    }

    /// Runs `new_worker` on the selected games and writes the rows in the order of the games.
    pub(crate) fn write_games<
        W: FnMut(&[RawGame<'_>]) -> (Result<RecordBatch, ArrowError>, Vec<Diagnostic>),
    >(
        &mut self,
        games: &Games,
        run: &mut Run<'_>,
        filter: &GameFilter,
        new_worker: impl Fn() -> W + Sync,
    ) -> anyhow::Result<()> {
        let format = self.format;
        let new_worker = || {
            let mut work = new_worker();
            move |games: &[RawGame<'_>]| {
                let (batch, diagnostics) = work(games);
                (batch.map_err(Into::into).and_then(|batch| format.encode(batch)), diagnostics)
            }
        };
        games.process_batches(run, filter, new_worker, |run, (rows, diagnostics)| {
            let rows = rows.with_context(|| cannot(self.path.as_deref()))?;
            self.write(rows, run)?;
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Completes the table. A file that is not `kept` is removed, and an existing one of its name stays.
    pub(crate) fn finish(mut self, run: &mut Run<'_>, kept: bool) -> anyhow::Result<()> {
        self.print(run)?;
        match self.writer.finish().with_context(|| cannot(self.path.as_deref()))? {
            Target::File(file) if kept => file.finish(),
            Target::File(_) | Target::Stdout(_) => Ok(()),
        }
    }

    fn print(&mut self, run: &mut Run<'_>) -> anyhow::Result<()> {
        if let Target::Stdout(bytes) = self.writer.output() {
            run.output.raw(&std::mem::take(bytes))?;
        }
        Ok(())
    }
}

fn cannot(path: Option<&Path>) -> String {
    format!("cannot write {}", path.map_or_else(|| "the rows".into(), Path::to_string_lossy))
}
