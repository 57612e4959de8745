//! Arguments that Python may give in several forms, and values that it gets.

use pinsight_rules::{Bitboard, Color, Role, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFrozenSet, PyTuple};

/// A square: an integer from 0 (a1) to 63 (h8), or a name.
#[derive(Clone, Copy)]
pub(crate) struct SquareArg(pub(crate) Square);

impl<'a, 'py> FromPyObject<'a, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(index) = object.extract::<usize>() {
            let square = Square::from_index(index);
            return square
                .map(Self)
                .ok_or_else(|| PyValueError::new_err(format!("{index} is not a square: expected 0 to 63")));
        }
        let name: &str =
            object.extract().map_err(|_| PyTypeError::new_err("expected a square: 0 to 63, or a1 to h8"))?;
        name.parse()
            .map(Self)
            .map_err(|error: pinsight_rules::SquareError| PyValueError::new_err(error.to_string()))
    }
}

/// A side: `True` or `WHITE`, `False` or `BLACK`, or a name.
#[derive(Clone, Copy)]
pub(crate) struct ColorArg(pub(crate) Color);

impl<'a, 'py> FromPyObject<'a, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(is_white) = object.cast::<PyBool>() {
            return Ok(Self(color_of(is_white.is_true())));
        }
        match object.extract::<&str>() {
            Ok("white" | "w") => Ok(Self(Color::White)),
            Ok("black" | "b") => Ok(Self(Color::Black)),
            _ => Err(PyTypeError::new_err("expected a side: WHITE, BLACK, \"white\" or \"black\"")),
        }
    }
}

fn color_of(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// The number of a role, as in python-chess: 1 for the pawn, 6 for the king.
pub(crate) fn role_number(role: Role) -> u8 {
    role as u8 + 1
}

/// A role: a number from 1 (pawn) to 6 (king), or a name.
#[derive(Clone, Copy)]
pub(crate) struct RoleArg(pub(crate) Role);

impl<'a, 'py> FromPyObject<'a, 'py> for RoleArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let found = match object.extract::<usize>() {
            Ok(number) => number.checked_sub(1).and_then(|index| Role::ALL.get(index).copied()),
            Err(_) => {
                let name: &str = object.extract().unwrap_or_default();
                Role::ALL.into_iter().find(|role| role.name() == name)
            }
        };
        found.map(Self).ok_or_else(|| {
            PyValueError::new_err("expected a kind of piece: PAWN to KING, or \"pawn\" to \"king\"")
        })
    }
}

/// Returns the Python object of a square, a `pinsight.Square`.
pub(crate) fn square_object(py: Python<'_>, square: Square) -> PyResult<Bound<'_, PyAny>> {
    static SQUARES: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();
    let squares = SQUARES.get_or_try_init(py, || {
        let squares = py.import("pinsight._square")?.getattr("SQUARES")?;
        Ok::<_, PyErr>(squares.cast_into::<PyTuple>().map_err(PyErr::from)?.unbind())
    })?;
    squares.bind(py).get_item(square as usize)
}

/// Returns a set of squares.
pub(crate) fn square_set<'py>(py: Python<'py>, squares: Bitboard) -> PyResult<Bound<'py, PyFrozenSet>> {
    let objects = squares.into_iter().map(|square| square_object(py, square));
    PyFrozenSet::new(py, objects.collect::<PyResult<Vec<_>>>()?)
}
