//! X-ray attack and defence: a slider attacks or defends a square through an enemy piece.

use pinsight_rules::attacks::between;
use pinsight_rules::{Position, Role, VALUES};

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};
use crate::line::{LineKind, lines};

/// Finds lines through an enemy piece: attacks on the piece behind that are neither pins nor skewers, and defence of an
/// own piece that the enemy piece in between attacks.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let board = position.board();
    for line in lines(board, &VALUES).into_iter().filter(|line| line.kind == LineKind::XRay) {
        let [attacker, blocker, target] = line.squares();
        let squares =
            [(SquareRole::Attacker, attacker), (SquareRole::Blocker, blocker), (SquareRole::Target, target)];
        found.push(Motif::new(MotifKind::XRayAttack, line.attacker.piece.color, squares));
    }
    for (slider, piece) in board.pieces().filter(|(_, piece)| piece.role.is_slider()) {
        let seen = board.attacks_from(slider);
        for blocker in seen & board.by_color(!piece.color) {
            let behind = board.without(blocker.into()).attacks_from(slider) - seen;
            let defended = behind & board.attacks_from(blocker) & board.by_color(piece.color);
            for target in defended - board.by_role(Role::King) {
                let squares = [
                    (SquareRole::Defender, slider),
                    (SquareRole::Blocker, blocker),
                    (SquareRole::Target, target),
                ];
                found.push(Motif::new(MotifKind::XRayDefence, piece.color, squares));
            }
        }
    }
}

/// Finds recaptures through the square from which the reply captured. It is an attack if the side had captured on that
/// square before, and a defence if it had a piece there.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let (from, to) = (second.mv.from(), second.mv.to());
        let is_through = between(from, to).contains(reply.mv.from());
        if !is_through || reply.mv.to() != to || reply.captured.is_none() {
            continue;
        }
        let (kind, role) = match first.mv.to() == to {
            true if first.piece.role == Role::King => continue,
            true => (MotifKind::XRayAttack, SquareRole::Attacker),
            false => (MotifKind::XRayDefence, SquareRole::Defender),
        };
        let squares = [(role, from), (SquareRole::Blocker, reply.mv.from()), (SquareRole::Target, to)];
        found.push(Motif::new(kind, line.side(), squares).at(follow_up.ply));
    }
}
