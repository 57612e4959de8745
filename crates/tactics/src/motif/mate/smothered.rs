//! Smothered mate: a knight mates a king whose neighbouring squares are all occupied by its own pieces.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let knight = mated.checkers.intersects(mated.theirs(Role::Knight));
    (knight && mated.around().is_subset(mated.own())).then_some(Bitboard::EMPTY)
}
