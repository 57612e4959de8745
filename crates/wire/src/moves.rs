//! Moves.

use pinsight_rules::{CastlingMode, Move, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::names::by_display;
use crate::piece::{Role, Square};

by_display! {
    /// A move in UCI notation: `g1f3`, `e7e8q`.
    Uci(pinsight_rules::UciMove)
}

/// The side to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastlingSide {
    /// To the h-file.
    KingSide,
    /// To the a-file.
    QueenSide,
}

impl From<pinsight_rules::CastlingSide> for CastlingSide {
    fn from(side: pinsight_rules::CastlingSide) -> Self {
        match side {
            pinsight_rules::CastlingSide::KingSide => Self::KingSide,
            pinsight_rules::CastlingSide::QueenSide => Self::QueenSide,
        }
    }
}

/// A legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// `Nxf3+`.
    pub san: String,
    /// `g1f3`.
    pub uci: Uci,
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that it reaches.
    pub to: Square,
    /// The role of the piece before the move.
    pub role: Option<Role>,
    /// The role of the captured piece.
    pub capture: Option<Role>,
    /// The role that a pawn promotes to.
    pub promotion: Option<Role>,
    /// Whether the move gives check.
    pub check: bool,
    /// Whether the move gives checkmate.
    pub mate: bool,
    /// The side to which the king castles.
    pub castling: Option<CastlingSide>,
    /// Whether the move captures en passant.
    pub en_passant: bool,
}

impl LegalMove {
    /// Describes the move `mv`, which is legal in `position`; `mode` selects how `uci` writes castling.
    pub fn new(position: &Position, mv: Move, mode: CastlingMode) -> Self {
        let after = position.play_unchecked(mv);
        Self {
            san: position.san(mv),
            uci: position.uci(mv, mode).into(),
            from: mv.from().into(),
            to: mv.to().into(),
            role: position.board().role_at(mv.from()).map(Role),
            capture: position.captured(mv).map(|piece| piece.role.into()),
            promotion: mv.promotion().map(Role),
            check: after.in_check(),
            mate: after.is_checkmate(),
            castling: mv.castling_side().map(CastlingSide::from),
            en_passant: mv.is_en_passant(),
        }
    }
}
