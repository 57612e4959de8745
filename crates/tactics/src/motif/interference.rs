//! Interference: a piece comes between a slider and the piece that it defends.

use pinsight_rules::attacks::between;

use super::combination::Combination;
use super::facts::{attackers, is_defended, is_slider};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds captures of an undefended piece that a slider defended until the move before, or the reply to it, came between
/// them.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let target = second.mv.to();
        if second.captured.is_none() || reply.mv.to() == target || is_defended(second.before.board(), target)
        {
            continue;
        }
        for blocking in [first, reply] {
            let board = blocking.before.board();
            let cut_off = attackers(board, target, !line.side()).into_iter().find(|&defender| {
                is_slider(board, defender) && between(defender, target).contains(blocking.mv.to())
            });
            if let Some(defender) = cut_off {
                let squares = [
                    (SquareRole::Defender, defender),
                    (SquareRole::Blocker, blocking.mv.to()),
                    (SquareRole::Target, target),
                ];
                found.push(Motif::new(MotifKind::Interference, line.side(), squares).at(follow_up.ply - 2));
                break;
            }
        }
    }
}
