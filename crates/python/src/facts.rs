//! Facts about positions that are not methods of a board.

use pinsight_rules::ParsePositionError;
use pinsight_tactics::{PuzzleError, parse_puzzle, themes_of};
use pyo3::prelude::*;

use crate::error::{Place, fen_error, illegal_move, invalid_fen, refused};
use crate::moves::MoveArg;
use crate::pin::Pin;
use crate::position::parse_position;

/// Return the new pins of a move: created, discovered, or by replacement of a pinning piece.
///
/// >>> [pin.attacker.square for pin in detect_pins("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2")]
/// [B2]
#[pyfunction]
pub(crate) fn detect_pins(fen: &str, played: MoveArg<'_>) -> PyResult<Vec<Pin>> {
    let position = parse_position(fen, false)?;
    Ok(Pin::new_after(&position, played.legal(&position)?))
}

/// Return lichess's names for the themes of a puzzle: its position and its moves in UCI.
///
/// >>> themes("6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1", "a2b2 d1d8")
/// ['backRankMate', 'endgame', 'mate', 'mateIn1', 'oneMove', 'queenRookEndgame']
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
