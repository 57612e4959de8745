//! Pins.

use pinsight_tactics::{Pin as TacticsPin, Relevance};
use pinsight_wire::WordedPin;
use pyo3::prelude::*;

use crate::json::to_python;
use crate::moves::{Move, move_object};
use crate::piece::PlacedPiece;

/// A pin, a skewer or an x-ray: attacker, pinned and shielded piece in one line.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Pin(pub(crate) TacticsPin);

#[pymethods]
impl Pin {
    #[getter]
    fn attacker(&self) -> PlacedPiece {
        PlacedPiece(self.0.attacker)
    }

    #[getter]
    fn pinned(&self) -> PlacedPiece {
        PlacedPiece(self.0.pinned)
    }

    #[getter]
    fn shielded(&self) -> PlacedPiece {
        PlacedPiece(self.0.shielded)
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    #[getter]
    fn cause(&self) -> Option<&'static str> {
        self.0.cause.map(pinsight_tactics::Cause::name)
    }

    #[getter]
    fn cost(&self) -> Option<i32> {
        self.0.cost
    }

    #[getter]
    fn freedom(&self) -> &'static str {
        self.0.freedom().name()
    }

    #[getter]
    fn relevance(&self) -> Option<&'static str> {
        self.0.relevance().map(Relevance::name)
    }

    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, Move>>> {
        self.0.moves().into_iter().map(|uci| move_object(py, uci)).collect()
    }

    fn explain(&self) -> String {
        self.0.explain()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &WordedPin::from(&self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Pin {}: {}>", self.0.kind.name(), self.0)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }
}

impl Pin {
    fn key(&self) -> (PlacedPiece, PlacedPiece, PlacedPiece, &'static str, &'static str) {
        (self.attacker(), self.pinned(), self.shielded(), self.kind(), self.status())
    }
}

/// Wraps pins.
pub(crate) fn wrap(pins: Vec<TacticsPin>) -> Vec<Pin> {
    pins.into_iter().map(Pin).collect()
}
