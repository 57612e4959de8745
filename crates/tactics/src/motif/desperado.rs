//! Desperado: a piece that is lost anyway captures something first.

use pinsight_rules::{Role, VALUES, exchange};

use super::combination::Combination;
use super::facts::value;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds captures by a piece that the opponent wins otherwise, of something that is worth less, where the reply
/// recaptures.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours() {
        let (from, to) = (step.mv.from(), step.mv.to());
        let is_piece = !matches!(step.piece.role, Role::Pawn | Role::King);
        let is_cheaper = step.captured.is_some_and(|captured| value(captured.role) < value(step.piece.role));
        let is_recaptured = line.steps.get(ply + 1).is_some_and(|reply| reply.mv.to() == to);
        let is_lost = || exchange(step.before.board(), from, !line.side(), &VALUES) > 0;
        if is_piece && is_cheaper && is_recaptured && is_lost() {
            let squares = [(SquareRole::From, from), (SquareRole::Target, to)];
            found.push(Motif::new(MotifKind::Desperado, line.side(), squares).at(ply));
        }
    }
}
