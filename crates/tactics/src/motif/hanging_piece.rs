//! Hanging piece: a piece that can be captured for nothing.

use pinsight_rules::{Position, Role, VALUES, exchange};

use super::combination::Combination;
use super::facts::{attackers, balance, is_defended, value};
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the pieces, not pawns, that the other side wins by captures on their square alone.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let board = position.board();
    for (square, piece) in board.pieces() {
        let is_piece = !matches!(piece.role, Role::Pawn | Role::King);
        if is_piece && exchange(board, square, !piece.color, &VALUES) > 0 {
            let motif = Motif::new(MotifKind::HangingPiece, !piece.color, [(SquareRole::Target, square)]);
            found.push(motif.with(SquareRole::Attacker, attackers(board, square, !piece.color)));
        }
    }
}

/// Finds a first move that captures an undefended piece, unless that only takes back what the piece captured there or
/// the side loses material by its next move.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    let Some(step) = line.steps.first() else { return };
    let Some(captured) = step.captured.filter(|captured| captured.role != Role::Pawn) else { return };
    let (from, to) = (step.mv.from(), step.mv.to());
    let takes_back = line.lead.is_some_and(|lead| {
        let taken = lead.captured.map_or(0, |taken| value(taken.role));
        lead.mv.to() == to && lead.captured.is_some() && taken >= value(captured.role)
    });
    let balance_after =
        |index: usize| line.steps.get(index).map(|step| balance(step.after.board(), line.side()));
    let keeps = balance_after(2).is_none_or(|later| Some(later) >= balance_after(0));
    if !is_defended(step.before.board(), to) && !takes_back && keeps {
        let squares = [(SquareRole::From, from), (SquareRole::Target, to)];
        found.push(Motif::new(MotifKind::HangingPiece, line.side(), squares).at(0));
    }
}
