//! The format of rows.

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::csv::CsvArgs;
use super::output::{AnyFile, OutputArgs};
use crate::file::OutputFile;
use crate::files::Files;
use crate::output::{Output, json_text};

/// How to print rows: as text by default.
#[derive(Args, Debug)]
pub(crate) struct RowsArgs {
    /// Set the output format; default: by the name of the --output file, else text
    #[arg(long)]
    format: Option<RowFormat>,

    /// Print one JSON object per row, like --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    csv: CsvArgs,

    #[command(flatten)]
    output: OutputArgs<AnyFile>,
}

/// The format of rows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum RowFormat {
    /// For the terminal
    Text,
    /// Comma-separated values with a header line
    Csv,
    /// One JSON object per line
    #[value(aliases = ["json", "ndjson"])]
    Jsonl,
}

impl RowsArgs {
    /// Returns whether rows are printed as text.
    pub(crate) fn is_text(&self) -> bool {
        self.format() == RowFormat::Text
    }

    fn format(&self) -> RowFormat {
        let by_name = || RowFormat::from_str(self.output.path()?.extension()?.to_str()?, true).ok();
        match self.json {
            true => RowFormat::Jsonl,
            false => self.format.or_else(by_name).unwrap_or(RowFormat::Text),
        }
    }

    /// Creates the writer; the output must not be one of `files`.
    pub(crate) fn create(&self, files: &mut Files) -> anyhow::Result<RowWriter> {
        let csv = (self.format() == RowFormat::Csv).then_some(self.csv);
        Ok(RowWriter { csv, begun: false, file: self.output.create(files)? })
    }
}

/// Writes rows to the output file, or else to stdout.
pub(crate) struct RowWriter {
    /// `None` for JSON lines.
    csv: Option<CsvArgs>,
    begun: bool,
    file: Option<OutputFile>,
}

impl RowWriter {
    /// Returns whether the rows go to stdout.
    pub(crate) fn is_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Writes rows as CSV or JSON lines.
    pub(crate) fn rows<T: Serialize>(&mut self, rows: &[T], output: &mut Output) -> anyhow::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let bytes = match self.csv {
            Some(csv) => csv.rows(rows, !self.begun)?,
            None => rows.iter().map(|row| format!("{}\n", json_text(row))).collect::<String>().into_bytes(),
        };
        self.begun = true;
        self.bytes(&bytes, output)
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, line: &str, output: &mut Output) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => file.write(format!("{line}\n").as_bytes()),
            None => Ok(output.line(line)?),
        }
    }

    /// Writes bytes unchanged.
    pub(crate) fn bytes(&mut self, bytes: &[u8], output: &mut Output) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Ok(output.raw(bytes)?),
        }
    }

    /// Completes the file, or discards it unless `is_complete`.
    pub(crate) fn finish(self, is_complete: bool) -> anyhow::Result<()> {
        self.file.filter(|_| is_complete).map_or(Ok(()), OutputFile::finish)
    }
}
