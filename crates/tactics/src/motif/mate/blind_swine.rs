//! Blind swine mate: two rooks side by side, both next to the king, one of which mates.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let rook = mated.checker(Role::Rook).filter(|&rook| mated.around().contains(rook))?;
    let beside = |other: &pinsight_rules::Square| other.distance(rook) == 1;
    (mated.theirs(Role::Rook) & mated.around()).into_iter().find(beside).map(Bitboard::from_square)
}
