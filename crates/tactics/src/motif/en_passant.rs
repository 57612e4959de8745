//! En passant.

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds en passant captures by the side that profits.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours().filter(|(_, step)| step.mv.is_en_passant()) {
        let squares = [(SquareRole::From, step.mv.from()), (SquareRole::To, step.mv.to())];
        let motif = Motif::new(MotifKind::EnPassant, line.side(), squares);
        found.push(motif.with(SquareRole::Target, step.mv.capture_square()).at(ply));
    }
}
