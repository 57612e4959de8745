//! What is wrong with a game, and where.

use pinsight_pgn::Diagnostic;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns a fault of a game as a `pinsight.Diagnostic`.
pub(crate) fn diagnostic_object<'py>(py: Python<'py>, fault: &Diagnostic) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("severity", fault.severity().to_string())?;
    fields.set_item("code", fault.fault.code())?;
    fields.set_item("message", fault.message())?;
    fields.set_item("source", &*fault.source)?;
    fields.set_item("game", fault.game)?;
    fields.set_item("ply", fault.ply)?;
    fields.set_item("line", fault.line)?;
    fields.set_item("column", fault.column)?;
    fields.set_item("found", &fault.found)?;
    fields.set_item("text", fault.to_string())?;
    fields.set_item("rendered", fault.render())?;
    py.import("pinsight._facts")?.getattr("Diagnostic")?.call((), Some(&fields))
}
