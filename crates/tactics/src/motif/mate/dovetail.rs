//! Dovetail mate: a queen diagonally next to the king mates and covers every square around it alone, except for two
//! that the king's own pieces occupy. The king is not on an edge.

use pinsight_rules::{Bitboard, Role};

use super::{Mated, is_edge_file, is_edge_rank};

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let king = mated.king;
    if is_edge_file(king) || is_edge_rank(king) {
        return None;
    }
    let queen = mated.checker(Role::Queen)?;
    if queen.file() == king.file() || queen.rank() == king.rank() || queen.distance(king) > 1 {
        return None;
    }
    let behind = pinsight_rules::attacks::line(queen, king);
    let queen = Bitboard::from_square(queen);
    let is_covered = |square: pinsight_rules::Square| {
        let attackers = mated.attackers(square);
        if mated.own().contains(square) {
            attackers.is_empty() || behind.contains(square) && attackers == queen
        } else {
            attackers == queen
        }
    };
    (mated.around() - queen).into_iter().all(is_covered).then_some(Bitboard::EMPTY)
}
