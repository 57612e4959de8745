//! Perft: counts the leaf nodes of the move tree, to test move generation.

use crate::{Move, Position};

/// Counts the leaf nodes at `depth`. Counts the last half-move without playing it.
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

/// Like [`perft`], for each first move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| (mv, perft(&position.play_unchecked(mv), rest))).collect()
}
