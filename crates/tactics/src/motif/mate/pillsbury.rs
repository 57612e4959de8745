//! Pillsbury's mate: a rook mates, and a bishop that does not defend it covers a free square next to the king that the
//! rook does not.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let rook = mated.checker(Role::Rook)?;
    let adjacent = mated.around().contains(rook);
    let defenders = if adjacent { mated.attackers(rook) } else { Bitboard::EMPTY };
    mated.confining(mated.theirs(Role::Bishop) - defenders)
}
