//! Pieces.

use pinsight_rules::{Color, Piece as RulesPiece, Placed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arguments::{ColorArg, RoleArg, role_number, square_object};

/// A piece: its kind and its side.
#[pyclass(module = "pinsight", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) RulesPiece);

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: RoleArg, color: ColorArg) -> Self {
        Self(RulesPiece::new(color.0, piece_type.0))
    }

    #[classmethod]
    fn from_symbol(_class: &Bound<'_, PyType>, symbol: &str) -> PyResult<Self> {
        let mut letters = symbol.chars();
        let piece = letters.next().and_then(RulesPiece::from_letter).filter(|_| letters.next().is_none());
        let message =
            || PyValueError::new_err(format!("{symbol:?} is not a piece: expected one of PNBRQKpnbrqk"));
        piece.map(Self).ok_or_else(message)
    }

    #[getter]
    fn piece_type(&self) -> u8 {
        role_number(self.0.role)
    }

    #[getter]
    fn role(&self) -> &'static str {
        self.0.role.name()
    }

    #[getter]
    fn color(&self) -> bool {
        self.0.color == Color::White
    }

    fn symbol(&self) -> char {
        self.0.letter()
    }

    fn unicode_symbol(&self) -> char {
        self.0.figurine()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (char,))> {
        let make = py.get_type::<Self>().getattr("from_symbol")?;
        Ok((make.unbind(), (self.0.letter(),)))
    }
}

/// A piece on its square.
#[pyclass(module = "pinsight", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PlacedPiece(pub(crate) Placed);

#[pymethods]
impl PlacedPiece {
    #[getter]
    fn piece(&self) -> Piece {
        Piece(self.0.piece)
    }

    #[getter]
    fn square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.0.square)
    }

    #[getter]
    fn role(&self) -> &'static str {
        self.0.piece.role.name()
    }

    #[getter]
    fn color(&self) -> bool {
        self.0.piece.color == Color::White
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.0.piece.color.name(), self.0)
    }
}
