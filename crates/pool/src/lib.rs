//! Ordered worker pool: runs jobs on worker threads and delivers their results in input order, in bounded memory.
//!
//! - [`run_range`] runs the jobs `0..count`.
//! - [`run_producer`] runs jobs that a producer thread yields, and recycles their buffers to it.
//!
//! Both have the same contract:
//!
//! - **Workers.** `new_worker` is called once on each worker thread and returns the function that runs one job. The
//!   state that this function captures belongs to its thread and need not be `Send`. With one thread, jobs run on the
//!   caller's thread. If the system refuses to start a thread, the pool continues with the threads it has.
//! - **Sink.** `sink` runs on the caller's thread and receives the results in input order. When it returns `Break`,
//!   workers finish their current job, the remaining jobs are dropped and the call returns the break value.
//! - **Memory.** At most [`max_in_flight`] jobs are queued, running or waiting for their turn at the sink.
//! - **Panics.** After a panic in a worker no further job starts. The call resumes the panic with its payload.
//!
//! The modules are declared in import order: each one imports only modules above it.

mod jobs;
mod workers;

mod producer;
mod range;

pub use jobs::max_in_flight;
pub use producer::{Spares, run_producer};
pub use range::run_range;
