//! Capturing the defender: captures a piece that defends another one, then captures the other one.

use pinsight_rules::Role;

use super::combination::Combination;
use super::facts::{attackers, is_defended, value};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds captures without check of a defender, followed by another piece's capture of what it defended. The second
/// victim is undefended then and not worth more than its captor, which could have captured it at once otherwise.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let Some(captured) = second.captured else { continue };
        let (defender, target) = (first.mv.to(), second.mv.to());
        let takes_defender = first.captured.is_some()
            && !first.after.in_check()
            && attackers(first.before.board(), target, !line.side()).contains(defender);
        let is_other_piece = second.mv.from() != defender && second.piece.role != Role::King;
        if takes_defender
            && is_other_piece
            && value(captured.role) <= value(second.piece.role)
            && reply.mv.to() != target
            && !is_defended(second.before.board(), target)
            && !second.after.is_checkmate()
        {
            let squares = [(SquareRole::Defender, defender), (SquareRole::Target, target)];
            found.push(Motif::new(MotifKind::CapturingDefender, line.side(), squares).at(follow_up.ply - 2));
        }
    }
}
