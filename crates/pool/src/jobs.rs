//! The interface between a source of jobs and the workers.

/// The largest number of jobs in flight: taken from the input, but not yet delivered to the sink.
///
/// The constant keeps workers busy while the producer and the sink wait for a core. Measured on the PGN reader with two
/// workers: with fewer batches the workers ran out of work.
pub const fn max_in_flight(threads: usize) -> usize {
    threads.saturating_mul(2).saturating_add(20)
}

/// A source of jobs, shared by all workers.
pub(crate) trait Jobs: Sync {
    type Job;

    /// Waits for the next job and returns it with its number in input order. Returns `None` after the last job and
    /// after `stop`.
    fn next(&self) -> Option<(u64, Self::Job)>;

    /// Frees the slot of one job after its result has been delivered.
    fn delivered(&self);

    /// Makes every current and future call of `next` return `None`.
    fn stop(&self);
}

/// Stops the jobs when dropped, also while unwinding.
///
/// A worker that ends normally may stop the jobs too: it has seen that none are left.
pub(crate) struct StopOnDrop<'a, J: Jobs>(pub(crate) &'a J);

impl<J: Jobs> Drop for StopOnDrop<'_, J> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Why locking cannot fail: the pool never calls its users' code while it holds a lock.
pub(crate) const NOT_POISONED: &str = "no panic while the lock is held";
