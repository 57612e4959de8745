//! Writes a table as Parquet, CSV or JSON lines.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_json::writer::{EncoderOptions, LineDelimited, WriterBuilder, make_encoder};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use parquet::errors::ParquetError;
use thiserror::Error;

use crate::parquet::ParquetSink;

/// The format of a written table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// UTF-8 with a header line, quoted as in RFC 4180; lists, structs and maps are JSON, missing values are empty.
    Csv,
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
            Self::Csv => Content::Text(csv(&batch, false)?),
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
            TableFormat::Csv => {
                out.write_all(&csv(&RecordBatch::new_empty(Arc::clone(schema)), true)?)?;
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

    /// The output. Bytes that were written to it may be taken away.
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

fn csv(batch: &RecordBatch, header: bool) -> Result<Vec<u8>, TableError> {
    let mut bytes = Vec::new();
    arrow_csv::WriterBuilder::new().with_header(header).build(&mut bytes).write(&flat(batch)?)?;
    Ok(bytes)
}

/// Replaces lists, structs and maps, which CSV does not have, by JSON.
fn flat(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let schema = batch.schema();
    let columns = schema.fields().iter().zip(batch.columns()).map(|(field, column)| {
        if !column.data_type().is_nested() {
            return Ok((Arc::clone(field), Arc::clone(column)));
        }
        let texts = json_texts(field, column)?;
        Ok((Arc::new(Field::new(field.name(), DataType::Utf8, true)), texts))
    });
    let (fields, arrays): (Vec<_>, Vec<_>) =
        columns.collect::<Result<Vec<_>, ArrowError>>()?.into_iter().unzip();
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(Arc::new(arrow_schema::Schema::new(fields)), arrays, &options)
}

fn json_texts(field: &Arc<Field>, column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let options = EncoderOptions::default();
    let mut encoder = make_encoder(field, column.as_ref(), &options)?;
    let mut texts = StringBuilder::new();
    let mut text = Vec::new();
    for row in 0..column.len() {
        if column.is_null(row) {
            texts.append_null();
            continue;
        }
        text.clear();
        encoder.encode(row, &mut text);
        let text = std::str::from_utf8(&text).map_err(|error| ArrowError::JsonError(error.to_string()))?;
        texts.append_value(text);
    }
    Ok(Arc::new(texts.finish()))
}
