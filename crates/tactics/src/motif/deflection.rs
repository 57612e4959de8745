//! Deflection: forces a piece away from a square or piece that it guards.

use super::combination::Combination;
use super::facts::value;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds a check or an offered piece, the reply by a piece that guarded a square, and the capture or promotion there.
///
/// The first move is not an even exchange, and the second does not capture a piece that is worth more than the captor:
/// those would gain without the deflection.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let target = second.mv.to();
        let is_forced = reply.mv.to() == first.mv.to() || first.after.in_check();
        let is_offer = first.captured.is_none_or(|captured| value(captured.role) < value(first.piece.role));
        let needs_it = match second.captured {
            Some(captured) => value(captured.role) <= value(second.piece.role),
            None => second.mv.promotion().is_some(),
        };
        if !is_forced || !is_offer || !needs_it || reply.mv.to() == target {
            continue;
        }
        let board = reply.before.board();
        let without_captor = board.occupied().without(second.mv.from());
        let guarded = board.attackers(target, !line.side(), without_captor).contains(reply.mv.from());
        if guarded && !second.after.board().attacks_from(reply.mv.to()).contains(target) {
            let squares = [
                (SquareRole::Defender, reply.mv.from()),
                (SquareRole::Target, target),
                (SquareRole::To, first.mv.to()),
            ];
            found.push(Motif::new(MotifKind::Deflection, line.side(), squares).at(follow_up.ply - 2));
        }
    }
}
