//! Back-rank weakness: a king on its back rank without an escape square in front of it.

use pinsight_rules::attacks::king_attacks;
use pinsight_rules::{Bitboard, Color, Position, Rank};

use super::facts::attackers;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds kings on their back rank that cannot step forward, have no rook or queen on that rank, and face a rook or
/// queen.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let board = position.board();
    let heavy = board.orthogonal_sliders();
    for color in Color::ALL {
        let king = position.king(color);
        let back_rank = color.relative(Rank::First);
        let (own, theirs) = (board.by_color(color), board.by_color(!color));
        let front = king_attacks(king) & Bitboard::from_rank(color.relative(Rank::Second));
        let is_closed = |square| own.contains(square) || attackers(board, square, !color).any();
        if king.rank() == back_rank
            && heavy.intersects(theirs)
            && !heavy.intersects(own & Bitboard::from_rank(back_rank))
            && front.intersects(own)
            && front.into_iter().all(is_closed)
        {
            let motif = Motif::new(MotifKind::BackRankWeakness, !color, [(SquareRole::King, king)]);
            found.push(motif.with(SquareRole::Blocker, front & own));
        }
    }
}
