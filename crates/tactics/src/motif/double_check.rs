//! Double check: two pieces give check at once.

use pinsight_rules::Position;

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds a double check against the side to move.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let checkers = position.checkers();
    if checkers.more_than_one() {
        let king = position.king(position.turn());
        let motif = Motif::new(MotifKind::DoubleCheck, !position.turn(), [(SquareRole::King, king)]);
        found.push(motif.with(SquareRole::Attacker, checkers));
    }
}

/// Finds double checks by the side that profits.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    line.in_each(found, in_position);
}
