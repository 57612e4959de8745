//! Writes a table as Parquet, CSV or JSON lines.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_json::writer::{LineDelimited, WriterBuilder};
use arrow_schema::{ArrowError, SchemaRef};
use parquet::errors::ParquetError;
use thiserror::Error;

use crate::csv::{Formulas, csv_header, csv_rows};
use crate::parquet::ParquetSink;

/// The format of a written table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// UTF-8 with a header line, quoted as in RFC 4180; lists, structs and maps are JSON, missing values are empty. A text
    /// that a spreadsheet would run as a formula begins with an apostrophe.
    Csv,
    /// Like [`Csv`](Self::Csv), with all texts as they are.
    RawCsv,
    /// One JSON object per line; missing values are null.
    JsonLines,
    /// Parquet.
    Parquet,
}

/// The error of writing a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The rows cannot be encoded.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
    /// The rows cannot be encoded as Parquet.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
}

/// Rows ready to be written.
#[derive(Debug)]
pub struct EncodedRows {
    rows: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Text(Vec<u8>),
    /// Parquet encodes whole row groups, on threads of its own.
    Batch(RecordBatch),
}

impl TableFormat {
    /// Encodes rows; worker threads call this, and one thread writes the results in order.
    pub fn encode(self, batch: RecordBatch) -> Result<EncodedRows, TableError> {
        let rows = batch.num_rows();
        let content = match self {
            Self::Csv => Content::Text(csv_rows(&batch, Formulas::Quote)?),
            Self::RawCsv => Content::Text(csv_rows(&batch, Formulas::Keep)?),
            Self::JsonLines => {
                let mut writer =
                    WriterBuilder::new().with_explicit_nulls(true).build::<_, LineDelimited>(Vec::new());
                writer.write(&batch)?;
                writer.finish()?;
                Content::Text(writer.into_inner())
            }
            Self::Parquet => Content::Batch(batch),
        };
        Ok(EncodedRows { rows, content })
    }
}

/// Writes the rows of a table in order.
///
/// A writer that is dropped before [`finish`](Self::finish) leaves an incomplete file.
///
/// ```
/// use pinsight_data::{GameBatchBuilder, GameColumn, TableFormat, TableWriter};
///
/// let mut builder = GameBatchBuilder::new(&[GameColumn::White, GameColumn::Plies]);
/// for game in pinsight_pgn::split(&"example".into(), b"[White \"Anna\"]\n\n1. e4 e5 *\n\n1. d4 *") {
///     builder.add(&game);
/// }
/// let mut writer = TableWriter::new(Vec::new(), TableFormat::Csv, builder.schema(), 1)?;
/// writer.write(TableFormat::Csv.encode(builder.finish()?)?)?;
/// assert_eq!(writer.finish()?, b"White,plies\nAnna,2\n,1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableWriter<W: Write + Send> {
    out: Out<W>,
    rows: u64,
}

#[derive(Debug)]
enum Out<W: Write + Send> {
    Text(W),
    Parquet(Box<ParquetSink<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a table; up to `threads` threads encode Parquet.
    pub fn new(out: W, format: TableFormat, schema: &SchemaRef, threads: usize) -> Result<Self, TableError> {
        Self::sorted(out, format, schema, threads, &[])
    }

    /// Like [`new`](Self::new), for rows in ascending order of these columns, which Parquet states. The order is not checked.
    pub fn sorted(
        mut out: W,
        format: TableFormat,
        schema: &SchemaRef,
        threads: usize,
        by: &[&str],
    ) -> Result<Self, TableError> {
        let out = match format {
            TableFormat::Csv | TableFormat::RawCsv => {
                let is_raw = matches!(format, TableFormat::RawCsv);
                let formulas = if is_raw { Formulas::Keep } else { Formulas::Quote };
                out.write_all(&csv_header(schema, formulas)?)?;
                Out::Text(out)
            }
            TableFormat::JsonLines => Out::Text(out),
            TableFormat::Parquet => Out::Parquet(Box::new(ParquetSink::sorted(out, schema, threads, by)?)),
        };
        Ok(Self { out, rows: 0 })
    }

    /// Writes rows, which must be encoded in the format of the table.
    pub fn write(&mut self, encoded: EncodedRows) -> Result<(), TableError> {
        let EncodedRows { rows, content } = encoded;
        self.rows += rows as u64;
        match (&mut self.out, content) {
            (Out::Text(out), Content::Text(bytes)) => out.write_all(&bytes)?,
            (Out::Parquet(sink), Content::Batch(batch)) => sink.write(batch)?,
            _ => return Err(io::Error::other("rows of another format").into()),
        }
        Ok(())
    }

    /// Returns the number of rows so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the output. The caller may remove the bytes written so far.
    pub fn output(&mut self) -> &mut W {
        match &mut self.out {
            Out::Text(out) => out,
            Out::Parquet(sink) => sink.output(),
        }
    }

    /// Completes the table and returns the output.
    pub fn finish(self) -> Result<W, TableError> {
        match self.out {
            Out::Text(out) => Ok(out),
            Out::Parquet(sink) => Ok(sink.finish()?),
        }
    }
}
