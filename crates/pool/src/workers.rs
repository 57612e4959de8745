//! Worker threads and delivery in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::jobs::{Jobs, StopOnDrop};

/// Runs all jobs on `threads` worker threads, or on the caller's thread if `threads` is at most 1.
pub(crate) fn run<J, T, W, B>(
    jobs: &J,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    J: Jobs,
    T: Send,
    W: FnMut(J::Job) -> T,
{
    if threads <= 1 {
        return run_here(jobs, &new_worker, sink);
    }
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let stop = StopOnDrop(jobs);
        let mut workers = Vec::new();
        for _ in 0..threads {
            let (sender, new_worker) = (sender.clone(), &new_worker);
            let worker = move || run_worker(jobs, new_worker, &sender);
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(worker) => workers.push(worker),
                Err(_) => break,
            }
        }
        drop(sender);
        if workers.is_empty() {
            return run_here(jobs, &new_worker, sink);
        }
        let flow = deliver(jobs, results, sink);
        drop(stop);
        for worker in workers {
            if let Err(payload) = worker.join() {
                panic::resume_unwind(payload);
            }
        }
        flow
    })
}

/// Runs all jobs on the caller's thread.
fn run_here<J, T, W, B>(
    jobs: &J,
    new_worker: &impl Fn() -> W,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    J: Jobs,
    W: FnMut(J::Job) -> T,
{
    let _stop = StopOnDrop(jobs);
    let mut work = new_worker();
    while let Some((_, job)) = jobs.next() {
        sink(work(job))?;
        jobs.delivered();
    }
    ControlFlow::Continue(())
}

/// Runs jobs until none are left or the receiver is dropped.
fn run_worker<J, T, W>(jobs: &J, new_worker: &impl Fn() -> W, results: &Sender<(u64, T)>)
where
    J: Jobs,
    W: FnMut(J::Job) -> T,
{
    let _stop = StopOnDrop(jobs);
    let mut work = new_worker();
    while let Some((number, job)) = jobs.next() {
        if results.send((number, work(job))).is_err() {
            return;
        }
    }
}

/// Passes results to the sink in input order until all workers have ended or the sink breaks.
fn deliver<J: Jobs, T, B>(
    jobs: &J,
    results: Receiver<(u64, T)>,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    // `waiting[i]` is the result of job `due + i`.
    let mut waiting: VecDeque<Option<T>> = VecDeque::new();
    let mut due = 0;
    for (number, result) in results {
        let index = (number - due) as usize;
        if index >= waiting.len() {
            waiting.resize_with(index + 1, || None);
        }
        waiting[index] = Some(result);
        while let Some(result) = waiting.front_mut().and_then(Option::take) {
            waiting.pop_front();
            due += 1;
            sink(result)?;
            jobs.delivered();
        }
    }
    ControlFlow::Continue(())
}
