//! Defensive move: a move that is needed to keep the advantage.

use super::combination::Combination;
use super::kind::MotifKind;
use super::quiet_move::is_quiet;
use super::value::{Motif, SquareRole};

/// With fewer legal moves, a move does not count.
const MIN_CHOICE: usize = 3;

/// Finds answers to check without capture or check, as long as the side has not captured anything, and a quiet last
/// move of several. Both are chosen among three legal moves or more.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    let side = line.side();
    let mut has_captured = false;
    for (ply, step) in line.ours() {
        let evades =
            !has_captured && step.before.in_check() && step.captured.is_none() && !step.after.in_check();
        let is_quiet_end = ply > 0 && line.is_last(ply) && is_quiet(step, side);
        if (evades || is_quiet_end) && step.before.count_legal_moves() >= MIN_CHOICE {
            let squares = [(SquareRole::From, step.mv.from()), (SquareRole::To, step.mv.to())];
            found.push(Motif::new(MotifKind::DefensiveMove, side, squares).at(ply));
        }
        has_captured |= step.captured.is_some();
    }
}
