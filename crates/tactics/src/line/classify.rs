//! Determines the kind and the cost of a line.

use pinsight_rules::attacks::{between, diagonals, line, orthogonals};
use pinsight_rules::{Bitboard, Board, Color, Placed, Role, Square, Values, exchange};

use super::kind::LineKind;

/// Returns the kind of the line `[attacker, pinned, shielded]` and, for a relative pin, its cost.
pub(super) fn classify(board: &Board, values: &Values, pieces: [Placed; 3]) -> (LineKind, Option<i32>) {
    if let Some(kind) = absolute_kind(pieces) {
        return (kind, None);
    }
    let [attacker, pinned, shielded] = pieces;
    let color = attacker.piece.color;
    let (front, back) = (values.of(pinned.piece.role), values.of(shielded.piece.role));
    let bound = is_bound(board, attacker, shielded);
    let gain = |board: &Board, victim: Placed| exchange(board, victim.square, color, values);
    if front > back && gain(board, pinned) > 0 {
        return (LineKind::Skewer, None);
    }
    if bound {
        return (LineKind::XRay, None);
    }
    let cost = gain(&board.without(pinned.square.into()), shielded);
    if back > front || cost > 0 { (LineKind::RelativePin, Some(cost)) } else { (LineKind::XRay, None) }
}

/// Returns the kind of the line if it does not depend on an exchange.
pub(super) fn simple_kind(board: &Board, values: &Values, pieces: [Placed; 3]) -> Option<LineKind> {
    let [attacker, pinned, shielded] = pieces;
    absolute_kind(pieces).or_else(|| {
        let may_pin = values.of(shielded.piece.role) > values.of(pinned.piece.role);
        may_pin.then(|| match is_bound(board, attacker, shielded) {
            true => LineKind::XRay,
            false => LineKind::RelativePin,
        })
    })
}

fn absolute_kind([_, pinned, shielded]: [Placed; 3]) -> Option<LineKind> {
    if shielded.piece.role == Role::King {
        Some(LineKind::AbsolutePin)
    } else if pinned.piece.role == Role::King {
        Some(LineKind::AbsoluteSkewer)
    } else {
        None
    }
}

/// Whether the attacker is absolutely pinned on another line, so that it can capture neither piece.
fn is_bound(board: &Board, attacker: Placed, shielded: Placed) -> bool {
    king_line(board, attacker).is_some_and(|bound| !bound.contains(shielded.square))
}

/// Returns the line through the king of `piece` that it may not leave, if it is absolutely pinned.
pub(crate) fn king_line(board: &Board, piece: Placed) -> Option<Bitboard> {
    let king = board.king(piece.piece.color)?;
    let bound = line(king, piece.square);
    if bound.is_empty() {
        return None;
    }
    (aiming_sliders(board, king, piece.piece.color) & bound)
        .into_iter()
        .any(|slider| between(king, slider) & board.occupied() == Bitboard::from_square(piece.square))
        .then_some(bound)
}

/// Returns the enemy sliders that would attack the king of `color` on an otherwise empty board.
pub(crate) fn aiming_sliders(board: &Board, king: Square, color: Color) -> Bitboard {
    let aiming = diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
    aiming & board.by_color(!color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::VALUES;

    #[test]
    fn a_simple_kind_is_the_kind_that_exchanges_confirm() {
        let mut simple = 0;
        for position in pinsight_testkit::random::positions(3_000, 37) {
            let board = position.board();
            for line in crate::line::lines(board, &VALUES) {
                let pieces = [line.attacker, line.pinned, line.shielded];
                if let Some(kind) = simple_kind(board, &VALUES, pieces) {
                    assert_eq!(kind, line.kind, "{position}");
                    simple += 1;
                }
            }
        }
        assert!(simple > 1_000, "{simple}");
    }
}
