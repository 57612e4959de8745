//! Material on the board.

use pinsight_rules::{Board, Color, Position, Role, VALUES, exchange};

/// Returns the material of `color` minus that of the other side, in pawns.
pub(crate) fn balance(board: &Board, color: Color) -> i32 {
    let count = |color, role| (board.by_role(role) & board.by_color(color)).len() as i32;
    Role::ALL.into_iter().map(|role| VALUES[role] * (count(color, role) - count(!color, role))).sum()
}

/// Whether the side to move wins nothing by a capture or a promotion at once.
pub(crate) fn is_quiet(position: &Position) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let gains = |square| exchange(board, square, turn, &VALUES) > 0;
    !board.by_color(!turn).into_iter().any(gains)
        && !position.legal_moves().iter().any(|mv| {
            mv.promotion() == Some(Role::Queen)
                && exchange(position.play_unchecked(*mv).board(), mv.to(), !turn, &VALUES)
                    < VALUES[Role::Queen]
        })
}
