//! Facts about positions that are not methods of a board.

use pinsight_rules::{Legality, ParsePositionError, Position, Setup};
use pinsight_tactics::{PuzzleError, parse_puzzle, themes_of};
use pyo3::prelude::*;

use crate::error::{Place, fen_error, illegal_move, invalid_fen, refused};
use crate::moves::MoveArg;
use crate::pin::{Pin, wrap};

/// Parses a FEN.
pub(crate) fn parse_position(fen: &str, allow_impossible: bool) -> PyResult<Position> {
    let legality = if allow_impossible { Legality::AllowImpossible } else { Legality::Strict };
    let setup: Setup = fen.parse().map_err(fen_error)?;
    setup.position(legality).map_err(invalid_fen)
}

/// Returns the new pins of a move: created, discovered or by replacement.
#[pyfunction]
pub(crate) fn detect_pins(fen: &str, played: MoveArg<'_>) -> PyResult<Vec<Pin>> {
    let position = parse_position(fen, false)?;
    Ok(wrap(pinsight_tactics::detect_pins(&position, played.legal(&position)?)))
}

/// Returns lichess's names for the themes of a puzzle.
#[pyfunction]
#[pyo3(name = "themes")]
pub(crate) fn find_themes(fen: &str, moves: &str) -> PyResult<Vec<&'static str>> {
    let puzzle = parse_puzzle(fen, moves).map_err(puzzle_error)?;
    Ok(themes_of(&puzzle).into_iter().map(pinsight_tactics::Theme::name).collect())
}

fn puzzle_error(error: PuzzleError) -> PyErr {
    match error {
        PuzzleError::Position(ParsePositionError::Fen(error)) => fen_error(error),
        PuzzleError::Position(error) => invalid_fen(error),
        PuzzleError::Syntax { number, .. } | PuzzleError::Illegal { number, .. } => {
            Place::ply(number).add_to(illegal_move(error))
        }
        error => refused(error),
    }
}
