//! Reads a range of a file.

use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileOpenFuture, FileOpener};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::ObjectStore;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use futures::{Stream, StreamExt, stream};
use pinsight_pgn::{Batch, Compression, Splitter};
use tokio::sync::mpsc;

use super::file::StoredFile;
use super::rows::Request;
use super::source::ReadPlan;
use super::split::{RangeStart, open_range};

/// Opens files as streams of record batches.
pub(super) struct PgnOpener {
    pub(super) url: ObjectStoreUrl,
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) request: Request,
    pub(super) plan: Arc<ReadPlan>,
}

impl FileOpener for PgnOpener {
    fn open(&self, listed: PartitionedFile) -> Result<FileOpenFuture> {
        let file = StoredFile::new(&self.url, Arc::clone(&self.store), &listed.object_meta)?;
        let range = match &listed.range {
            Some(range) => range.start as u64..range.end as u64,
            None => 0..file.size,
        };
        let start = self.plan.start_of(listed.object_meta.location.as_ref(), range.start);
        let (request, threads) = (self.request.clone(), self.plan.threads);
        Ok(Box::pin(async move {
            let packed = file.size > 0
                && Compression::sniff(&file.read_at(0..file.size.min(4)).await?) != Compression::None;
            Ok(match packed || threads > 1 {
                true => read_on_threads(file, range, request, start, threads).boxed(),
                false => read_on_one_thread(file, range, &request, start)?,
            })
        }))
    }
}

/// One thread reads, splits and builds rows.
fn read_on_one_thread(
    file: StoredFile,
    range: Range<u64>,
    request: &Request,
    start: Option<RangeStart>,
) -> Result<stream::BoxStream<'static, Result<RecordBatch>>> {
    let mut builder = RecordBatchReceiverStreamBuilder::new(request.schema()?, 2);
    let sender = builder.tx();
    let mut worker = request.worker(start);
    builder.spawn_blocking(move || {
        for_each_batch(&file, range, |batch| {
            let rows = worker.rows(&batch)?;
            Ok(sender.blocking_send(Ok(rows)).is_ok().then_some(batch))
        })
    });
    Ok(builder.build().boxed())
}

/// One thread decompresses and splits, others build rows; they stay in order.
fn read_on_threads(
    file: StoredFile,
    range: Range<u64>,
    request: Request,
    start: Option<RangeStart>,
    threads: usize,
) -> impl Stream<Item = Result<RecordBatch>> + Send + 'static {
    let (sender, receiver) = mpsc::channel(threads + 1);
    let reader = SpawnedTask::spawn_blocking(move || {
        let read = for_each_batch(&file, range, |batch| {
            Ok(sender.blocking_send(Ok(batch)).is_ok().then(Batch::default))
        });
        if let Err(error) = read {
            // Without a receiver the query has ended.
            let _ = sender.blocking_send(Err(error));
        }
    });
    // Dropping the stream ends the reader.
    let batches = stream::unfold((receiver, reader), |(mut receiver, reader)| async move {
        let batch = receiver.recv().await?;
        Some((batch, (receiver, reader)))
    });
    batches
        .map(move |batch| {
            let (request, start) = (request.clone(), start.clone());
            SpawnedTask::spawn_blocking(move || batch.and_then(|batch| request.worker(start).rows(&batch)))
                .join_unwind()
        })
        .buffered(threads.max(1))
        .map(|rows| rows.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?)
}

/// Calls `take` with batches of games until it returns `None`; else it returns a batch to be reused.
fn for_each_batch(
    file: &StoredFile,
    range: Range<u64>,
    mut take: impl FnMut(Batch) -> Result<Option<Batch>>,
) -> Result<()> {
    let mut splitter = Splitter::new(open_range(file, range)?);
    let mut batch = Batch::default();
    while splitter.next_batch(&mut batch).map_err(|error| exec_datafusion_err!("{error}"))? {
        match take(batch)? {
            Some(next) => batch = next,
            None => break,
        }
    }
    Ok(())
}
