//! Times several contenders in turns, so that noise affects all of them.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The clock that times a contender.
#[derive(Clone, Copy)]
pub(crate) enum Clock {
    /// CPU time of this thread, less sensitive to other programs. For work in one thread.
    Thread,
    /// CPU time of the process. For work on several threads.
    #[cfg_attr(not(feature = "sql"), expect(dead_code, reason = "only SQL has threads of its own"))]
    Process,
    /// Wall-clock time.
    Wall,
}

impl Clock {
    fn time<W>(self, work: impl FnOnce() -> W) -> (W, Duration) {
        match self {
            Self::Thread => time_on(ClockId::ThreadCPUTime, work),
            Self::Process => time_on(ClockId::ProcessCPUTime, work),
            Self::Wall => {
                let begin = Instant::now();
                let done = work();
                (done, begin.elapsed())
            }
        }
    }
}

fn time_on<W>(clock: ClockId, work: impl FnOnce() -> W) -> (W, Duration) {
    let begin = now(clock);
    let done = work();
    (done, now(clock).saturating_sub(begin))
}

fn now(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// One way to do a piece of work; returns the amount of work done.
pub(crate) struct Contender<'a, W> {
    name: &'static str,
    run: Box<dyn FnMut() -> W + 'a>,
}

impl<'a, W> Contender<'a, W> {
    pub(crate) fn new(name: &'static str, run: impl FnMut() -> W + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// The best round of a contender: its work and its time.
pub(crate) struct Best<W> {
    pub(crate) name: &'static str,
    pub(crate) work: W,
    time: Duration,
}

impl<W> Best<W> {
    /// Returns the amount of work per second.
    pub(crate) fn rate(&self, amount: impl Fn(&W) -> u64) -> f64 {
        amount(&self.work) as f64 / self.time.as_secs_f64()
    }

    /// Replaces the work, for the same time.
    pub(crate) fn with_work<V>(self, work: V) -> Best<V> {
        Best { name: self.name, work, time: self.time }
    }
}

/// Runs each contender once per round, one after the other, and keeps the best round of each, in the same order.
pub(crate) fn race<W, const N: usize>(
    clock: Clock,
    rounds: usize,
    mut contenders: [Contender<'_, W>; N],
) -> [Best<W>; N] {
    let mut run = |contender: &mut Contender<'_, W>| {
        let (work, time) = clock.time(&mut contender.run);
        Best { name: contender.name, work, time }
    };
    let mut bests = contenders.each_mut().map(&mut run);
    for _ in 1..rounds {
        for (contender, best) in contenders.iter_mut().zip(&mut bests) {
            let again = run(contender);
            if again.time < best.time {
                *best = again;
            }
        }
    }
    bests
}
