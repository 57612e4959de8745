//! Facts about attacks and defence that several motifs share.

use pinsight_rules::{Bitboard, Board, Color, Role, Square, VALUES, material_balance};

/// The value of a piece; the king is worth more than all others together.
pub(super) fn value(role: Role) -> i32 {
    if role == Role::King { 99 } else { VALUES.of(role) }
}

/// The value of the piece on a square; 0 if it is empty.
pub(super) fn value_at(board: &Board, square: Square) -> i32 {
    board.role_at(square).map_or(0, value)
}

/// The material of `color` minus that of the other side.
pub(super) fn balance(board: &Board, color: Color) -> i32 {
    material_balance(board, color, &VALUES)
}

/// The pieces of `color` that attack `square`.
pub(super) fn attackers(board: &Board, square: Square, color: Color) -> Bitboard {
    board.attackers(square, color, board.occupied())
}

/// The enemy pieces that the piece on `square` attacks.
pub(super) fn attacked_by(board: &Board, square: Square) -> Bitboard {
    let enemies = board.color_at(square).map_or(Bitboard::EMPTY, |color| board.by_color(!color));
    board.attacks_from(square) & enemies
}

/// Whether a bishop, rook or queen is on `square`.
pub(super) fn is_slider(board: &Board, square: Square) -> bool {
    board.role_at(square).is_some_and(Role::is_slider)
}

/// Whether the piece on `square` has a defender, directly or behind a piece that attacks it: that one recaptures once
/// the attacker has captured.
pub(super) fn is_defended(board: &Board, square: Square) -> bool {
    let Some(color) = board.color_at(square) else { return false };
    let behind = |attacker| board.attackers(square, color, board.occupied().without(attacker)).any();
    attackers(board, square, color).any() || attackers(board, square, !color).into_iter().any(behind)
}

/// Whether the piece on `square` is attacked and either undefended or worth more than an attacker.
pub(super) fn is_en_prise(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else { return false };
    let attackers = attackers(board, square, !piece.color);
    let is_cheaper = |attacker| value_at(board, attacker) < value(piece.role);
    attackers.any() && (attackers.into_iter().any(is_cheaper) || !is_defended(board, square))
}
