//! Intermezzo: another move before an expected recapture.

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds a recapture that was possible at once but is played only after another move and its reply. The reply comes
/// from a piece that did not guard the square: otherwise it was deflected.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    let (Some(lead), Some(follow_up)) = (line.lead.as_ref(), line.follow_ups().next()) else { return };
    let (first, reply, second) = (follow_up.first, follow_up.reply, follow_up.second);
    let square = second.mv.to();
    let is_expected = lead.captured.is_some()
        && lead.mv.to() == square
        && lead.after.legal_moves_from(second.mv.from()).iter().any(|mv| mv.to() == square);
    if is_expected
        && second.captured.is_some()
        && first.mv.to() != square
        && reply.mv.to() != square
        && !reply.before.board().attacks_from(reply.mv.from()).contains(square)
    {
        let squares = [
            (SquareRole::From, first.mv.from()),
            (SquareRole::To, first.mv.to()),
            (SquareRole::Target, square),
        ];
        found.push(Motif::new(MotifKind::Intermezzo, line.side(), squares).at(0));
    }
}
