//! SQL queries as Arrow streams; with the feature `sql`.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, LazyLock, mpsc};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pinsight_sql::{SqlError, SqlOptions, SqlSession};
use pyo3::prelude::*;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::error::refused;
use crate::interrupt::abandonable;

/// How many batches wait for the consumer at most.
const WAITING: usize = 4;

static RUNTIME: LazyLock<std::io::Result<Runtime>> = LazyLock::new(Runtime::new);

/// A query that has been planned.
#[derive(Clone)]
pub(crate) struct Query {
    text: Arc<str>,
    schema: SchemaRef,
}

/// Ends a query when it is dropped.
pub(crate) struct RunningQuery(
    #[expect(dead_code, reason = "dropping it ends the query")] oneshot::Sender<()>,
);

impl Query {
    /// Plans a query; an error if it is not valid, or if a file is missing.
    pub(crate) fn new(py: Python<'_>, text: &str, threads: usize) -> PyResult<Self> {
        let text: Arc<str> = Arc::from(text);
        let runtime = RUNTIME.as_ref().map_err(refused)?;
        let query = Arc::clone(&text);
        let schema = abandonable(py, move || {
            runtime.block_on(async {
                let rows = session(threads)?.query(&query).await?;
                Ok::<_, SqlError>(rows.schema())
            })
        })?;
        Ok(Self { text, schema: schema.map_err(refused)? })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Runs the query on other threads until the handle is dropped.
    pub(crate) fn read(&self, threads: usize) -> (Receiver<Result<RecordBatch, ArrowError>>, RunningQuery) {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let (handle, dropped) = oneshot::channel();
        let text = Arc::clone(&self.text);
        std::thread::spawn(move || {
            let runtime = match RUNTIME.as_ref() {
                Ok(runtime) => runtime,
                Err(error) => return drop(sender.send(Err(ArrowError::ComputeError(error.to_string())))),
            };
            let run = async {
                let mut rows = session(threads)?.query(&text).await?;
                while let Some(batch) = rows.next().await? {
                    if sender.send(Ok(batch)).is_err() {
                        break;
                    }
                }
                Ok::<_, SqlError>(())
            };
            // A query may compute for long before it has a batch to send.
            let ended = runtime.block_on(async {
                tokio::select! {
                    ended = run => ended,
                    _ = dropped => Ok(()),
                }
            });
            if let Err(error) = ended {
                // The consumer may be gone.
                let _ = sender.send(Err(ArrowError::ExternalError(Box::new(error))));
            }
        });
        (receiver, RunningQuery(handle))
    }
}

fn session(threads: usize) -> Result<SqlSession, SqlError> {
    let mut options = SqlOptions::default();
    if threads > 0 {
        options.threads = Some(threads);
    }
    SqlSession::new(&options)
}
