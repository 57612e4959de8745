//! Pin: a piece that cannot leave a line because of the piece behind it.

use pinsight_rules::attacks::line as line_through;
use pinsight_rules::{Board, KingPin, Position, VALUES};

use super::combination::Combination;
use super::facts::{attacked_by, attackers, is_defended, value_at};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};
use crate::line::lines;

/// Finds the pins of both sides, absolute and relative, as defined in `docs/pins.md`.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    for line in lines(position.board(), &VALUES) {
        if line.kind.is_pin() {
            let [attacker, pinned, shielded] = line.squares();
            let squares = [
                (SquareRole::Attacker, attacker),
                (SquareRole::Pinned, pinned),
                (SquareRole::Shielded, shielded),
            ];
            found.push(Motif::new(MotifKind::Pin, line.attacker.piece.color, squares));
        }
    }
}

/// Finds moves after which an absolute pin matters: the pinned piece cannot capture what it attacks, or cannot escape
/// an attack.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for (ply, step) in line.ours() {
        let board = step.after.board();
        for pin in step.after.king_pins(!line.side()) {
            if prevents_capture(board, &pin) || prevents_escape(board, &pin) {
                let squares = [
                    (SquareRole::Attacker, pin.attacker),
                    (SquareRole::Pinned, pin.pinned),
                    (SquareRole::Shielded, pin.king),
                ];
                found.push(Motif::new(MotifKind::Pin, line.side(), squares).at(ply));
            }
        }
    }
}

/// Whether the pinned piece attacks a piece off the line that is worth more or undefended.
fn prevents_capture(board: &Board, pin: &KingPin) -> bool {
    let along = line_through(pin.attacker, pin.king);
    let targets = attacked_by(board, pin.pinned) - along;
    let own = value_at(board, pin.pinned);
    targets.into_iter().any(|target| value_at(board, target) > own || !is_defended(board, target))
}

/// Whether a cheaper piece attacks the pinned piece, or it is undefended and cannot capture the attacker.
fn prevents_escape(board: &Board, pin: &KingPin) -> bool {
    let Some(color) = board.color_at(pin.pinned) else { return false };
    let own = value_at(board, pin.pinned);
    let can_capture = board.attacks_from(pin.pinned).contains(pin.attacker);
    attackers(board, pin.pinned, !color).into_iter().any(|attacker| value_at(board, attacker) < own)
        || !is_defended(board, pin.pinned) && !can_capture
}
