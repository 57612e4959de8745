//! Discovered attack and discovered check: a piece leaves the line of a slider of its own side.

use pinsight_rules::attacks::{between, line as line_through};
use pinsight_rules::{Color, Position, Role, Square};

use super::combination::Combination;
use super::facts::{is_defended, value_at};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the discovered attacks and checks that the side to move has available: a slider, an own piece in front of it
/// with a legal move off the line, and behind that an enemy piece that is worth more than the slider or undefended.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let (board, side) = (position.board(), position.turn());
    let own = board.by_color(side);
    for slider in (board.diagonal_sliders() | board.orthogonal_sliders()) & own {
        let seen = board.attacks_from(slider);
        for blocker in seen & own {
            let lifted = board.without(blocker.into());
            for target in (lifted.attacks_from(slider) - seen) & board.by_color(!side) {
                if is_worthwhile(position, slider, target) && can_leave(position, blocker, slider) {
                    let is_king = board.role_at(target) == Some(Role::King);
                    let kind = if is_king { MotifKind::DiscoveredCheck } else { MotifKind::DiscoveredAttack };
                    found.push(discovery(kind, side, slider, target).with(SquareRole::Blocker, [blocker]));
                }
            }
        }
    }
}

fn is_worthwhile(position: &Position, slider: Square, target: Square) -> bool {
    let board = position.board();
    board.role_at(target) != Some(Role::Pawn)
        && (value_at(board, target) > value_at(board, slider) || !is_defended(board, target))
}

/// Whether the piece on `blocker` has a legal move off the line.
fn can_leave(position: &Position, blocker: Square, slider: Square) -> bool {
    let along = line_through(slider, blocker);
    position.legal_moves_from(blocker).iter().any(|mv| !along.contains(mv.to()))
}

/// Finds discovered checks, and captures through a square that the side's move before has left.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    let side = line.side();
    for (ply, step) in line.ours() {
        let to = step.mv.to();
        let king = step.after.king(!side);
        let checkers = step.after.checkers();
        for slider in checkers.without(to) {
            let squares = |kind| discovery(kind, side, slider, king).with(SquareRole::To, [to]).at(ply);
            found.push(squares(MotifKind::DiscoveredCheck));
            if !checkers.contains(to) {
                found.push(squares(MotifKind::DiscoveredAttack));
            }
        }
    }
    for follow_up in line.follow_ups() {
        let (first, second) = (follow_up.first.mv, follow_up.second.mv);
        let path = between(second.from(), second.to());
        let opened = path.contains(first.from()) && !path.contains(first.to());
        let recaptures = follow_up.reply.mv.to() == second.to();
        if opened && !recaptures && follow_up.second.captured.is_some() && first.to() != second.from() {
            let motif = discovery(MotifKind::DiscoveredAttack, side, second.from(), second.to());
            found.push(motif.with(SquareRole::To, [first.to()]).at(follow_up.ply - 2));
        }
    }
}

fn discovery(kind: MotifKind, side: Color, slider: Square, target: Square) -> Motif {
    let role = if kind == MotifKind::DiscoveredCheck { SquareRole::King } else { SquareRole::Target };
    Motif::new(kind, side, [(SquareRole::Attacker, slider), (role, target)])
}
