//! Material on the board.

use pinsight_rules::{Board, Color, Position, Role, VALUES, exchange, material_balance};

/// Returns the material of `color` minus that of the other side, in pawns.
pub(crate) fn balance(board: &Board, color: Color) -> i32 {
    material_balance(board, color, &VALUES)
}

/// Returns what the side to move wins at most by captures on one square.
pub(crate) fn worst_exchange(position: &Position) -> i32 {
    let (board, turn) = (position.board(), position.turn());
    let gains = board.by_color(!turn).into_iter().map(|square| exchange(board, square, turn, &VALUES));
    gains.max().unwrap_or(0)
}

/// Whether the side to move can promote a pawn without losing the queen at once.
pub(crate) fn can_promote(position: &Position) -> bool {
    let (turn, queen) = (position.turn(), VALUES[Role::Queen]);
    position.legal_moves().iter().any(|&mv| {
        mv.promotion() == Some(Role::Queen)
            && exchange(position.play_unchecked(mv).board(), mv.to(), !turn, &VALUES) < queen
    })
}
