//! Pins.

use pinsight_rules::{CastlingMode, Move as LegalMove, Position};
use pinsight_tactics::{
    LineKind, Pin as TacticsPin, PinFilter, PinOptions, Relevance, detect_pins, standing,
};
use pinsight_wire::WordedPin;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::error::refused;
use crate::json::to_python;
use crate::moves::{MoveArg, move_list};
use crate::piece::PlacedPiece;
use crate::position::parse_position;

/// Selects new and released pins; with `all`, skewers and x-rays too.
pub(crate) fn pin_filter(all: bool) -> PinFilter {
    let pins = PinFilter::default();
    if all { PinFilter { kinds: LineKind::ALL.to_vec(), ..pins } } else { pins }
}

/// A pin, a skewer or an x-ray: three pieces in a line. `str` gives it in one sentence.
///
/// >>> pin = Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").pins()[0]
/// >>> pin.kind, pin.attacker.square, pin.pinned.role
/// ('absolute_pin', B4, 'knight')
/// >>> print(pin)
/// The bishop on b4 is pinning the knight on c3 to the king on e1.
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Pin {
    pin: TacticsPin,
    origin: Origin,
}

/// Where a pin was found, so that a pickled one can be found again.
#[derive(Clone, Copy)]
struct Origin {
    position: Position,
    /// The move whose pins were asked for; without one, the standing pins were.
    played: Option<LegalMove>,
    all: bool,
    index: usize,
}

/// What a pin is pickled as: FEN, move, `all` and index.
type State = (String, Option<String>, bool, usize);

impl Pin {
    /// Returns the pins of a position; with `all`, skewers and x-rays too.
    pub(crate) fn standing_in(position: &Position, all: bool) -> Vec<Self> {
        let pins = standing(position, &PinOptions { all, ..PinOptions::default() });
        Self::wrap(pins, Origin { position: *position, played: None, all, index: 0 })
    }

    /// Returns the new pins of a move.
    pub(crate) fn new_after(position: &Position, played: LegalMove) -> Vec<Self> {
        let pins = detect_pins(position, played);
        Self::wrap(pins, Origin { position: *position, played: Some(played), all: false, index: 0 })
    }

    fn wrap(pins: Vec<TacticsPin>, origin: Origin) -> Vec<Self> {
        let pins = pins.into_iter().enumerate();
        pins.map(|(index, pin)| Self { pin, origin: Origin { index, ..origin } }).collect()
    }
}

#[pymethods]
impl Pin {
    /// The slider that pins.
    #[getter]
    fn attacker(&self) -> PlacedPiece {
        PlacedPiece(self.pin.attacker)
    }

    /// The pinned piece.
    #[getter]
    fn pinned(&self) -> PlacedPiece {
        PlacedPiece(self.pin.pinned)
    }

    /// The piece behind it.
    #[getter]
    fn shielded(&self) -> PlacedPiece {
        PlacedPiece(self.pin.shielded)
    }

    /// ``"absolute_pin"``, ``"relative_pin"``, ``"absolute_skewer"``, ``"skewer"`` or ``"x_ray"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.pin.kind.name()
    }

    /// What the last move did to it: ``"new"``, ``"kept"``, ``"released"``, or ``"standing"`` without a move.
    #[getter]
    fn status(&self) -> &'static str {
        self.pin.status.name()
    }

    /// Why it is new or released, such as ``"created"`` or ``"discovered"``.
    #[getter]
    fn cause(&self) -> Option<&'static str> {
        self.pin.cause.map(pinsight_tactics::Cause::name)
    }

    /// What the pinned side loses if the piece leaves the line; `None` for an absolute pin.
    #[getter]
    fn cost(&self) -> Option<i32> {
        self.pin.cost
    }

    /// How the pinned piece can move.
    #[getter]
    fn freedom(&self) -> &'static str {
        self.pin.freedom().name()
    }

    /// Whether the pin matters by a static rule: ``"real"`` or ``"potential"``; `None` for other lines.
    #[getter]
    fn relevance(&self) -> Option<&'static str> {
        self.pin.relevance().map(Relevance::name)
    }

    /// The legal moves of the pinned piece.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, self.pin.moves().into_iter())
    }

    /// Return the pin in full: kind, cause, cost, and what the pinned piece can do.
    fn explain(&self) -> String {
        self.pin.explain()
    }

    /// Return the pin as the command line's JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &WordedPin::from(&self.pin))
    }

    fn __str__(&self) -> String {
        self.pin.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Pin {}: {}>", self.pin.kind.name(), self.pin)
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

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, State)> {
        let Origin { position, played, all, index } = self.origin;
        let uci = played.map(|mv| position.uci(mv, CastlingMode::Chess960).to_string());
        let make = py.get_type::<Self>().getattr("_restore")?;
        Ok((make.unbind(), (position.to_string(), uci, all, index)))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        fen: &str,
        uci: Option<&str>,
        all: bool,
        index: usize,
    ) -> PyResult<Self> {
        let position = parse_position(fen, true)?;
        let pins = match uci {
            Some(uci) => Self::new_after(&position, MoveArg::Text(uci).legal(&position)?),
            None => Self::standing_in(&position, all),
        };
        pins.into_iter().nth(index).ok_or_else(|| refused(format!("there is no pin {index} in {fen}")))
    }
}

impl Pin {
    fn key(&self) -> (PlacedPiece, PlacedPiece, PlacedPiece, &'static str, &'static str) {
        (self.attacker(), self.pinned(), self.shielded(), self.kind(), self.status())
    }
}
