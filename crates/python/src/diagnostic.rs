//! What is wrong with a game, and where.

use pinsight_pgn::Diagnostic as PgnDiagnostic;
use pyo3::prelude::*;

/// A fault of a game with its place.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Diagnostic(pub(crate) PgnDiagnostic);

#[pymethods]
impl Diagnostic {
    #[getter]
    fn severity(&self) -> String {
        self.0.severity().to_string()
    }

    #[getter]
    fn code(&self) -> &'static str {
        self.0.fault.code()
    }

    #[getter]
    fn message(&self) -> String {
        self.0.message()
    }

    #[getter]
    fn source(&self) -> &str {
        &self.0.source
    }

    #[getter]
    fn game(&self) -> u64 {
        self.0.game
    }

    #[getter]
    fn ply(&self) -> Option<u32> {
        self.0.ply
    }

    #[getter]
    fn line(&self) -> u64 {
        self.0.line
    }

    #[getter]
    fn column(&self) -> u64 {
        self.0.column
    }

    #[getter]
    fn found(&self) -> &str {
        &self.0.found
    }

    fn render(&self) -> String {
        self.0.render()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.0)
    }
}
