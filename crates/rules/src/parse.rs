//! Parses a move in any notation.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use crate::refusal::Refusal;
use crate::san::SanError;
use crate::uci::UciMove;
use crate::{Move, Position};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// A UCI move that is not legal.
    #[error("{uci} is not legal: {refusal}")]
    Uci {
        /// The move.
        uci: UciMove,
        /// The reason.
        refusal: Refusal,
    },
    /// Neither UCI nor a legal move in SAN.
    #[error(transparent)]
    San(#[from] SanError),
}

impl Position {
    /// Parses a legal move in SAN, LAN or UCI.
    ///
    /// ```
    /// use pinsight_rules::Position;
    /// let start = Position::default();
    /// assert_eq!(start.parse_move("Nf3"), start.parse_move("g1f3"));
    /// assert_eq!(start.parse_move("Nf3"), start.parse_move("Ng1-f3"));
    /// assert_eq!(start.parse_move("Nf3"), start.parse_move("nf3"));
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        match text.trim().parse::<UciMove>() {
            Ok(uci @ UciMove::Normal { .. }) => {
                self.move_from_uci(uci).map_err(|refusal| MoveError::Uci { uci, refusal })
            }
            Ok(UciMove::Null) | Err(_) => Ok(self.parse_san(text, None)?.0.resolve(self)?),
        }
    }
}
