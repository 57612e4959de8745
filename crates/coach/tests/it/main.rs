//! Tests of the coach.

mod engines;
mod findings;
mod journal;
mod positions;
mod stockfish;

use pinsight_rules::{Ply, Position};

/// Plays moves in SAN from a position.
fn plies(start: &Position, moves: &str) -> Vec<Ply> {
    let mut before = *start;
    let mut plies = Vec::new();
    for san in moves.split_whitespace() {
        let mv = before.parse_move(san).unwrap_or_else(|error| panic!("{error}"));
        plies.push(Ply::new(plies.len() + 1, before, mv));
        before = before.play_unchecked(mv);
    }
    plies
}
