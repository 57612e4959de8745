//! Mate threat: the opponent would be mated in one move if it passed.

use pinsight_rules::{Bitboard, Move, Position};

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Finds the threats of mate in one move against the side to move. There are none in check, because a side in check
/// cannot pass.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let Some(passed) = position.pass() else { return };
    let mates = |mv: &&Move| passed.play_unchecked(**mv).is_checkmate();
    let moves = passed.legal_moves();
    let mates: Vec<Move> = moves.iter().filter(mates).copied().collect();
    if !mates.is_empty() {
        let (from, to): (Bitboard, Bitboard) =
            (mates.iter().map(|mv| mv.from()).collect(), mates.iter().map(|mv| mv.to()).collect());
        let king = [(SquareRole::King, position.king(position.turn()))];
        let motif = Motif::new(MotifKind::MateThreat, passed.turn(), king);
        found.push(motif.with(SquareRole::From, from).with(SquareRole::To, to));
    }
}

/// Finds moves of the side that profits which threaten mate.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    line.in_each(found, in_position);
}
