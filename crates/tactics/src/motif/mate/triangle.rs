//! Triangle mate: a queen and a rook, both next to the king, on one rank or file with one square between them.

use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let queen = mated.checker(Role::Queen)?;
    let king = mated.king;
    if queen.distance(king) != 1 {
        return None;
    }
    (mated.theirs(Role::Rook) & mated.around())
        .into_iter()
        .find(|rook| {
            (rook.file() == queen.file() || rook.rank() == queen.rank()) && rook.distance(queen) == 2
        })
        .map(Bitboard::from_square)
}
