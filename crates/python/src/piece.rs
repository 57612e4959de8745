//! Pieces.

use pinsight_rules::{Color, Piece as RulesPiece, Placed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arguments::{ColorArg, RoleArg, SquareArg, role_number, square_object};

/// A piece: its kind and its side. Immutable.
///
/// >>> Piece.from_symbol("N").role
/// 'knight'
#[pyclass(module = "pinsight", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) RulesPiece);

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: RoleArg, color: ColorArg) -> Self {
        Self(RulesPiece::new(color.0, piece_type.0))
    }

    /// Return the piece of a FEN letter: upper case for White.
    #[classmethod]
    fn from_symbol(_class: &Bound<'_, PyType>, symbol: &str) -> PyResult<Self> {
        let mut letters = symbol.chars();
        let piece = letters.next().and_then(RulesPiece::from_letter).filter(|_| letters.next().is_none());
        let message =
            || PyValueError::new_err(format!("{symbol:?} is not a piece: expected one of PNBRQKpnbrqk"));
        piece.map(Self).ok_or_else(message)
    }

    /// The number of its kind: `PAWN` to `KING`.
    #[getter]
    fn piece_type(&self) -> u8 {
        role_number(self.0.role)
    }

    /// The name of its kind: ``"pawn"`` to ``"king"``.
    #[getter]
    fn role(&self) -> &'static str {
        self.0.role.name()
    }

    /// `WHITE` or `BLACK`.
    #[getter]
    fn color(&self) -> bool {
        self.0.color == Color::White
    }

    /// Return the FEN letter.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Return the figurine.
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

/// A piece on its square. Immutable.
#[pyclass(module = "pinsight", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PlacedPiece(pub(crate) Placed);

#[pymethods]
impl PlacedPiece {
    #[new]
    fn new(piece: &Bound<'_, Piece>, square: SquareArg) -> Self {
        Self(Placed { piece: piece.get().0, square: square.0 })
    }

    /// The piece.
    #[getter]
    fn piece(&self) -> Piece {
        Piece(self.0.piece)
    }

    /// Its square.
    #[getter]
    fn square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.0.square)
    }

    /// The name of its kind.
    #[getter]
    fn role(&self) -> &'static str {
        self.0.piece.role.name()
    }

    /// `WHITE` or `BLACK`.
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (Piece, String))> {
        Ok((py.get_type::<Self>(), (self.piece(), self.0.square.to_string())))
    }
}
