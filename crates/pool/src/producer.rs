//! Jobs that a producer yields on a thread of its own.

use std::collections::VecDeque;
use std::mem;
use std::ops::ControlFlow;
use std::panic;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::jobs::{Jobs, NOT_POISONED, max_in_flight};
use crate::workers;

/// Runs the jobs that `producer` yields on `threads` worker threads and delivers the results in order.
///
/// See the [crate] for the contract. `producer` runs on one more thread. It is called for each job until it returns
/// `None`. A call may block, for instance on stdin: when the sink breaks or a worker panics, the pool does not join the
/// producer's thread. That thread ends when its current call returns. Otherwise the pool joins it and resumes its
/// panic, after the results of all jobs that it yielded have been delivered.
///
/// `sink` may return a buffer with `Continue(Some(buffer))`. The pool then offers it to the producer in [`Spares`]. A
/// producer that takes a spare buffer before it allocates one needs at most [`max_in_flight`]` + 1` buffers.
///
/// ```
/// use std::ops::ControlFlow;
/// use pinsight_pool::{Spares, run_producer};
///
/// let mut words = ["one", "three", "eleven"].into_iter();
/// let producer = move |spares: &Spares<String>| {
///     let mut buffer = spares.take().unwrap_or_default();
///     buffer.clear();
///     buffer.push_str(words.next()?);
///     Some(buffer)
/// };
/// let mut lengths = Vec::new();
/// let _: ControlFlow<()> = run_producer(
///     producer,
///     2,
///     || |word: String| (word.len(), word),
///     |(length, word)| {
///         lengths.push(length);
///         ControlFlow::Continue(Some(word))
///     },
/// );
/// assert_eq!(lengths, [3, 5, 6]);
/// ```
pub fn run_producer<P, J, S, T, W, B>(
    producer: P,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(T) -> ControlFlow<B, Option<S>>,
) -> ControlFlow<B>
where
    P: FnMut(&Spares<S>) -> Option<J> + Send + 'static,
    J: Send + 'static,
    S: Send + 'static,
    T: Send,
    W: FnMut(J) -> T,
{
    let queue = Arc::new(Queue::new(max_in_flight(threads)));
    // The thread takes the producer from here. If no thread can be started, it is still here.
    let producer = Arc::new(Mutex::new(Some(producer)));
    let take = |producer: &Mutex<Option<P>>| {
        producer.lock().expect(NOT_POISONED).take().expect("taken once, by the only thread that runs it")
    };
    let thread = {
        let (queue, producer) = (Arc::clone(&queue), Arc::clone(&producer));
        thread::Builder::new().spawn(move || queue.fill(&mut take(&producer)))
    };
    let Ok(thread) = thread else {
        return run_here(&mut take(&producer), &new_worker, sink);
    };
    workers::run(&*queue, threads, new_worker, |result| {
        if let Some(spare) = sink(result)? {
            queue.spares.put(spare);
        }
        ControlFlow::Continue(())
    })?;
    if let Err(payload) = thread.join() {
        panic::resume_unwind(payload);
    }
    ControlFlow::Continue(())
}

/// Runs producer, work and sink on the caller's thread.
fn run_here<J, S, T, W: FnMut(J) -> T, B>(
    producer: &mut impl FnMut(&Spares<S>) -> Option<J>,
    new_worker: &impl Fn() -> W,
    mut sink: impl FnMut(T) -> ControlFlow<B, Option<S>>,
) -> ControlFlow<B> {
    let spares = Spares::new();
    let mut work = new_worker();
    while let Some(job) = producer(&spares) {
        if let Some(spare) = sink(work(job))? {
            spares.put(spare);
        }
    }
    ControlFlow::Continue(())
}

/// Buffers of delivered jobs, ready for reuse by the producer.
///
/// The most recently returned buffer is taken first, because it is most likely still in the cache.
#[derive(Debug)]
pub struct Spares<S>(Mutex<Vec<S>>);

impl<S> Spares<S> {
    const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Returns a spare buffer with its old contents, or `None` if all buffers are in flight.
    pub fn take(&self) -> Option<S> {
        self.0.lock().expect(NOT_POISONED).pop()
    }

    fn put(&self, spare: S) {
        self.0.lock().expect(NOT_POISONED).push(spare);
    }
}

/// Jobs between the producer and the workers.
struct Queue<J, S> {
    max_in_flight: usize,
    state: Mutex<State<J>>,
    /// Signals a new job, the end of the input or a stop.
    job_ready: Condvar,
    /// Signals a delivery or a stop.
    slot_free: Condvar,
    spares: Spares<S>,
}

struct State<J> {
    jobs: VecDeque<J>,
    /// The number of the front job.
    front: u64,
    in_flight: usize,
    /// The producer yields no more jobs.
    ended: bool,
    stopped: bool,
}

impl<J: Send, S: Send> Queue<J, S> {
    fn new(max_in_flight: usize) -> Self {
        let state = State { jobs: VecDeque::new(), front: 0, in_flight: 0, ended: false, stopped: false };
        Self {
            max_in_flight,
            state: Mutex::new(state),
            job_ready: Condvar::new(),
            slot_free: Condvar::new(),
            spares: Spares::new(),
        }
    }

    /// Queues the producer's jobs until it has no more or the jobs are stopped.
    fn fill(&self, producer: &mut impl FnMut(&Spares<S>) -> Option<J>) {
        let _end = EndOnDrop(self);
        while let Some(job) = producer(&self.spares) {
            if self.push(job).is_break() {
                return;
            }
        }
    }

    /// Waits for a free slot and queues a job; breaks if the jobs are stopped.
    fn push(&self, job: J) -> ControlFlow<()> {
        let state = self.state.lock().expect(NOT_POISONED);
        let is_full = |state: &mut State<J>| !state.stopped && state.in_flight >= self.max_in_flight;
        let mut state = self.slot_free.wait_while(state, is_full).expect(NOT_POISONED);
        if state.stopped {
            return ControlFlow::Break(());
        }
        state.in_flight += 1;
        state.jobs.push_back(job);
        self.job_ready.notify_one();
        ControlFlow::Continue(())
    }
}

impl<J: Send, S: Send> Jobs for Queue<J, S> {
    type Job = J;

    fn next(&self) -> Option<(u64, J)> {
        let state = self.state.lock().expect(NOT_POISONED);
        let is_empty = |state: &mut State<J>| !state.stopped && !state.ended && state.jobs.is_empty();
        let mut state = self.job_ready.wait_while(state, is_empty).expect(NOT_POISONED);
        let job = state.jobs.pop_front()?;
        let number = state.front;
        state.front += 1;
        Some((number, job))
    }

    fn delivered(&self) {
        self.state.lock().expect(NOT_POISONED).in_flight -= 1;
        self.slot_free.notify_one();
    }

    /// Also drops the queued jobs and the spare buffers: the producer may block for ever and keep the queue alive.
    fn stop(&self) {
        let mut state = self.state.lock().expect(NOT_POISONED);
        state.stopped = true;
        let jobs = mem::take(&mut state.jobs);
        drop(state);
        self.job_ready.notify_all();
        self.slot_free.notify_all();
        let spares = mem::take(&mut *self.spares.0.lock().expect(NOT_POISONED));
        drop((jobs, spares));
    }
}

/// Marks the end of the input when dropped, also while the producer unwinds.
struct EndOnDrop<'a, J: Send, S: Send>(&'a Queue<J, S>);

impl<J: Send, S: Send> Drop for EndOnDrop<'_, J, S> {
    fn drop(&mut self) {
        self.0.state.lock().expect(NOT_POISONED).ended = true;
        self.0.job_ready.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fallback for a system that starts no more threads.
    #[test]
    fn runs_without_threads_on_one_buffer() {
        let (mut next, mut allocated) = (0..100_u64, 0);
        let mut producer = |spares: &Spares<u64>| {
            allocated += u64::from(spares.take().is_none());
            next.next()
        };
        let mut results = Vec::new();
        let flow: ControlFlow<()> = run_here(&mut producer, &|| |n| n * 2, |result| {
            results.push(result);
            ControlFlow::Continue(Some(result))
        });
        assert!(flow.is_continue());
        assert_eq!(results, (0..100).map(|n| n * 2).collect::<Vec<_>>());
        assert_eq!(allocated, 1);
    }
}
