//! Long work that Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pinsight_players::Stop;
use pyo3::prelude::*;

use crate::error::refused;

/// How often pending signals are handled.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// After how many games pending signals are handled.
pub(crate) const SIGNAL_GAMES: usize = 256;

/// Runs `work` on another thread without the GIL. Raises `stop` when a signal handler raises an exception, as Ctrl-C
/// does, and returns that exception once `work` has ended. Calls `each` between two checks.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    mut each: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        scope.spawn(move || drop(sender.send(work())));
        let (mut receiver, mut failure) = (receiver, None);
        loop {
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(SIGNAL_INTERVAL)) {
                Ok(value) => return failure.map_or(Ok(value), Err),
                Err(RecvTimeoutError::Disconnected) => return Err(refused("the work ended with a panic")),
                Err(RecvTimeoutError::Timeout) if failure.is_some() => {}
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals().and_then(|()| each()) {
                        stop.raise();
                        failure = Some(error);
                    }
                }
            }
        }
    })
}

/// Runs `work`, which cannot be stopped, on another thread without the GIL. An exception of a signal handler abandons it: its
/// result is dropped when it arrives.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    thread::spawn(move || drop(sender.send(work())));
    loop {
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(SIGNAL_INTERVAL)) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Disconnected) => return Err(refused("the work ended with a panic")),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
