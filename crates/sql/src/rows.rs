//! The rows of a query, and their output formats.

use std::io::Write;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::error::DataFusionError;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::stream::{RecordBatchReceiverStreamBuilder, RecordBatchStreamAdapter};
use futures::StreamExt;
use futures::future::BoxFuture;

use super::display::{DisplayOptions, Displayed};
use super::error::{SqlError, catch_panic, is_of_file};
use pinsight_data::{TableFormat, TableWriter};

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Aligned columns, for people.
    Table,
    /// CSV with a header; lists and structs as JSON. A text that a spreadsheet would run as a formula begins with an apostrophe.
    Csv,
    /// CSV with all texts as they are.
    RawCsv,
    /// One JSON object per line.
    Json,
    /// Parquet.
    Parquet,
}

/// The rows of a query, computed while they are read.
pub struct SqlRows {
    stream: SendableRecordBatchStream,
    /// The names of the files of the query, for errors.
    files: Vec<String>,
    /// Finds the file that cannot be read if a name in the query stands for several.
    unreadable: Option<BoxFuture<'static, Option<String>>>,
}

/// The number of bytes that a cluster session reads ahead.
const PREFETCH: usize = 64 << 20;

/// Reads the first batches, so that the query can be repeated if an executor is lost before they are read.
pub(super) async fn prefetched(
    mut stream: SendableRecordBatchStream,
) -> Result<SendableRecordBatchStream, DataFusionError> {
    let (mut batches, mut bytes) = (Vec::new(), 0);
    while bytes < PREFETCH
        && let Some(batch) = stream.next().await.transpose()?
    {
        bytes += batch.get_array_memory_size();
        batches.push(Ok(batch));
    }
    let schema = stream.schema();
    Ok(Box::pin(RecordBatchStreamAdapter::new(schema, futures::stream::iter(batches).chain(stream))))
}

impl std::fmt::Debug for SqlRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlRows").field("schema", &self.schema()).finish_non_exhaustive()
    }
}

impl SqlRows {
    /// Computes the rows on the threads of the runtime, up to two batches ahead of the caller. Dropping the rows ends the
    /// query.
    pub(super) fn new(
        mut stream: SendableRecordBatchStream,
        files: Vec<String>,
        unreadable: BoxFuture<'static, Option<String>>,
    ) -> Self {
        let mut receiver = RecordBatchReceiverStreamBuilder::new(stream.schema(), 2);
        let sender = receiver.tx();
        receiver.spawn(async move {
            while let Some(batch) = catch_panic(stream.next()).await.unwrap_or_else(|error| Some(Err(error)))
            {
                let is_error = batch.is_err();
                if sender.send(batch).await.is_err() || is_error {
                    break;
                }
            }
            Ok(())
        });
        Self { stream: receiver.build(), files, unreadable: Some(unreadable) }
    }

    /// Returns the columns.
    pub fn schema(&self) -> SchemaRef {
        self.stream.schema()
    }

    /// Returns the next batch of rows; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<RecordBatch>, SqlError> {
        let error = match self.stream.next().await.transpose() {
            Ok(batch) => return Ok(batch),
            Err(error) => error,
        };
        if is_of_file(&error)
            && let Some(unreadable) = self.unreadable.take()
            && let Some(file) = unreadable.await
        {
            return Err(SqlError::while_reading(&error, &[file]));
        }
        Err(SqlError::while_reading(&error, &self.files))
    }

    /// Returns all rows as a table, without a line end after it.
    pub async fn to_table(self) -> Result<String, SqlError> {
        Ok(self.to_display(DisplayOptions::default()).await?.text.trim_end().to_owned())
    }

    /// Returns the rows for a terminal.
    pub async fn to_display(mut self, options: DisplayOptions) -> Result<Displayed, SqlError> {
        let mut batches = Vec::new();
        let (mut rows, mut more) = (0, false);
        while let Some(batch) = self.next().await? {
            let room = options.max_rows.unwrap_or(usize::MAX) - rows;
            more = batch.num_rows() > room;
            let batch = batch.slice(0, batch.num_rows().min(room));
            rows += batch.num_rows();
            batches.push(batch);
            if more {
                break;
            }
        }
        Ok(Displayed { text: options.show(&self.schema(), &batches)?, rows, more })
    }

    /// Writes all rows; returns their number.
    pub async fn write(mut self, format: Format, out: &mut impl Write) -> Result<u64, SqlError> {
        if format == Format::Table {
            let displayed = self.to_display(DisplayOptions::default()).await?;
            out.write_all(displayed.text.as_bytes())?;
            return Ok(displayed.rows as u64);
        }
        // A statement such as CREATE VIEW has no columns.
        if self.schema().fields().is_empty() && format != Format::Parquet {
            while self.next().await?.is_some() {}
            return Ok(0);
        }
        let format = match format {
            Format::Csv => TableFormat::Csv,
            Format::RawCsv => TableFormat::RawCsv,
            Format::Parquet => TableFormat::Parquet,
            Format::Table | Format::Json => TableFormat::JsonLines,
        };
        // `out` may belong to this thread, so the writer gets a buffer.
        let mut writer = TableWriter::new(Vec::new(), format, &self.schema(), 1)?;
        while let Some(batch) = self.next().await? {
            writer.write(format.encode(batch)?)?;
            out.write_all(&std::mem::take(writer.output()))?;
        }
        let rows = writer.rows();
        out.write_all(&writer.finish()?)?;
        Ok(rows)
    }
}
