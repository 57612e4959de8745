//! Long work that Ctrl-C ends.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pinsight_players::Stop;
use pyo3::prelude::*;

use crate::error::refused;

/// How often pending signals are handled.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// After how many games pending signals are handled.
pub(crate) const SIGNAL_GAMES: usize = 256;

/// How long stopped work may take to end before it is abandoned.
const GRACE: Duration = Duration::from_millis(250);

/// Work that did not end by itself.
pub(crate) struct Interrupted<T> {
    /// The exception of a signal handler, as Ctrl-C raises it.
    error: PyErr,
    /// The result of work that ended soon after the interrupt.
    pub(crate) result: Option<T>,
}

impl<T> From<Interrupted<T>> for PyErr {
    fn from(interrupted: Interrupted<T>) -> Self {
        interrupted.error
    }
}

/// Runs `work` on another thread without the GIL, and calls `each` between two checks for signals. When a signal handler or
/// `each` raises an exception, raises `stop` and waits a moment; work that goes on is abandoned.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
    mut each: impl FnMut() -> PyResult<()>,
) -> Result<T, Interrupted<T>> {
    let (sender, mut receiver) = channel();
    thread::spawn(move || drop(sender.send(work())));
    loop {
        match receive(py, &mut receiver, SIGNAL_INTERVAL) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Interrupted { error: refused("the work ended with a panic"), result: None });
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| each()) {
                    stop.raise();
                    return Err(Interrupted { error, result: receive(py, &mut receiver, GRACE).ok() });
                }
            }
        }
    }
}

fn receive<T: Send>(
    py: Python<'_>,
    results: &mut Receiver<T>,
    timeout: Duration,
) -> Result<T, RecvTimeoutError> {
    py.detach(move || results.recv_timeout(timeout))
}

/// Runs `work` that cannot be stopped: an interrupt abandons it.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    interruptible(py, &Stop::new(), work, || Ok(())).map_err(PyErr::from)
}
