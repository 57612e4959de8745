//! Zugzwang: every move loses something that passing would keep.

use pinsight_rules::{Color, Move, Position, VALUES, exchange};

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds zugzwang of the side to move by the null-move test: not in check, it loses no material by captures on one
/// square and is not mated in one move if it passes, but every legal move leads to one or the other.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let side = position.turn();
    let moves = position.legal_moves();
    if position.in_check() || moves.is_empty() {
        return;
    }
    let loses = |mv: &Move| {
        let after = position.play_unchecked(*mv);
        let gain = position.captured(*mv).map_or(0, |captured| VALUES.of(captured.role));
        threat(&after, side) > gain || threatens_mate(&after)
    };
    // The legal moves come first, since nearly every position has a move that loses nothing.
    let is_zugzwang = moves.iter().all(loses)
        && position.pass().is_some_and(|passed| threat(&passed, side) == 0 && !threatens_mate(&passed));
    if is_zugzwang {
        let squares = [(SquareRole::King, position.king(side))];
        found.push(Motif::new(MotifKind::Zugzwang, !side, squares));
    }
}

/// Finds moves that put the opponent in zugzwang.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    line.in_each(found, in_position);
}

/// The most that the opponent of `side` gains by captures on one square.
fn threat(position: &Position, side: Color) -> i32 {
    let board = position.board();
    let gains = board.by_color(side).into_iter().map(|square| exchange(board, square, !side, &VALUES));
    gains.max().unwrap_or(0)
}

/// Whether the side to move mates in one move.
fn threatens_mate(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| position.play_unchecked(mv).is_checkmate())
}
