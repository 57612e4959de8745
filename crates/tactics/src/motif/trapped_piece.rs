//! Trapped piece: a piece that cannot escape capture.

use pinsight_rules::{Position, Role, Square};

use super::combination::Combination;
use super::facts::{attackers, is_en_prise, value};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the trapped pieces of the side to move, and those of the other side as if it had the move.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    for position in [Some(*position), position.pass()].into_iter().flatten() {
        let (board, side) = (position.board(), position.turn());
        for square in board.by_color(side) {
            if is_trapped(&position, square) {
                let motif = Motif::new(MotifKind::TrappedPiece, !side, [(SquareRole::Target, square)]);
                found.push(motif.with(SquareRole::Attacker, attackers(board, square, !side)));
            }
        }
    }
}

/// Finds captures of a piece that was trapped before the reply.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (reply, second) = (follow_up.reply, follow_up.second);
        if second.captured.is_none_or(|captured| captured.role == Role::Pawn) {
            continue;
        }
        let moved = reply.mv.to() == second.mv.to();
        let square = if moved { reply.mv.from() } else { second.mv.to() };
        if is_trapped(&reply.before, square) {
            let motif = Motif::new(MotifKind::TrappedPiece, line.side(), [(SquareRole::Target, square)]);
            let attackers = attackers(reply.before.board(), square, line.side());
            found.push(motif.with(SquareRole::Attacker, attackers).at(follow_up.ply - 2));
        }
    }
}

/// Whether a piece of the side to move, neither pawn nor king, is en prise and stays so wherever it moves, and cannot
/// capture anything of its value. A pinned piece, and any in check, does not count.
fn is_trapped(position: &Position, square: Square) -> bool {
    let board = position.board();
    let Some(role) = board.role_at(square).filter(|role| !matches!(role, Role::Pawn | Role::King)) else {
        return false;
    };
    if !is_en_prise(board, square) || position.in_check() || position.pinned(position.turn()).contains(square)
    {
        return false;
    }
    position.legal_moves_from(square).iter().all(|&mv| {
        let compensated = position.captured(mv).is_some_and(|captured| value(captured.role) >= value(role));
        !compensated && is_en_prise(position.play_unchecked(mv).board(), mv.to())
    })
}
