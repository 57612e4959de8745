//! The board and the move that a pin belongs to.

use pinsight_rules::{Move, Position, Role, Square, UciMove, Values};

use super::board_state::BoardState;

/// What a pin's attributes and wording are computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PinContext {
    pub(crate) state: BoardState,
    pub(crate) played: Option<PlayedMove>,
    pub(crate) values: Values,
}

/// The move that made, kept or ended a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayedMove {
    Legal(Position, Move),
    Forced { from: Square, to: Square, promotion: Option<Role> },
}

impl PlayedMove {
    pub(crate) fn to(&self) -> Square {
        match self {
            Self::Legal(_, mv) => mv.to(),
            Self::Forced { to, .. } => *to,
        }
    }

    /// SAN, or UCI for a forced move.
    pub(crate) fn text(&self) -> String {
        match *self {
            Self::Legal(before, mv) => before.san(mv),
            Self::Forced { from, to, promotion } => UciMove::Normal { from, to, promotion }.to_string(),
        }
    }
}
