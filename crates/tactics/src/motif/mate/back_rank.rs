//! Back-rank mate: a rook or queen mates along the king's back rank; the king's own pieces, none of them attacked,
//! occupy all squares in front of it.

use pinsight_rules::{Bitboard, Rank, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let heavy = mated.theirs(Role::Rook) | mated.theirs(Role::Queen);
    let along = mated.checkers & heavy & Bitboard::from_rank(mated.king.rank());
    let front = mated.around() & Bitboard::from_rank(mated.color.relative(Rank::Second));
    let enclosed = front.is_subset(mated.own())
        && front
            .into_iter()
            .all(|square| mated.board.attackers(square, !mated.color, mated.board.occupied()).is_empty());
    (mated.is_on_back_rank() && along.any() && enclosed).then_some(Bitboard::EMPTY)
}
