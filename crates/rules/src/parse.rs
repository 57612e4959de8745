//! A move in whatever notation a person types.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use crate::refusal::Refusal;
use crate::san::SanError;
use crate::uci::UciMove;
use crate::{Move, Position};

/// A text that is no move here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Two squares, but not a legal move.
    #[error("{uci} is not legal: {refusal}")]
    Uci {
        /// The move.
        uci: UciMove,
        /// Why not.
        refusal: Refusal,
    },
    /// Not a legal move in SAN, or no SAN at all.
    #[error(transparent)]
    San(#[from] SanError),
}

impl Position {
    /// Reads a move in SAN, LAN or UCI; an error says why it is none.
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
