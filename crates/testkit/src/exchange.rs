//! The exchange on one square by searching every order of captures: the oracle of `pinsight_rules::exchange`.

use pinsight_rules::{Bitboard, Board, Color, Piece, Rank, Role, Square, Values};

/// Returns what `color` gains at best by captures on `square`, each side free to stop at any time.
///
/// A capture counts if it opens no new attack on the capturer's own king. Takes time exponential in the attackers.
pub fn exchange(board: &Board, square: Square, color: Color, values: &Values) -> i32 {
    let Some(victim) = board.piece_at(square) else {
        return 0;
    };
    if victim.color == color || victim.role == Role::King {
        return 0;
    }
    let mut best = 0;
    for from in board.attackers(square, color, board.occupied()) {
        let Some(taker) = board.piece_at(from) else {
            continue;
        };
        let promotes = taker.role == Role::Pawn && square.rank() == color.relative(Rank::Eighth);
        let becomes = if promotes { Role::PROMOTIONS.as_slice() } else { &[taker.role] };
        for &role in becomes {
            let mut after = *board;
            after.remove(from);
            after.set(square, Piece::new(color, role));
            if opens_no_attack(board, &after, square, color) {
                let gain = values[victim.role] + values[role] - values[taker.role];
                best = best.max(gain - exchange(&after, square, !color, values));
            }
        }
    }
    best
}

/// Whether the king is not attacked after its own capture, and by no new slider after another piece's.
fn opens_no_attack(before: &Board, after: &Board, square: Square, color: Color) -> bool {
    let Some(king) = after.king(color) else {
        return true;
    };
    let attackers = |board: &Board| board.attackers(king, !color, board.occupied());
    if king == square {
        return attackers(after).is_empty();
    }
    let sliders = |board: &Board| -> Bitboard {
        let is_slider = |from: &Square| board.role_at(*from).is_some_and(Role::is_slider);
        attackers(board).into_iter().filter(is_slider).collect()
    };
    sliders(after).is_subset(sliders(before))
}
