//! Boden's mate: two bishops mate on crossing diagonals, from both sides of the king's file.

use pinsight_rules::Bitboard;

use super::Mated;
use super::double_bishop::mating_bishops;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    mating_bishops(mated).filter(|bishops| bishops.are_crossing).map(|bishops| bishops.squares)
}
