//! Work on several threads, its results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does numbered jobs on several threads and hands over what comes of them in the order of their numbers.
///
/// Each thread has a worker of its own. When `take` breaks, jobs that are under way are finished and the rest is left.
///
/// ```
/// use std::ops::ControlFlow;
/// let mut squares = Vec::new();
/// let _: ControlFlow<()> = pinsight_players::in_order(5, 2, || |n| n * n, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn in_order<T: Send, W: FnMut(u64) -> T, B>(
    jobs: u64,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if threads <= 1 || jobs <= 1 {
        let mut work = new_worker();
        return (0..jobs).try_for_each(|job| take(work(job)));
    }
    let next = AtomicU64::new(0);
    let enough = AtomicBool::new(false);
    let (sender, results) = mpsc::sync_channel(threads * 4);
    let run = |sender: mpsc::SyncSender<(u64, T)>| {
        let mut work = new_worker();
        while !enough.load(Ordering::Relaxed) {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs || sender.send((job, work(job))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let mut running = 0;
        for _ in 0..threads.min(usize::try_from(jobs).unwrap_or(usize::MAX)) {
            let sender = sender.clone();
            let run = &run;
            // Where the system gives no more threads, those that run do the work.
            if thread::Builder::new().spawn_scoped(scope, move || run(sender)).is_err() {
                break;
            }
            running += 1;
        }
        drop(sender);
        if running == 0 {
            let mut work = new_worker();
            return (0..jobs).try_for_each(|job| take(work(job)));
        }
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (job, result) in &results {
            early.insert(job, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                if let flow @ ControlFlow::Break(_) = take(result) {
                    enough.store(true, Ordering::Relaxed);
                    // Whoever waits for room in the channel is let go.
                    drop(results);
                    return flow;
                }
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 3, 8] {
            let mut seen = Vec::new();
            let flow: ControlFlow<()> = in_order(
                200,
                threads,
                || |job| job * 3,
                |result| {
                    seen.push(result);
                    ControlFlow::Continue(())
                },
            );
            assert!(flow.is_continue());
            assert_eq!(seen, (0..200).map(|job| job * 3).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_break_ends_the_work() {
        for threads in [1, 4] {
            let mut taken = 0;
            let flow = in_order(
                1_000_000_000,
                threads,
                || |job| job,
                |job| {
                    taken += 1;
                    if job == 10 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((flow, taken), (ControlFlow::Break("enough"), 11));
        }
    }
}
