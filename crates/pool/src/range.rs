//! Jobs that are the numbers of a range.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex};

use crate::jobs::{Jobs, NOT_POISONED, max_in_flight};
use crate::workers;

/// Runs the jobs `0..count` on `threads` threads and delivers the results in order.
///
/// See the [crate] for the contract. With one thread or one job no thread is started.
///
/// ```
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// let _: ControlFlow<()> = pinsight_pool::run_range(5, 2, || |n| n * n, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn run_range<T: Send, W: FnMut(u64) -> T, B>(
    count: u64,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let threads = threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let range = Range {
        count,
        max_in_flight: max_in_flight(threads) as u64,
        state: Mutex::new(State { next: 0, delivered: 0, stopped: false }),
        changed: Condvar::new(),
    };
    workers::run(&range, threads, new_worker, sink)
}

struct Range {
    count: u64,
    max_in_flight: u64,
    state: Mutex<State>,
    /// Signals a delivery or a stop.
    changed: Condvar,
}

struct State {
    next: u64,
    delivered: u64,
    stopped: bool,
}

impl Jobs for Range {
    type Job = u64;

    fn next(&self) -> Option<(u64, u64)> {
        let state = self.state.lock().expect(NOT_POISONED);
        let is_full =
            |state: &mut State| !state.stopped && state.next - state.delivered >= self.max_in_flight;
        let mut state = self.changed.wait_while(state, is_full).expect(NOT_POISONED);
        if state.stopped || state.next == self.count {
            return None;
        }
        let number = state.next;
        state.next += 1;
        Some((number, number))
    }

    fn delivered(&self) {
        self.state.lock().expect(NOT_POISONED).delivered += 1;
        self.changed.notify_one();
    }

    fn stop(&self) {
        self.state.lock().expect(NOT_POISONED).stopped = true;
        self.changed.notify_all();
    }
}
