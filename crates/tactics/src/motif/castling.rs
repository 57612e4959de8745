//! Castling.

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds castling by the side that profits.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours().filter(|(_, step)| step.mv.castling_side().is_some()) {
        let squares = [(SquareRole::From, step.mv.from()), (SquareRole::To, step.mv.to())];
        found.push(Motif::new(MotifKind::Castling, line.side(), squares).at(ply));
    }
}
