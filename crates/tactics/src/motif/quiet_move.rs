//! Quiet move: no check, no capture, and no attack on an enemy piece.

use pinsight_rules::{Color, Rank, Role};

use super::combination::{Combination, Step};
use super::facts::attacked_by;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds quiet moves of pieces other than the king, except the last move and answers to check.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours().filter(|&(ply, _)| !line.is_last(ply)) {
        if step.piece.role != Role::King && !step.before.in_check() && is_quiet(step, line.side()) {
            let squares = [(SquareRole::From, step.mv.from()), (SquareRole::To, step.mv.to())];
            found.push(Motif::new(MotifKind::QuietMove, line.side(), squares).at(ply));
        }
    }
}

/// Whether a move neither captures, checks nor attacks anything with the moved piece. A pawn that moves to its sixth
/// rank or beyond threatens to promote.
pub(super) fn is_quiet(step: &Step, side: Color) -> bool {
    let to = step.mv.to();
    step.captured.is_none()
        && !(step.piece.role == Role::Pawn && side.relative(to.rank()) >= Rank::Sixth)
        && attacked_by(step.after.board(), to).is_empty()
        && !step.after.in_check()
}
