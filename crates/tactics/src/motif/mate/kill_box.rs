//! Kill box mate: a queen and a rook, one of which mates, on opposite corners of a box of three by three squares that
//! contains the king.

use pinsight_rules::{Bitboard, Role, Square};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    for queen in mated.theirs(Role::Queen) {
        for rook in mated.theirs(Role::Rook) {
            let pair = Bitboard::from_square(queen).with(rook);
            if is_box(queen, rook, mated.king) && mated.checkers.is_subset(pair) {
                return Some(pair);
            }
        }
    }
    None
}

/// Whether two squares are opposite corners of a box of three by three squares that contains `inside`.
fn is_box(a: Square, b: Square, inside: Square) -> bool {
    let contains =
        |a: usize, b: usize, inside: usize| a.abs_diff(b) == 2 && (a.min(b)..=a.max(b)).contains(&inside);
    contains(a.file().index(), b.file().index(), inside.file().index())
        && contains(a.rank().index(), b.rank().index(), inside.rank().index())
}
