//! Parquet files.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use parquet::arrow::arrow_writer::{
    ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriterOptions, compute_leaves,
};
use parquet::arrow::{ArrowSchemaConverter, ArrowWriter};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, TypePtr};

use crate::column::{Column, Storage};
use crate::findings::FINDINGS;
use crate::games::GAMES;
use crate::page_checksum::{CheckedColumn, add_checksums};
use crate::pins::PINS;
use crate::positions::POSITIONS;

/// The maximum number of rows of a row group.
const GROUP_ROWS: usize = 1 << 16;
/// The maximum memory of a row group before it is encoded.
const GROUP_BYTES: usize = 32 << 20;
/// The rough size of a page. zstd finds longer matches in larger pages, which makes files smaller.
const PAGE_BYTES: usize = 1 << 20;

/// Writes record batches of one schema to a Parquet file, compressed with zstd, in order.
///
/// Where the schema says string, an array may be a dictionary of strings. Several threads encode row groups. Memory is
/// bounded: at most one row group per thread is in progress. A sink that is dropped before [`finish`](Self::finish)
/// leaves an unreadable file.
#[derive(Debug)]
pub struct ParquetSink<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    encoder: Arc<Encoder>,
    pending: Vec<RecordBatch>,
    pending_rows: usize,
    pending_bytes: usize,
    threads: usize,
    /// The row groups that threads encode, in order.
    in_progress: VecDeque<JoinHandle<Encoded>>,
}

/// The columns of a row group.
type Encoded = Result<Vec<CheckedColumn>, ParquetError>;

/// Encodes row groups.
#[derive(Debug)]
struct Encoder {
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    /// The schema of the file.
    columns: TypePtr,
}

impl<W: Write + Send> ParquetSink<W> {
    /// Begins a file. With one thread, the caller's thread encodes.
    pub fn new(out: W, schema: &SchemaRef, threads: usize) -> Result<Self, ParquetError> {
        Self::sorted(out, schema, threads, &[])
    }

    /// Like [`new`](Self::new), for rows in ascending order of these columns, which the file states. The order is not checked.
    pub fn sorted(out: W, schema: &SchemaRef, threads: usize, by: &[&str]) -> Result<Self, ParquetError> {
        let schema = file_schema(schema);
        let is_native = schema.fields().iter().all(|field| is_native(field.data_type()));
        let options = ArrowWriterOptions::new()
            .with_properties(properties(&schema, by)?)
            .with_skip_arrow_metadata(is_native);
        let writer = ArrowWriter::try_new_with_options(out, Arc::clone(&schema), options)?;
        let (writer, factory) = writer.into_serialized_writer()?;
        let columns = writer.schema_descr().root_schema_ptr();
        let encoder = Arc::new(Encoder { factory, schema, columns });
        Ok(Self {
            writer,
            encoder,
            pending: Vec::new(),
            pending_rows: 0,
            pending_bytes: 0,
            threads,
            in_progress: VecDeque::new(),
        })
    }

    /// Adds rows. Their columns must be those of the file.
    pub fn write(&mut self, batch: RecordBatch) -> Result<(), ParquetError> {
        let fields = self.encoder.schema.fields();
        if batch.num_columns() != fields.len() {
            let reason = format!("{} columns in a file of {}", batch.num_columns(), fields.len());
            return Err(ParquetError::General(reason));
        }
        let mut columns = fields.iter().zip(batch.columns());
        if let Some((field, array)) = columns.find(|(field, array)| !fits(field, array)) {
            let (name, wanted, found) = (field.name(), field.data_type(), array.data_type());
            let reason = format!("column {name}: expected {wanted}, found {found} or a null");
            return Err(ParquetError::General(reason));
        }
        if batch.num_rows() == 0 {
            return Ok(());
        }
        self.pending_rows += batch.num_rows();
        self.pending_bytes += batch.get_array_memory_size();
        self.pending.push(batch);
        if self.pending_rows >= GROUP_ROWS || self.pending_bytes >= GROUP_BYTES {
            self.end_group()?;
        }
        Ok(())
    }

    /// Returns the output. The caller may remove the bytes written so far.
    pub fn output(&mut self) -> &mut W {
        self.writer.inner_mut()
    }

    /// Writes the last row group and the end of the file. Returns the output.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        if self.pending_rows > 0 {
            self.end_group()?;
        }
        while let Some(encoded) = self.in_progress.pop_front() {
            self.append(joined(encoded)?)?;
        }
        self.writer.into_inner()
    }

    fn end_group(&mut self) -> Result<(), ParquetError> {
        (self.pending_rows, self.pending_bytes) = (0, 0);
        let group = std::mem::take(&mut self.pending);
        if self.threads < 2 {
            let columns = self.encoder.encode(&group)?;
            return self.append(columns);
        }
        let encoder = Arc::clone(&self.encoder);
        let encoding = thread::Builder::new().spawn(move || encoder.encode(&group))?;
        self.in_progress.push_back(encoding);
        while self.in_progress.len() >= self.threads
            && let Some(encoded) = self.in_progress.pop_front()
        {
            self.append(joined(encoded)?)?;
        }
        Ok(())
    }

    fn append(&mut self, columns: Vec<CheckedColumn>) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for CheckedColumn { pages, close } in columns {
            group.append_column(&pages, close)?;
        }
        group.close()?;
        Ok(())
    }
}

impl Encoder {
    fn encode(&self, group: &[RecordBatch]) -> Encoded {
        // The number of the row group matters only for encryption.
        let mut writers = self.factory.create_column_writers(0)?;
        for batch in group {
            let mut leaf_writers = writers.iter_mut();
            for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
                let column = match column.data_type() {
                    DataType::Time32(_) => cast(column, field.data_type())?,
                    _ => Arc::clone(column),
                };
                for (leaf, writer) in compute_leaves(field, &column)?.iter().zip(&mut leaf_writers) {
                    writer.write(leaf)?;
                }
            }
        }
        let columns = writers.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?;
        add_checksums(columns, &self.columns)
    }
}

fn joined(encoder: JoinHandle<Encoded>) -> Encoded {
    encoder.join().unwrap_or_else(|_| Err(ParquetError::General("an encoder thread panicked".to_owned())))
}

/// Whether an array may be written to a column: of its type, or a dictionary of its strings, and without nulls where the
/// column has none.
fn fits(field: &Field, array: &ArrayRef) -> bool {
    let has_type = match array.data_type() {
        DataType::Dictionary(_, values) => **values == *field.data_type(),
        DataType::Time32(_) => matches!(field.data_type(), DataType::Time32(_)),
        found => found == field.data_type(),
    };
    has_type && (field.is_nullable() || array.null_count() == 0)
}

/// Returns the schema of the file: Parquet has no time in seconds, so such columns become milliseconds.
fn file_schema(schema: &SchemaRef) -> SchemaRef {
    let fields = schema.fields().iter().map(|field| match field.data_type() {
        DataType::Time32(TimeUnit::Second) => {
            Arc::new(Field::clone(field).with_data_type(DataType::Time32(TimeUnit::Millisecond)))
        }
        _ => Arc::clone(field),
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns whether Parquet's own types describe a type fully. If not, the file needs an embedded Arrow schema.
fn is_native(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(element) => is_native(element.data_type()),
        DataType::Map(entries, _) => is_native(entries.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| is_native(field.data_type())),
        DataType::Utf8 | DataType::Binary | DataType::Boolean => true,
        DataType::Date32 | DataType::Time32(_) => true,
        other => other.is_integer() || other.is_floating(),
    }
}

/// Returns the declaration of a column; columns of the same name are stored alike in all tables.
fn declared(name: &str) -> Option<&'static Column> {
    [&GAMES, &PINS, &FINDINGS, &POSITIONS].into_iter().find_map(|table| table.column(name))
}

fn properties(schema: &SchemaRef, sorted_by: &[&str]) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(format!("pinsight {}", env!("CARGO_PKG_VERSION")))
        .set_data_page_size_limit(PAGE_BYTES);
    for field in schema.fields() {
        let Some(declared) = declared(field.name()) else { continue };
        let column = || ColumnPath::from(field.name().as_str());
        let encoding = match declared.storage {
            Storage::DeltaNumbers if field.data_type().is_integer() => Some(Encoding::DELTA_BINARY_PACKED),
            Storage::DeltaTexts if *field.data_type() == DataType::Utf8 => Some(Encoding::DELTA_BYTE_ARRAY),
            _ => None,
        };
        if encoding.is_some() || declared.storage == Storage::Plain {
            properties = properties.set_column_dictionary_enabled(column(), false);
        }
        if let Some(encoding) = encoding {
            properties = properties.set_column_encoding(column(), encoding);
        }
        if declared.bloom_filter {
            properties = properties.set_column_bloom_filter_enabled(column(), true);
        }
    }
    if !sorted_by.is_empty() {
        let leaves = ArrowSchemaConverter::new().convert(schema)?;
        let leaf = |name: &&str| leaves.columns().iter().position(|leaf| leaf.path().parts() == [*name]);
        let columns = sorted_by.iter().filter_map(leaf).map(|leaf| SortingColumn {
            column_idx: leaf as i32,
            descending: false,
            nulls_first: false,
        });
        properties = properties.set_sorting_columns(Some(columns.collect()));
    }
    Ok(properties.build())
}
