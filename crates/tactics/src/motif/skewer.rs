//! Skewer: a slider attacks a piece; when that moves away, the slider captures the piece behind it.

use pinsight_rules::attacks::between;
use pinsight_rules::{Position, VALUES};

use super::combination::Combination;
use super::facts::{is_en_prise, is_slider, value};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};
use crate::line::{LineKind, lines};

/// Finds the skewers of both sides, as defined in `docs/pins.md`.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    for line in lines(position.board(), &VALUES) {
        if matches!(line.kind, LineKind::Skewer | LineKind::AbsoluteSkewer) {
            let [attacker, front, back] = line.squares();
            let squares =
                [(SquareRole::Attacker, attacker), (SquareRole::Target, front), (SquareRole::Shielded, back)];
            found.push(Motif::new(MotifKind::Skewer, line.attacker.piece.color, squares));
        }
    }
}

/// Finds captures by a slider through the square that a more valuable piece has just left. The captured piece was en
/// prise.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (reply, second) = (follow_up.reply, follow_up.second);
        let board = second.before.board();
        let (from, to) = (second.mv.from(), second.mv.to());
        let Some(captured) = second.captured.filter(|_| is_slider(board, from)) else { continue };
        let left_line = between(from, to).contains(reply.mv.from()) && reply.mv.to() != to;
        if left_line
            && value(reply.piece.role) > value(captured.role)
            && is_en_prise(board, to)
            && !second.after.is_checkmate()
        {
            let squares = [
                (SquareRole::Attacker, from),
                (SquareRole::Target, reply.mv.from()),
                (SquareRole::Shielded, to),
            ];
            found.push(Motif::new(MotifKind::Skewer, line.side(), squares).at(follow_up.ply - 2));
        }
    }
}
