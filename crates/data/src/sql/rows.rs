//! The answer to a query, and how it is written.

use std::io::Write;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, RecordBatch, StringBuilder};
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::json::writer::{LineDelimited, WriterBuilder};
use datafusion::arrow::json::{EncoderOptions, writer::make_encoder};
use datafusion::execution::SendableRecordBatchStream;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use futures::StreamExt;

use super::error::{SqlError, unbroken};
use super::look::{Look, Shown};

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Columns side by side, for people.
    Table,
    /// CSV with a header; lists and structs as JSON.
    Csv,
    /// One JSON object a line.
    Json,
    /// Parquet.
    Parquet,
}

/// The rows that answer a query, worked out while they are taken.
pub struct SqlRows {
    stream: SendableRecordBatchStream,
    /// The files that they come from, by the names in the query.
    files: Vec<String>,
}

impl std::fmt::Debug for SqlRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlRows").field("schema", &self.schema()).finish_non_exhaustive()
    }
}

impl SqlRows {
    /// The rows are worked out on the runtime's threads, so that whoever takes them can do something else meanwhile, and
    /// stop: then nobody goes on with them.
    pub(super) fn new(mut stream: SendableRecordBatchStream, files: Vec<String>) -> Self {
        let mut apart = RecordBatchReceiverStreamBuilder::new(stream.schema(), 2);
        let tell = apart.tx();
        apart.spawn(async move {
            while let Some(batch) = unbroken(stream.next()).await.unwrap_or_else(|error| Some(Err(error))) {
                let broken = batch.is_err();
                if tell.send(batch).await.is_err() || broken {
                    break;
                }
            }
            Ok(())
        });
        Self { stream: apart.build(), files }
    }

    /// The columns.
    pub fn schema(&self) -> SchemaRef {
        self.stream.schema()
    }

    /// Some more rows; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<RecordBatch>, SqlError> {
        let batch = self.stream.next().await.transpose();
        batch.map_err(|error| SqlError::while_reading(&error, &self.files))
    }

    /// All rows as a table, without a line end behind it.
    pub async fn to_table(self) -> Result<String, SqlError> {
        Ok(self.to_shown(Look::default()).await?.text.trim_end().to_owned())
    }

    /// The rows as people look at them.
    pub async fn to_shown(mut self, look: Look) -> Result<Shown, SqlError> {
        let mut batches = Vec::new();
        let (mut rows, mut more) = (0, false);
        while let Some(batch) = self.next().await? {
            let room = look.most_rows.unwrap_or(usize::MAX) - rows;
            more = batch.num_rows() > room;
            let batch = batch.slice(0, batch.num_rows().min(room));
            rows += batch.num_rows();
            batches.push(batch);
            if more {
                break;
            }
        }
        Ok(Shown { text: look.show(&self.schema(), &batches)?, rows, more })
    }

    /// Writes all rows; tells how many there were.
    pub async fn write(mut self, format: Format, out: &mut impl Write) -> Result<u64, SqlError> {
        if format == Format::Table {
            let shown = self.to_shown(Look::default()).await?;
            out.write_all(shown.text.as_bytes())?;
            return Ok(shown.rows as u64);
        }
        // What makes a view or the like gives no rows, and no columns of such.
        if self.schema().fields().is_empty() && format != Format::Parquet {
            while self.next().await?.is_some() {}
            return Ok(0);
        }
        let mut writer = BatchWriter::new(format, &self.schema())?;
        let mut rows = 0;
        while let Some(batch) = self.next().await? {
            rows += batch.num_rows() as u64;
            writer.write(&batch)?;
            out.write_all(&writer.take())?;
        }
        out.write_all(&writer.finish()?)?;
        Ok(rows)
    }
}

/// Turns batches into bytes.
enum BatchWriter {
    Csv { bytes: Vec<u8>, header: bool, schema: SchemaRef },
    Json(Vec<u8>),
    Parquet(Box<ArrowWriter<Vec<u8>>>),
}

impl BatchWriter {
    fn new(format: Format, schema: &SchemaRef) -> Result<Self, SqlError> {
        Ok(match format {
            Format::Table | Format::Json => Self::Json(Vec::new()),
            Format::Csv => Self::Csv { bytes: Vec::new(), header: true, schema: flat_schema(schema) },
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .build();
                Self::Parquet(Box::new(ArrowWriter::try_new(
                    Vec::new(),
                    Arc::clone(schema),
                    Some(properties),
                )?))
            }
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), SqlError> {
        match self {
            Self::Csv { bytes, header, schema } => {
                let batch = flat_batch(batch, schema)?;
                let mut writer = csv::WriterBuilder::new().with_header(std::mem::take(header)).build(bytes);
                writer.write(&batch)?;
            }
            Self::Json(bytes) => {
                let mut writer =
                    WriterBuilder::new().with_explicit_nulls(true).build::<_, LineDelimited>(bytes);
                writer.write(batch)?;
                writer.finish()?;
            }
            Self::Parquet(writer) => writer.write(batch)?,
        }
        Ok(())
    }

    /// What is written so far and was not taken yet.
    fn take(&mut self) -> Vec<u8> {
        match self {
            Self::Csv { bytes, .. } | Self::Json(bytes) => std::mem::take(bytes),
            Self::Parquet(writer) => std::mem::take(writer.inner_mut()),
        }
    }

    /// The end of the file.
    fn finish(mut self) -> Result<Vec<u8>, SqlError> {
        match self {
            // No rows: the header alone.
            Self::Csv { header: true, ref schema, .. } => {
                let empty = RecordBatch::new_empty(Arc::clone(schema));
                let mut bytes = Vec::new();
                csv::WriterBuilder::new().with_header(true).build(&mut bytes).write(&empty)?;
                Ok(bytes)
            }
            Self::Csv { .. } | Self::Json(_) => Ok(self.take()),
            Self::Parquet(writer) => Ok(writer.into_inner()?),
        }
    }
}

/// CSV has no lists and structs: they become JSON.
fn flat_schema(schema: &Schema) -> SchemaRef {
    let fields = schema.fields().iter().map(|field| match field.data_type() {
        nested if nested.is_nested() => Arc::new(Field::new(field.name(), DataType::Utf8, true)),
        _ => Arc::clone(field),
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn flat_batch(batch: &RecordBatch, flat: &SchemaRef) -> Result<RecordBatch, SqlError> {
    let mut columns: Vec<ArrayRef> = Vec::with_capacity(batch.num_columns());
    for (column, field) in batch.columns().iter().zip(batch.schema().fields()) {
        if !column.data_type().is_nested() {
            columns.push(Arc::clone(column));
            continue;
        }
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
            texts.append_value(String::from_utf8_lossy(&text));
        }
        columns.push(Arc::new(texts.finish()));
    }
    Ok(RecordBatch::try_new(Arc::clone(flat), columns)?)
}
