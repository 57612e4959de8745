//! Positions from text.

use pinsight_rules::{Legality, Position, Setup};
use pyo3::prelude::*;

use crate::error::{fen_error, invalid_fen};

/// Parses a FEN.
pub(crate) fn parse_position(fen: &str, allow_impossible: bool) -> PyResult<Position> {
    let legality = if allow_impossible { Legality::AllowImpossible } else { Legality::Strict };
    let setup: Setup = fen.parse().map_err(fen_error)?;
    setup.position(legality).map_err(invalid_fen)
}
