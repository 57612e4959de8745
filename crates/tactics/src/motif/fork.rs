//! Fork: one piece attacks two or more enemy pieces.

use pinsight_rules::{Bitboard, Board, Position, Role, Square};

use super::combination::Combination;
use super::facts::{attacked_by, is_defended, is_en_prise, value};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the forks of both sides.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let board = position.board();
    for (square, _) in board.pieces() {
        found.extend(fork_by(board, square));
    }
}

/// Finds moves, except the last, after which the moved piece forks.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours().filter(|&(ply, _)| !line.is_last(ply)) {
        found.extend(fork_by(step.after.board(), step.mv.to()).map(|motif| motif.at(ply)));
    }
}

/// The fork by the piece on `square`, which is not a king and not en prise. The targets are not pawns, and worth more
/// than the piece or undefended and unable to capture it.
fn fork_by(board: &Board, square: Square) -> Option<Motif> {
    let piece = board.piece_at(square).filter(|piece| piece.role != Role::King)?;
    let is_target = |target: &Square| {
        let role = board.role_at(*target).unwrap_or(Role::Pawn);
        let is_loose = || !is_defended(board, *target) && !board.attacks_from(*target).contains(square);
        role != Role::Pawn && (value(role) > value(piece.role) || is_loose())
    };
    let attacked = attacked_by(board, square);
    if !attacked.more_than_one() {
        return None;
    }
    let targets: Bitboard = attacked.into_iter().filter(is_target).collect();
    let is_fork = targets.more_than_one() && !is_en_prise(board, square);
    let motif = Motif::new(MotifKind::Fork, piece.color, [(SquareRole::Attacker, square)]);
    is_fork.then(|| motif.with(SquareRole::Target, targets))
}
