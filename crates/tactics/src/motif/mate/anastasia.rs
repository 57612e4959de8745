//! Anastasia's mate: a rook or queen mates along the a- or h-file. The king's own piece is beside it, and a knight
//! two squares further inwards covers the squares diagonally next to the king.

use pinsight_rules::{Bitboard, File, Role};

use super::{Mated, is_edge_file, is_edge_rank};

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let king = mated.king;
    if !is_edge_file(king) || is_edge_rank(king) {
        return None;
    }
    let heavy = mated.theirs(Role::Rook) | mated.theirs(Role::Queen);
    if !mated.checkers.intersects(heavy & Bitboard::from_file(king.file())) {
        return None;
    }
    let inward = if king.file() == File::A { 1 } else { -1 };
    let beside = king.offset(inward, 0)?;
    let knight = king.offset(3 * inward, 0)?;
    let matches = mated.own().contains(beside) && mated.theirs(Role::Knight).contains(knight);
    matches.then(|| Bitboard::from_square(knight))
}
