//! Reads a row of lichess's puzzle table.

use pinsight_rules::{Move, ParsePositionError, Position, Refusal, UciError, UciMove};
use thiserror::Error;

use crate::motif::Combination;

/// Why a puzzle cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The position is not valid.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A move is not in UCI notation.
    #[error("move {number}: {error}")]
    Syntax {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: UciError,
    },
    /// A move is not legal.
    #[error("move {number}, {text}: {refusal}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The move.
        text: UciMove,
        /// Why it is not legal.
        refusal: Refusal,
    },
    /// The solution is missing.
    #[error("the solution is missing: expected the opponent's move and at least one move after it")]
    TooShort,
}

/// Parses the columns `FEN` and `Moves` of lichess's puzzle table.
///
/// The position is the one before the opponent's last move, which is the first of `moves`; the solution follows.
pub fn parse_puzzle(fen: &str, moves: &str) -> Result<Combination, PuzzleError> {
    let position: Position = fen.parse()?;
    let mut current = position;
    let mut played: Vec<Move> = Vec::with_capacity(8);
    for (index, word) in moves.split_ascii_whitespace().enumerate() {
        let number = index + 1;
        let text: UciMove = word.parse().map_err(|error| PuzzleError::Syntax { number, error })?;
        let mv =
            current.move_from_uci(text).map_err(|refusal| PuzzleError::Illegal { number, text, refusal })?;
        current = current.play_unchecked(mv);
        played.push(mv);
    }
    match played.split_first() {
        Some((&lead, solution)) if !solution.is_empty() => {
            Ok(Combination::after(&position, lead, solution).expect("the moves were legal"))
        }
        _ => Err(PuzzleError::TooShort),
    }
}
