//! Order, early end, panics and bounds of the pool, for both kinds of input.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use pinsight_pool::{Spares, max_in_flight, run_producer, run_range};

const THREADS: [usize; 5] = [0, 1, 2, 3, 8];

/// A producer of the numbers below `count`.
fn numbers(count: u64) -> impl FnMut(&Spares<u64>) -> Option<u64> + Send + 'static {
    let mut next = 0..count;
    move |_| next.next()
}

/// Where the numbers of the jobs come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Input {
    Range,
    Producer,
}

impl Input {
    const BOTH: [Self; 2] = [Self::Range, Self::Producer];

    /// Runs the jobs below `count`.
    fn run<T: Send, W: FnMut(u64) -> T>(
        self,
        count: u64,
        threads: usize,
        new_worker: impl Fn() -> W + Sync,
        mut sink: impl FnMut(T) -> ControlFlow<u64>,
    ) -> ControlFlow<u64> {
        match self {
            Self::Range => run_range(count, threads, new_worker, sink),
            Self::Producer => run_producer(numbers(count), threads, new_worker, |result| {
                sink(result)?;
                ControlFlow::Continue(None)
            }),
        }
    }
}

/// Both inputs with each number of threads.
fn cases() -> impl Iterator<Item = (Input, usize)> {
    Input::BOTH.into_iter().flat_map(|input| THREADS.map(|threads| (input, threads)))
}

/// The message of the panic that `run` ends with.
fn panic_message(run: impl FnOnce()) -> String {
    let payload = panic::catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    payload.downcast_ref::<&str>().map(ToString::to_string).expect("the payload of the panic")
}

#[test]
fn delivers_results_in_input_order() {
    for (input, threads) in cases() {
        let new_worker = || {
            |job: u64| {
                // Some jobs take longer, so that later ones finish first.
                thread::sleep(Duration::from_micros(job * 7_919 % 300));
                job * 3
            }
        };
        let mut results = Vec::new();
        let flow = input.run(300, threads, new_worker, |result| {
            results.push(result);
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(results, (0..300).map(|job| job * 3).collect::<Vec<_>>(), "{input:?}, {threads} threads");
    }
}

#[test]
fn an_empty_input_delivers_nothing() {
    for (input, threads) in cases() {
        let flow = input.run(0, threads, || |job| job, ControlFlow::Break);
        assert_eq!(flow, ControlFlow::Continue(()), "{input:?}, {threads} threads");
    }
}

#[test]
fn a_break_returns_its_value_and_starts_no_more_jobs() {
    for (input, threads) in cases() {
        let started = AtomicUsize::new(0);
        let new_worker = || {
            |job| {
                started.fetch_add(1, Ordering::Relaxed);
                job
            }
        };
        let mut delivered = 0;
        let flow = input.run(1_000_000_000, threads, new_worker, |job| {
            delivered += 1;
            if job == 10 { ControlFlow::Break(job) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((flow, delivered), (ControlFlow::Break(10), 11), "{input:?}, {threads} threads");
        assert!(started.into_inner() <= 10 + max_in_flight(threads), "{input:?}, {threads} threads");
    }
}

#[test]
fn each_thread_has_one_worker_whose_state_need_not_be_send() {
    for input in Input::BOTH {
        let workers = AtomicUsize::new(0);
        let new_worker = || {
            workers.fetch_add(1, Ordering::Relaxed);
            let jobs = Rc::new(Cell::new(0));
            let thread = thread::current().id();
            move |_| {
                assert_eq!(thread::current().id(), thread);
                jobs.set(jobs.get() + 1);
            }
        };
        assert!(input.run(1_000, 3, new_worker, |()| ControlFlow::Continue(())).is_continue());
        assert_eq!(workers.into_inner(), 3);
    }
}

#[test]
fn one_thread_runs_the_jobs_on_the_caller() {
    let caller = thread::current().id();
    let new_worker = || |_| assert_eq!(thread::current().id(), caller);
    for input in Input::BOTH {
        assert!(input.run(50, 1, new_worker, |()| ControlFlow::Continue(())).is_continue());
    }
    // A single job needs no thread either.
    assert!(Input::Range.run(1, 8, new_worker, |()| ControlFlow::Continue(())).is_continue());
}

#[test]
fn the_workers_run_at_the_same_time() {
    for input in Input::BOTH {
        // Returns only when two jobs wait at once.
        let barrier = Barrier::new(2);
        let new_worker = || {
            |_| {
                barrier.wait();
            }
        };
        assert!(input.run(2, 2, new_worker, |()| ControlFlow::Continue(())).is_continue());
    }
}

#[test]
fn after_a_panic_in_a_worker_all_workers_stop() {
    for (input, threads) in cases() {
        let started = AtomicUsize::new(0);
        let new_worker = || {
            |job: u64| {
                started.fetch_add(1, Ordering::Relaxed);
                assert!(job != 5, "job 5 panics");
            }
        };
        let message = panic_message(|| {
            let _ = input.run(1_000_000_000, threads, new_worker, |()| ControlFlow::Continue(()));
        });
        assert_eq!(message, "job 5 panics");
        assert!(started.into_inner() <= 5 + max_in_flight(threads), "{input:?}, {threads} threads");
    }
}

#[test]
fn a_panic_while_a_worker_is_made_is_resumed() {
    for (input, threads) in cases() {
        let new_worker = || -> fn(u64) { panic!("no worker") };
        let message = panic_message(|| {
            let _ = input.run(1_000, threads, new_worker, |()| ControlFlow::Continue(()));
        });
        assert_eq!(message, "no worker");
    }
}

#[test]
fn a_panic_in_the_sink_is_resumed() {
    for (input, threads) in cases() {
        let message = panic_message(|| {
            let _ = input.run(1_000_000_000, threads, || |job| job, |_| panic!("no sink"));
        });
        assert_eq!(message, "no sink");
    }
}

#[test]
fn a_panic_in_the_producer_is_resumed_after_its_jobs() {
    for threads in THREADS {
        let mut delivered = 0;
        let mut next = 0..100_u64;
        let producer = move |_: &Spares<()>| Some(next.next().unwrap_or_else(|| panic!("no more jobs")));
        let message = panic_message(|| {
            let _: ControlFlow<()> = run_producer(
                producer,
                threads,
                || |job| job,
                |_| {
                    delivered += 1;
                    ControlFlow::Continue(None)
                },
            );
        });
        assert_eq!((message.as_str(), delivered), ("no more jobs", 100));
    }
}

/// A producer that yields `count` jobs and then blocks until the sender of `blocked` is dropped.
fn blocking_producer(
    count: u64,
    blocked: mpsc::Receiver<()>,
) -> impl FnMut(&Spares<Arc<()>>) -> Option<u64> + Send + 'static {
    let mut next = 0..count;
    move |_| next.next().or_else(|| blocked.recv().map(|()| 0).ok())
}

#[test]
fn a_break_does_not_wait_for_a_blocked_producer() {
    for threads in THREADS {
        let (unblock, blocked) = mpsc::channel();
        let producer = blocking_producer(3, blocked);
        let flow = run_producer(
            producer,
            threads,
            || |job| job,
            |job| match job {
                2 => ControlFlow::Break(job),
                _ => ControlFlow::Continue(None),
            },
        );
        assert_eq!(flow, ControlFlow::Break(2));
        drop(unblock);
    }
}

#[test]
fn a_panic_in_a_worker_does_not_wait_for_a_blocked_producer() {
    for threads in THREADS {
        let (unblock, blocked) = mpsc::channel();
        let producer = blocking_producer(3, blocked);
        let new_worker = || |job| assert!(job != 2, "job 2 panics");
        let message = panic_message(|| {
            let _: ControlFlow<()> =
                run_producer(producer, threads, new_worker, |()| ControlFlow::Continue(None));
        });
        assert_eq!(message, "job 2 panics");
        drop(unblock);
    }
}

#[test]
fn a_break_frees_jobs_and_buffers_although_the_producer_is_blocked() {
    for threads in THREADS {
        let buffer = Arc::new(());
        let (unblock, blocked) = mpsc::channel();
        let producer = blocking_producer(20, blocked);
        let flow = run_producer(
            producer,
            threads,
            || |job| job,
            |job| match job {
                10 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(Some(Arc::clone(&buffer))),
            },
        );
        assert!(flow.is_break());
        assert_eq!(Arc::strong_count(&buffer), 1, "{threads} threads");
        drop(unblock);
    }
}

#[test]
fn a_slow_job_lets_only_a_bounded_number_of_jobs_start() {
    for input in Input::BOTH {
        for threads in [2, 3, 8] {
            let started = AtomicUsize::new(0);
            let new_worker = || {
                |job: u64| {
                    started.fetch_add(1, Ordering::Relaxed);
                    if job == 0 {
                        while started.load(Ordering::Relaxed) < max_in_flight(threads) {
                            thread::yield_now();
                        }
                        // Time for the other workers to exceed the bound.
                        thread::sleep(Duration::from_millis(20));
                    }
                    (job, started.load(Ordering::Relaxed))
                }
            };
            let sink = |(job, started)| {
                assert!(job != 0 || started == max_in_flight(threads), "{input:?}: {started}");
                ControlFlow::Continue(())
            };
            assert!(input.run(10_000, threads, new_worker, sink).is_continue());
        }
    }
}

#[test]
fn a_producer_needs_one_buffer_more_than_are_in_flight() {
    for threads in THREADS {
        let allocated = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&allocated);
        let mut next = 0..20_000;
        let producer = move |spares: &Spares<Vec<u64>>| {
            let mut buffer = spares.take().unwrap_or_else(|| {
                counter.fetch_add(1, Ordering::Relaxed);
                Vec::new()
            });
            buffer.clear();
            buffer.push(next.next()?);
            Some(buffer)
        };
        let mut sum = 0;
        let _: ControlFlow<()> = run_producer(
            producer,
            threads,
            || |buffer| buffer,
            |buffer: Vec<u64>| {
                sum += buffer[0];
                ControlFlow::Continue(Some(buffer))
            },
        );
        assert_eq!(sum, 19_999 * 20_000 / 2);
        assert!(allocated.load(Ordering::Relaxed) <= max_in_flight(threads) + 1, "{threads} threads");
    }
}
