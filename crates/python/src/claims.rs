//! Claims of a draw, with the meaning of python-chess: in the position, or with the next move.

use std::iter;

use pinsight_rules::{Position, Zobrist};

/// The positions before another one, in the order of the game.
pub(crate) trait Earlier<'a>: DoubleEndedIterator<Item = &'a Position> + Clone {}

impl<'a, T: DoubleEndedIterator<Item = &'a Position> + Clone> Earlier<'a> for T {}

/// Counts the occurrences of a position, this one included.
pub(crate) fn occurrences<'a>(position: &Position, earlier: impl Earlier<'a>) -> usize {
    let (now, reach) = (Zobrist::of(position), usize::from(position.halfmove_clock()));
    1 + earlier.rev().take(reach).filter(|before| Zobrist::of(before) == now).count()
}

/// Whether the position has occurred three times, or a legal move repeats a position for the third time.
pub(crate) fn can_claim_repetition<'a>(position: &'a Position, earlier: impl Earlier<'a>) -> bool {
    let after_next_move = earlier.clone().chain(iter::once(position));
    let repeats = |&mv| occurrences(&position.play_unchecked(mv), after_next_move.clone()) >= 3;
    occurrences(position, earlier) >= 3 || position.legal_moves().iter().any(repeats)
}

/// Whether 50 moves without capture or pawn move have passed, or pass with a legal move.
pub(crate) fn can_claim_fifty_moves(position: &Position) -> bool {
    let passes_next = |&mv| have_fifty_moves_passed(&position.play_unchecked(mv));
    have_fifty_moves_passed(position)
        || position.halfmove_clock() >= 99 && position.legal_moves().iter().any(passes_next)
}

/// Whether 50 moves without capture or pawn move have passed in a game that is not over.
pub(crate) fn have_fifty_moves_passed(position: &Position) -> bool {
    position.can_claim_fifty_moves() && position.count_legal_moves() > 0
}
