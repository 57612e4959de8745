//! A searched line.

use pinsight_rules::Move;

use super::value::Value;

/// A line of play with the value of its first move.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) value: Value,
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) moves: Vec<Move>,
}

pub(super) fn first_move(lines: &[Line]) -> Option<Move> {
    lines.first().and_then(|line| line.moves.first()).copied()
}

/// Fills `new` up to `count` lines with the old lines whose first move it lacks.
pub(super) fn merge(new: Vec<Line>, old: Vec<Line>, count: usize) -> Vec<Line> {
    let mut lines = new;
    for line in old {
        if lines.len() < count && lines.iter().all(|known| known.moves.first() != line.moves.first()) {
            lines.push(line);
        }
    }
    lines
}
