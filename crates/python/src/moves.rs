//! Moves.

use pinsight_rules::{Color, Move as LegalMove, Position, Rank, Role, Square, UciMove};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyType};

use crate::arguments::{RoleArg, SquareArg, role_number, square_object};
use crate::error::{illegal_move, move_error};

/// A move as UCI writes it: two squares and an optional promotion. Immutable.
///
/// >>> move = Move.from_uci("e7e8q")
/// >>> move.from_square, move.to_square, move.promotion == QUEEN
/// (E7, E8, True)
#[pyclass(module = "pinsight", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) UciMove);

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn new(from_square: SquareArg, to_square: SquareArg, promotion: Option<RoleArg>) -> Self {
        let promotion = promotion.map(|role| role.0);
        Self(UciMove::Normal { from: from_square.0, to: to_square.0, promotion })
    }

    /// Parse a move such as ``e2e4`` or ``e7e8q``; ``0000`` is the null move.
    #[classmethod]
    fn from_uci(_class: &Bound<'_, PyType>, uci: &str) -> PyResult<Self> {
        uci.parse().map(Self).map_err(illegal_move)
    }

    /// Return the null move, which passes the turn.
    #[classmethod]
    fn null(_class: &Bound<'_, PyType>) -> Self {
        Self(UciMove::Null)
    }

    /// The origin.
    #[getter]
    fn from_square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.squares().0)
    }

    /// The target.
    #[getter]
    fn to_square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.squares().1)
    }

    /// The number of the kind that a pawn becomes.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        match self.0 {
            UciMove::Normal { promotion, .. } => promotion.map(role_number),
            UciMove::Null => None,
        }
    }

    /// Return the move as UCI writes it.
    pub(crate) fn uci(&self) -> String {
        self.0.to_string()
    }

    /// Whether it is not the null move.
    fn __bool__(&self) -> bool {
        self.0 != UciMove::Null
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.0)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_uci")?.unbind(), (self.uci(),)))
    }
}

impl Move {
    /// Returns origin and target; a1 twice for a null move, as in python-chess.
    pub(crate) fn squares(&self) -> (Square, Square) {
        match self.0 {
            UciMove::Normal { from, to, .. } => (from, to),
            UciMove::Null => (Square::A1, Square::A1),
        }
    }
}

/// A move in any form: a `Move`, SAN, LAN or UCI.
pub(crate) enum MoveArg<'a> {
    Move(UciMove),
    Text(&'a str),
}

impl<'a, 'py> FromPyObject<'a, 'py> for MoveArg<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // Text first: a cast to a class that fails costs more.
        if object.is_instance_of::<PyString>() {
            if let Ok(text) = object.extract() {
                return Ok(Self::Text(text));
            }
        } else if let Ok(played) = object.cast::<Move>() {
            return Ok(Self::Move(played.get().0));
        }
        Err(PyTypeError::new_err("expected a Move, or a move as text"))
    }
}

impl MoveArg<'_> {
    /// Returns the legal move that this means; `None` for a null move.
    pub(crate) fn resolve(&self, position: &Position) -> PyResult<Option<LegalMove>> {
        match *self {
            Self::Move(UciMove::Null) | Self::Text("0000" | "--") => Ok(None),
            Self::Move(uci) => position
                .move_from_uci(uci)
                .map(Some)
                .map_err(|refusal| illegal_move(format!("{uci} is not legal: {refusal}"))),
            Self::Text(text) => position.parse_move(text).map(Some).map_err(move_error),
        }
    }

    /// Returns the legal move that this means; a null move is refused.
    pub(crate) fn legal(&self, position: &Position) -> PyResult<LegalMove> {
        self.resolve(position)?.ok_or_else(|| illegal_move("a null move is not legal here"))
    }
}

/// The number of pairs of squares.
const PAIRS: usize = 64 * 64;

/// The Python objects of moves. All usual moves exist once: making an object costs more than finding the move.
#[derive(Clone, Copy)]
struct MoveObjects<'py> {
    py: Python<'py>,
    shared: &'py [Option<Py<Move>>],
}

impl<'py> MoveObjects<'py> {
    #[inline]
    fn get(py: Python<'py>) -> PyResult<Self> {
        static MOVES: PyOnceLock<Vec<Option<Py<Move>>>> = PyOnceLock::new();
        let shared = match MOVES.get(py) {
            Some(shared) => shared,
            None => MOVES.get_or_try_init(py, || shared_moves(py))?,
        };
        Ok(Self { py, shared })
    }

    #[inline]
    fn object(self, uci: UciMove) -> PyResult<Bound<'py, Move>> {
        match index(uci).and_then(|index| self.shared.get(index)?.as_ref()) {
            Some(shared) => Ok(shared.bind(self.py).clone()),
            None => Bound::new(self.py, Move(uci)),
        }
    }
}

/// Returns the Python object of a move.
#[inline]
pub(crate) fn move_object(py: Python<'_>, uci: UciMove) -> PyResult<Bound<'_, Move>> {
    MoveObjects::get(py)?.object(uci)
}

/// Returns a Python list of moves.
pub(crate) fn move_list(
    py: Python<'_>,
    moves: impl ExactSizeIterator<Item = UciMove>,
) -> PyResult<Bound<'_, PyList>> {
    let objects = MoveObjects::get(py)?;
    PyList::new(py, moves.map(|uci| ListedMove { objects, uci }))
}

/// A move that becomes its object when it is put into a list.
struct ListedMove<'py> {
    objects: MoveObjects<'py>,
    uci: UciMove,
}

impl<'py> IntoPyObject<'py> for ListedMove<'py> {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, _: Python<'py>) -> PyResult<Bound<'py, Move>> {
        self.objects.object(self.uci)
    }
}

fn shared_moves(py: Python<'_>) -> PyResult<Vec<Option<Py<Move>>>> {
    let mut moves: Vec<Option<Py<Move>>> = Vec::new();
    moves.resize_with(PAIRS * 5, || None);
    for uci in usual_moves() {
        if let Some(slot) = index(uci).and_then(|index| moves.get_mut(index)) {
            *slot = Some(Py::new(py, Move(uci))?);
        }
    }
    Ok(moves)
}

#[inline]
fn index(uci: UciMove) -> Option<usize> {
    let UciMove::Normal { from, to, promotion } = uci else { return None };
    let kind = promotion.map_or(0, |role| role as usize);
    Some(kind * PAIRS + from as usize * 64 + to as usize)
}

/// All pairs of squares, and the promotions that geometry allows.
fn usual_moves() -> impl Iterator<Item = UciMove> {
    let pairs = || Square::ALL.into_iter().flat_map(|from| Square::ALL.into_iter().map(move |to| (from, to)));
    let plain = pairs().map(|(from, to)| UciMove::Normal { from, to, promotion: None });
    let promotes = |(from, to): &(Square, Square)| {
        Color::ALL.into_iter().any(|color| {
            from.rank() == color.relative(Rank::Seventh)
                && to.rank() == color.relative(Rank::Eighth)
                && from.file().index().abs_diff(to.file().index()) <= 1
        })
    };
    let promotions = pairs().filter(promotes).flat_map(|(from, to)| {
        Role::PROMOTIONS.into_iter().map(move |role| UciMove::Normal { from, to, promotion: Some(role) })
    });
    plain.chain(promotions)
}
