//! A move with the boards before and after it.

use pinsight_rules::{Board, Move, Position, Values};

use crate::pin::{BoardState, PinContext, PlayedMove};

/// A move with the boards before and after it. Borrows them, since most moves report no pin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MoveContext<'a> {
    Legal { before: &'a Position, played: Move, after: &'a Position },
    Forced { before: &'a BoardState, after: &'a BoardState, played: PlayedMove },
}

impl<'a> MoveContext<'a> {
    pub(crate) fn board_before(&self) -> &'a Board {
        match *self {
            Self::Legal { before, .. } => before.board(),
            Self::Forced { before, .. } => &before.board,
        }
    }

    pub(crate) fn board_after(&self) -> &'a Board {
        match *self {
            Self::Legal { after, .. } => after.board(),
            Self::Forced { after, .. } => &after.board,
        }
    }

    /// Returns the context of a released pin.
    pub(crate) fn before(&self, values: &Values) -> PinContext {
        match *self {
            Self::Legal { before, .. } => self.pin_context(BoardState::from(before), values),
            Self::Forced { before, .. } => self.pin_context(*before, values),
        }
    }

    /// Returns the context of a new or kept pin.
    pub(crate) fn after(&self, values: &Values) -> PinContext {
        match *self {
            Self::Legal { after, .. } => self.pin_context(BoardState::from(after), values),
            Self::Forced { after, .. } => self.pin_context(*after, values),
        }
    }

    fn pin_context(&self, state: BoardState, values: &Values) -> PinContext {
        let played = match *self {
            Self::Legal { before, played, .. } => PlayedMove::Legal(*before, played),
            Self::Forced { played, .. } => played,
        };
        PinContext { state, played: Some(played), values: *values }
    }
}
