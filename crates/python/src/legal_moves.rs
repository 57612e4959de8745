//! The legal moves of a position.

use pinsight_rules::{CastlingMode, Position};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::moves::{Move, MoveArg, move_list};

/// The legal moves of a position: iterates, counts, and tells whether it contains a move.
///
/// >>> moves = Board().legal_moves
/// >>> moves.count(), Move.from_uci("e2e4") in moves, len(list(moves))
/// (20, True, 20)
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct LegalMoves {
    position: Position,
    mode: CastlingMode,
}

impl LegalMoves {
    pub(crate) fn new(position: Position, mode: CastlingMode) -> Self {
        Self { position, mode }
    }

    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, self.position.legal_moves().iter().map(|&mv| self.position.uci(mv, self.mode)))
    }
}

#[pymethods]
impl LegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.objects(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.position.count_legal_moves()
    }

    /// Return the number of moves; faster than listing them.
    fn count(&self) -> usize {
        self.position.count_legal_moves()
    }

    fn __contains__(&self, played: &Bound<'_, PyAny>) -> bool {
        played.cast::<Move>().is_ok_and(|played| {
            MoveArg::Move(played.get().0).resolve(&self.position).is_ok_and(|found| found.is_some())
        })
    }

    fn __repr__(&self) -> String {
        let mut words: Vec<String> =
            self.position.legal_moves().iter().map(|&mv| self.position.san(mv)).collect();
        words.sort();
        format!("<LegalMoves ({})>", words.join(", "))
    }
}
