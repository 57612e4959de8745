//! Overloaded defender: one piece is the only one that keeps two others from being lost.

use pinsight_rules::{Bitboard, Board, Position, Role, Square, VALUES, exchange};

use super::combination::Combination;
use super::facts::attackers;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the overloaded defenders of both sides: with the defender lifted off the board, captures on each of two or
/// more squares that it defends gain material; with it in place they do not.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let board = position.board();
    for (defender, piece) in board.pieces().filter(|(_, piece)| piece.role != Role::King) {
        let defended =
            board.attacks_from(defender) & (board.by_color(piece.color) - board.by_role(Role::King));
        if !defended.more_than_one() {
            continue;
        }
        let targets: Bitboard =
            defended.into_iter().filter(|&target| is_needed(board, defender, target)).collect();
        if targets.more_than_one() {
            let squares = [(SquareRole::Defender, defender)];
            let motif = Motif::new(MotifKind::OverloadedDefender, !piece.color, squares);
            found.push(motif.with(SquareRole::Target, targets));
        }
    }
}

/// Whether the piece on `target` is safe only because of the one on `defender`.
fn is_needed(board: &Board, defender: Square, target: Square) -> bool {
    let Some(enemy) = board.color_at(target).map(|color| !color) else { return false };
    attackers(board, target, enemy).any()
        && exchange(board, target, enemy, &VALUES) == 0
        && exchange(&board.without(defender.into()), target, enemy, &VALUES) > 0
}

/// Finds a capture, the recapture by a piece, and the capture of another piece that only the recapturing piece kept
/// safe.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let (defender, target) = (reply.mv.from(), second.mv.to());
        let is_recapture = first.captured.is_some() && reply.mv.to() == first.mv.to();
        if is_recapture
            && second.captured.is_some()
            && reply.mv.to() != target
            && reply.piece.role != Role::King
            && is_needed(first.before.board(), defender, target)
        {
            let squares = [
                (SquareRole::Defender, defender),
                (SquareRole::Target, first.mv.to()),
                (SquareRole::Target, target),
            ];
            found.push(Motif::new(MotifKind::OverloadedDefender, line.side(), squares).at(follow_up.ply - 2));
        }
    }
}
