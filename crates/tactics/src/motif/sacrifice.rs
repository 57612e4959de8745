//! Sacrifice: gives up material for a later gain.

use super::combination::Combination;
use super::facts::balance;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// The least material that is given up, in pawns.
const MIN_LOSS: i32 = 2;

/// Finds the first move after which, following the reply and the side's next move, the side is at least two pawns worse
/// off than at the start.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    let side = line.side();
    let start = balance(line.start.board(), side);
    let is_down = |step: &super::Step| balance(step.after.board(), side) <= start - MIN_LOSS;
    if let Some(follow_up) = line.follow_ups().find(|follow_up| is_down(follow_up.second)) {
        let squares = [(SquareRole::Target, follow_up.reply.mv.to())];
        found.push(Motif::new(MotifKind::Sacrifice, side, squares).at(follow_up.ply - 2));
    }
}
