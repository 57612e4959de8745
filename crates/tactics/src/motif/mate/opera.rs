//! Opera mate: a rook next to the king mates, defended by a bishop.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let rook = mated.checker(Role::Rook).filter(|&rook| mated.around().contains(rook))?;
    let bishops = mated.attackers(rook) & mated.theirs(Role::Bishop);
    bishops.any().then_some(bishops)
}
