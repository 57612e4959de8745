//! Double bishop mate: two bishops mate on neighbouring diagonals, from the same side of the king's file.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    mating_bishops(mated).filter(|bishops| !bishops.are_crossing).map(|bishops| bishops.squares)
}

/// Two bishops that mate without the help of other pieces.
pub(super) struct MatingBishops {
    pub(super) squares: Bitboard,
    /// Whether they are on different sides of the king's file.
    pub(super) are_crossing: bool,
}

pub(super) fn mating_bishops(mated: &Mated<'_>) -> Option<MatingBishops> {
    let bishops = mated.theirs(Role::Bishop);
    let (first, second) = (bishops.first()?, bishops.last()?);
    if first == second {
        return None;
    }
    let free = mated.around().with(mated.king) - mated.own().without(mated.king);
    let alone = free.into_iter().all(|square| mated.attackers(square).is_subset(bishops));
    let is_left = |bishop: pinsight_rules::Square| bishop.file() < mated.king.file();
    let are_crossing = is_left(first) != is_left(second);
    alone.then_some(MatingBishops { squares: bishops, are_crossing })
}
