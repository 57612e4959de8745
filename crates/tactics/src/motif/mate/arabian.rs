//! Arabian mate: a rook next to a king in the corner mates, defended by a knight that also covers the last escape
//! square.

use pinsight_rules::attacks::knight_attacks;
use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    if !mated.is_in_corner() {
        return None;
    }
    let king = mated.king;
    let rooks = mated.checkers & mated.theirs(Role::Rook) & mated.around();
    let covers = |knight: &pinsight_rules::Square| {
        knight.distance(king) == 2 && knight.file() != king.file() && knight.rank() != king.rank()
    };
    rooks
        .into_iter()
        .find_map(|rook| (knight_attacks(rook) & mated.theirs(Role::Knight)).into_iter().find(covers))
        .map(Bitboard::from_square)
}
