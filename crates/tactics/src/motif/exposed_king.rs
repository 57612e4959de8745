//! Exposed king: a king near its home without pawns beside or in front of it.

use pinsight_rules::attacks::king_attacks;
use pinsight_rules::{Color, Position, Rank, Role};

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the exposed kings that face a queen.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let board = position.board();
    for color in Color::ALL {
        let faces_queen = board.by_role(Role::Queen).intersects(board.by_color(!color));
        if faces_queen && is_exposed(position, color) {
            let squares = [(SquareRole::King, position.king(color))];
            found.push(Motif::new(MotifKind::ExposedKing, !color, squares));
        }
    }
}

/// Finds a check, by neither the first nor the last move, against a king that is exposed at the start.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    if !is_exposed(&line.start, !line.side()) {
        return;
    }
    let check = line.ours().find(|&(ply, step)| ply > 0 && !line.is_last(ply) && step.after.in_check());
    if let Some((ply, step)) = check {
        let squares = [(SquareRole::King, step.after.king(!line.side()))];
        found.push(Motif::new(MotifKind::ExposedKing, line.side(), squares).at(ply));
    }
}

/// Whether the king is on its first three ranks and no own pawn is next to it on its rank or the one in front.
fn is_exposed(position: &Position, color: Color) -> bool {
    let king = position.king(color);
    let board = position.board();
    let pawns = king_attacks(king) & board.by_color(color) & board.by_role(Role::Pawn);
    let rank = |square: pinsight_rules::Square| color.relative(square.rank());
    rank(king) <= Rank::Third && pawns.into_iter().all(|pawn| rank(pawn) < rank(king))
}
