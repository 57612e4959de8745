//! Piece values and material.

use crate::{Board, ByRole, Color, Role};

/// Piece values; the king's is not used.
pub type Values = ByRole<i32>;

/// The usual values: pawn 1, knight and bishop 3, rook 5, queen 9.
pub const VALUES: Values = ByRole { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

/// Returns the material of `color` minus that of the other side, kings excluded.
///
/// ```
/// use pinsight_rules::{Color, Position, VALUES, material_balance};
/// let position: Position = "4k3/3p4/8/8/5R2/8/8/4K3 w - - 0 1".parse()?;
/// assert_eq!(material_balance(position.board(), Color::White, &VALUES), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn material_balance(board: &Board, color: Color, values: &Values) -> i32 {
    let count = |color, role| (board.by_role(role) & board.by_color(color)).len() as i32;
    let roles = Role::ALL.into_iter().filter(|&role| role != Role::King);
    roles.map(|role| values[role] * (count(color, role) - count(!color, role))).sum()
}
