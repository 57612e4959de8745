//! Record batches as a Parquet file.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;

use super::encoder::{Encoder, Leaf};

/// So many rows stand in one row group at most.
const ROWS_OF_GROUP: usize = 1 << 16;
/// So many bytes of memory a row group takes at most before it is packed.
const BYTES_OF_GROUP: usize = 32 << 20;

/// Writes record batches of one schema to a Parquet file, packed with zstd, in the order in which they come.
///
/// Where the schema says texts, arrays may be dictionaries of texts: only their words are looked up then.
/// Row groups are encoded by several threads. Memory is bounded: no more than one row group for each thread is under way.
/// A sink that is dropped before [`finish`](Self::finish) leaves a file that nobody can read.
pub struct ParquetSink<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    encoder: Arc<Encoder>,
    pending: Vec<RecordBatch>,
    pending_rows: usize,
    pending_bytes: usize,
    threads: usize,
    jobs: Option<SyncSender<Job>>,
    /// Row groups that others encode, in their order.
    under_way: VecDeque<Receiver<Encoded>>,
}

type Encoded = Result<Vec<Leaf>, ParquetError>;

/// A row group to be encoded, and whom to tell.
struct Job {
    group: Vec<RecordBatch>,
    tell: SyncSender<Encoded>,
}

impl<W: Write + Send> std::fmt::Debug for ParquetSink<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetSink").field("schema", &self.encoder.schema).finish_non_exhaustive()
    }
}

impl<W: Write + Send> ParquetSink<W> {
    /// Begins a file. With one thread all is done by the caller's.
    pub fn new(out: W, schema: SchemaRef, threads: usize) -> Result<Self, ParquetError> {
        // Parquet's own types say it all; Arrow's schema beside them would only be one more thing to be damaged.
        let options = ArrowWriterOptions::new().with_properties(properties()).with_skip_arrow_metadata(true);
        let writer = ArrowWriter::try_new_with_options(out, Arc::clone(&schema), options)?;
        let (writer, factory) = writer.into_serialized_writer()?;
        let columns = writer.schema_descr().columns().to_vec();
        let encoder = Arc::new(Encoder::new(factory, schema, columns));
        let jobs = (threads > 1).then(|| start_encoders(&encoder, threads));
        Ok(Self {
            writer,
            encoder,
            pending: Vec::new(),
            pending_rows: 0,
            pending_bytes: 0,
            threads,
            jobs,
            under_way: VecDeque::new(),
        })
    }

    /// Adds rows. Their columns have to be those of the file.
    pub fn write(&mut self, batch: RecordBatch) -> Result<(), ParquetError> {
        let fields = self.encoder.schema.fields();
        if batch.num_columns() != fields.len() {
            let reason = format!("{} columns in a file of {}", batch.num_columns(), fields.len());
            return Err(ParquetError::General(reason));
        }
        if let Some((field, _)) =
            fields.iter().zip(batch.columns()).find(|(field, array)| !fits(field, array))
        {
            return Err(ParquetError::General(format!(
                "the column {} is not as the file says",
                field.name()
            )));
        }
        if batch.num_rows() == 0 {
            return Ok(());
        }
        self.pending_rows += batch.num_rows();
        self.pending_bytes += batch.get_array_memory_size();
        self.pending.push(batch);
        if self.pending_rows >= ROWS_OF_GROUP || self.pending_bytes >= BYTES_OF_GROUP {
            self.end_group()?;
        }
        Ok(())
    }

    /// Writes what is left and the end of the file; what was written to.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        if self.pending_rows > 0 {
            self.end_group()?;
        }
        while let Some(encoded) = self.under_way.pop_front() {
            self.append(received(&encoded)?)?;
        }
        self.writer.into_inner()
    }

    fn end_group(&mut self) -> Result<(), ParquetError> {
        (self.pending_rows, self.pending_bytes) = (0, 0);
        let group = std::mem::take(&mut self.pending);
        let Some(jobs) = &self.jobs else {
            let leaves = self.encoder.encode(&group)?;
            return self.append(leaves);
        };
        let (tell, told) = mpsc::sync_channel(1);
        // Nobody takes it if all encoders panicked: then nothing will be told either.
        let _ = jobs.send(Job { group, tell });
        self.under_way.push_back(told);
        while self.under_way.len() >= self.threads
            && let Some(encoded) = self.under_way.pop_front()
        {
            self.append(received(&encoded)?)?;
        }
        Ok(())
    }

    fn append(&mut self, leaves: Vec<Leaf>) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for leaf in leaves {
            match leaf {
                Leaf::Ours(chunk) => chunk.append_to_row_group(&mut group)?,
                Leaf::Arrow(chunk) => chunk.append_to_row_group(&mut group)?,
            }
        }
        group.close()?;
        Ok(())
    }
}

fn received(encoded: &Receiver<Encoded>) -> Encoded {
    encoded.recv().unwrap_or_else(|_| Err(ParquetError::General("an encoder broke down".to_owned())))
}

/// Threads that encode row groups until nobody has any more for them.
fn start_encoders(encoder: &Arc<Encoder>, threads: usize) -> SyncSender<Job> {
    let (send, jobs) = mpsc::sync_channel::<Job>(1);
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..threads {
        let (jobs, encoder) = (Arc::clone(&jobs), Arc::clone(encoder));
        thread::spawn(move || {
            loop {
                let job = match jobs.lock() {
                    Ok(jobs) => jobs.recv(),
                    Err(_) => return,
                };
                let Ok(Job { group, tell }) = job else {
                    return;
                };
                // Nobody wants it if the sink is gone.
                let _ = tell.send(encoder.encode(&group));
            }
        });
    }
    send
}

/// Whether an array is what the file says of its column: of its type, or a dictionary of its texts, and without a null
/// where there must be none.
fn fits(field: &Field, array: &ArrayRef) -> bool {
    let as_said = match array.data_type() {
        DataType::Dictionary(_, texts) => **texts == *field.data_type(),
        found => found == field.data_type(),
    };
    as_said && (field.is_nullable() || array.null_count() == 0)
}

fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(format!("pinsight {}", env!("CARGO_PKG_VERSION")))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .build()
}
