//! Vukovic's mate: a rook next to a king on an edge mates, defended by a third piece, and a knight two squares from the
//! king covers its escape squares.

use pinsight_rules::{Bitboard, Role};

use super::{Mated, is_edge_file, is_edge_rank};

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let rook = mated.checker(Role::Rook)?;
    let king = mated.king;
    if rook.distance(king) != 1 || !(is_edge_file(king) || is_edge_rank(king)) {
        return None;
    }
    let knights = mated.theirs(Role::Knight);
    let defenders = mated.attackers(rook) - knights;
    let in_front = |knight: &pinsight_rules::Square| {
        knight.distance(king) == 2 && (knight.file() == king.file() || knight.rank() == king.rank())
    };
    let knight = knights.into_iter().find(in_front)?;
    defenders.any().then(|| defenders.with(knight))
}
