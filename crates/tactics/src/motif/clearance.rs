//! Clearance: a piece vacates a square or line for another piece.

use pinsight_rules::Role;
use pinsight_rules::attacks::between;

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds moves of a slider, or promotions, onto or across the square that the side's move before has left. They capture
/// nothing and do not answer a check. If they give check, the king has not moved in between.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let (from, to) = (second.mv.from(), second.mv.to());
        let can_use = second.piece.role.is_slider() || second.mv.promotion().is_some();
        let is_quiet = second.captured.is_none() && !second.before.in_check();
        let meets_king = second.after.in_check() && reply.piece.role == Role::King;
        let path = between(from, to).with(to);
        let is_cleared = path.contains(first.mv.from()) && !path.contains(first.mv.to());
        if can_use
            && is_quiet
            && !meets_king
            && is_cleared
            && first.mv.promotion().is_none()
            && first.mv.to() != from
        {
            let squares =
                [(SquareRole::Key, first.mv.from()), (SquareRole::From, from), (SquareRole::To, to)];
            found.push(Motif::new(MotifKind::Clearance, line.side(), squares).at(follow_up.ply - 2));
        }
    }
}
