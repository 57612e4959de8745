//! The exceptions of the package, which `pinsight/_errors.py` defines.

use pinsight_pgn::{Diagnostic, SourceError};
use pinsight_rules::{FenError, MoveError, SanError};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Raises an exception class of `pinsight._errors`.
macro_rules! exception {
    ($(#[$doc:meta])* $function:ident, $class:literal) => {
        $(#[$doc])*
        pub(crate) fn $function(message: impl ToString) -> PyErr {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let message = message.to_string();
            Python::attach(|py| match CLASS.import(py, "pinsight._errors", $class) {
                Ok(class) => PyErr::from_type(class.clone(), message),
                Err(error) => error,
            })
        }
    };
}

exception! {
    /// A text that is not a legal position.
    invalid_fen, "InvalidFen"
}

exception! {
    /// A text that is not a legal move, or a move of another position.
    illegal_move, "IllegalMove"
}

exception! {
    /// A file that cannot be read to its end.
    pgn_error, "PgnError"
}

exception! {
    /// An engine that cannot be started, or that fails.
    engine_error, "EngineError"
}

exception! {
    /// Any other refusal.
    refused, "PinsightError"
}

/// Where an error is, as far as it is known; all numbers from 1.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) line: Option<u64>,
    pub(crate) column: Option<u64>,
    pub(crate) game: Option<u64>,
    pub(crate) ply: Option<u64>,
}

impl Place {
    pub(crate) fn column(column: usize) -> Self {
        Self { column: Some(column as u64), ..Self::default() }
    }

    pub(crate) fn ply(ply: usize) -> Self {
        Self { ply: Some(ply as u64), ..Self::default() }
    }

    /// Adds the place to an exception of the package as attributes; other exceptions have no room for it.
    pub(crate) fn add_to(self, error: PyErr) -> PyErr {
        Python::attach(|py| {
            let parts =
                [("line", self.line), ("column", self.column), ("game", self.game), ("ply", self.ply)];
            let value = error.value(py);
            for (name, part) in parts.into_iter().filter(|(_, part)| part.is_some()) {
                if value.hasattr(name).unwrap_or(false) {
                    // The error matters more than its place.
                    let _ = value.setattr(name, part);
                }
            }
        });
        error
    }
}

impl From<&Diagnostic> for Place {
    fn from(diagnostic: &Diagnostic) -> Self {
        let Diagnostic { line, column, game, ply, .. } = diagnostic;
        Self { line: Some(*line), column: Some(*column), game: Some(*game), ply: ply.map(u64::from) }
    }
}

/// A FEN with a syntax error.
pub(crate) fn fen_error(error: FenError) -> PyErr {
    Place::column(error.column).add_to(invalid_fen(error))
}

/// A text that is not a legal move.
pub(crate) fn move_error(error: MoveError) -> PyErr {
    match &error {
        MoveError::San(SanError::Syntax { column, .. }) => {
            let column = *column;
            Place::column(column).add_to(illegal_move(error))
        }
        _ => illegal_move(error),
    }
}

/// A file that cannot be opened or read to its end. What a Python file object raised is its cause, and stands alone if it is
/// no `Exception`, as after Ctrl-C.
pub(crate) fn source_error(error: SourceError) -> PyErr {
    let place = Place { game: error.unfinished, ..Place::default() };
    let message = error.to_string();
    let cause = error.cause.into_inner().and_then(|cause| cause.downcast::<PyErr>().ok());
    Python::attach(|py| match cause {
        Some(cause) if !cause.is_instance_of::<PyException>(py) => *cause,
        cause => {
            let error = place.add_to(pgn_error(message));
            error.set_cause(py, cause.map(|cause| *cause));
            error
        }
    })
}
