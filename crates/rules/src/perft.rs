//! Counting the ends of all lines of play: the usual proof of move generation.

use crate::{Move, Position};

/// How many lines of that many half-moves there are.
///
/// The last half-move is counted without being played.
///
/// ```
/// use pinsight_rules::{Position, perft};
/// assert_eq!(perft(&Position::default(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position.legal_moves().iter().map(|&mv| perft(&position.play_unchecked(mv), depth - 1)).sum(),
    }
}

/// The same for each first move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    moves
        .iter()
        .filter(|_| depth > 0)
        .map(|&mv| (mv, perft(&position.play_unchecked(mv), depth - 1)))
        .collect()
}
