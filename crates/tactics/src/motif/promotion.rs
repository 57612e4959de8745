//! Promotion and under-promotion.

use pinsight_rules::Role;

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds promotions by the side that profits.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours() {
        let Some(role) = step.mv.promotion() else { continue };
        let squares = [(SquareRole::From, step.mv.from()), (SquareRole::To, step.mv.to())];
        found.push(Motif::new(MotifKind::Promotion, line.side(), squares).at(ply));
        if role != Role::Queen {
            found.push(Motif::new(MotifKind::UnderPromotion, line.side(), squares).at(ply));
        }
    }
}
