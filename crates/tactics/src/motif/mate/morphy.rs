//! Morphy's mate: a bishop mates, and a rook covers a free square next to the king that the bishop does not.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    mated.checker(Role::Bishop)?;
    mated.confining(mated.theirs(Role::Rook))
}
