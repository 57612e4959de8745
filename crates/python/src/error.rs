//! The exceptions of the package, which `pinsight/_errors.py` defines.

use pinsight_pgn::SourceError;
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

/// Raises `FileNotFoundError` and its kin for a file that cannot be opened, else `PgnError`.
pub(crate) fn source_error(error: SourceError) -> PyErr {
    pgn_error(error)
}
