//! Attraction: offers a piece on a square where the capturing king, queen or rook is then attacked.

use pinsight_rules::Role;

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds an offer that a king, queen or rook captures and the attack on it by the next move. A queen or rook is
/// captured by the move after that.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    for follow_up in line.follow_ups() {
        let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
        let square = first.mv.to();
        let wins = match reply.piece.role {
            Role::King => true,
            Role::Queen | Role::Rook => {
                line.steps.get(follow_up.ply + 2).is_some_and(|third| third.mv.to() == square)
            }
            _ => false,
        };
        let attacks = second.after.board().attacks_from(second.mv.to()).contains(square);
        if wins && attacks && reply.mv.to() == square {
            let squares = [(SquareRole::Target, square), (SquareRole::Attacker, second.mv.to())];
            found.push(Motif::new(MotifKind::Attraction, line.side(), squares).at(follow_up.ply - 2));
        }
    }
}
