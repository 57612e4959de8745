//! Corner mate: a knight mates, and a rook or queen covers a free square next to the king that the knight does not.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    mated.checker(Role::Knight)?;
    mated.confining(mated.theirs(Role::Rook) | mated.theirs(Role::Queen))
}
