//! Timing several contenders so that the noise of the machine hits all alike.

use std::time::{Duration, Instant};

/// One way to do a piece of work; what it returns says what was done.
pub(crate) struct Contender<'a, W> {
    pub(crate) name: &'static str,
    pub(crate) run: Box<dyn FnMut() -> W + 'a>,
}

impl<'a, W> Contender<'a, W> {
    pub(crate) fn new(name: &'static str, run: impl FnMut() -> W + 'a) -> Self {
        Self {
            name,
            run: Box::new(run),
        }
    }
}

/// What a contender did in its best round, and how long that took.
pub(crate) struct Best<W> {
    pub(crate) name: &'static str,
    pub(crate) work: W,
    pub(crate) time: Duration,
}

impl<W> Best<W> {
    /// How much of something was done in a second.
    pub(crate) fn rate(&self, amount: impl Fn(&W) -> u64) -> f64 {
        amount(&self.work) as f64 / self.time.as_secs_f64()
    }
}

/// Runs each contender once per round, one after the other, and keeps the best round of each.
pub(crate) fn race<W>(rounds: usize, mut contenders: Vec<Contender<'_, W>>) -> Vec<Best<W>> {
    let mut bests: Vec<Option<Best<W>>> = contenders.iter().map(|_| None).collect();
    for _ in 0..rounds {
        for (contender, best) in contenders.iter_mut().zip(&mut bests) {
            let begin = Instant::now();
            let work = (contender.run)();
            let time = begin.elapsed();
            if best.as_ref().is_none_or(|best| time < best.time) {
                let name = contender.name;
                *best = Some(Best { name, work, time });
            }
        }
    }
    bests.into_iter().flatten().collect()
}
