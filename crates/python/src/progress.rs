//! Progress bars.

use std::time::Instant;

use pyo3::prelude::*;

use crate::interrupt::SIGNAL_INTERVAL;

/// A `Bar` of `pinsight/_progress.py`, or nothing if the caller wants none.
pub(crate) struct Progress {
    bar: Option<Py<PyAny>>,
    drawn: Instant,
}

impl Progress {
    /// Shows a bar if `shown`. A unit of `B` means bytes.
    pub(crate) fn new(py: Python<'_>, shown: bool, unit: &str, total: Option<u64>) -> PyResult<Self> {
        let new_bar = || {
            let bar = py.import("pinsight._progress")?.getattr("Bar")?.call1((unit, total))?;
            Ok::<_, PyErr>(bar.unbind())
        };
        Ok(Self { bar: shown.then(new_bar).transpose()?, drawn: Instant::now() })
    }

    /// Whether the bar has not been drawn for a while.
    pub(crate) fn is_due(&self) -> bool {
        self.bar.is_some() && self.drawn.elapsed() >= SIGNAL_INTERVAL
    }

    /// Draws the bar with the number of units done.
    pub(crate) fn step(&mut self, py: Python<'_>, done: u64) -> PyResult<()> {
        self.drawn = Instant::now();
        self.bar.as_ref().map_or(Ok(()), |bar| bar.call_method1(py, "step", (done,)).map(drop))
    }

    /// Draws the bar for the last time.
    pub(crate) fn close(&mut self, py: Python<'_>, done: u64) -> PyResult<()> {
        self.step(py, done)?;
        self.bar.take().map_or(Ok(()), |bar| bar.call_method0(py, "close").map(drop))
    }
}
