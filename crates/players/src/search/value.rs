//! Values inside the search: centipawns, with mate scores at both ends.

use crate::score;

/// Centipawns from the side to move's point of view; mate scores near [`MATE`].
pub(super) type Value = i32;

/// The maximum length of a search path.
pub(super) const MAX_PLY: usize = 120;
/// The value of giving mate at the root.
pub(super) const MATE: Value = 30_000;
/// Values of at least this are mate scores.
pub(super) const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// Larger than every value.
pub(super) const INFINITE: Value = 31_000;
pub(super) const DRAW: Value = 0;

/// The value of being mated_in `ply` half-moves from the root.
pub(super) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Converts a mate score from plies from the root to plies from the node, as the table stores it.
pub(super) const fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value + ply as Value
    } else if value <= -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// Reverses [`to_table`]; `None` for a mate farther from the root than the longest path. One entry may lead to another, so the
/// distance could grow without end.
pub(super) const fn from_table(value: Value, ply: usize) -> Option<Value> {
    let from_root = if value >= MATE_BOUND {
        value - ply as Value
    } else if value <= -MATE_BOUND {
        value + ply as Value
    } else {
        return Some(value);
    };
    if from_root.abs() >= MATE - MAX_PLY as Value { Some(from_root) } else { None }
}

/// Converts to the public form, with mates in moves.
pub(super) const fn to_score(value: Value) -> score::Value {
    if value >= MATE_BOUND {
        score::Value::MatesIn(((MATE - value + 1) / 2) as u32)
    } else if value <= -MATE_BOUND {
        score::Value::MatedIn(((MATE + value) / 2) as u32)
    } else {
        score::Value::Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_beyond_the_longest_path_is_not_read_from_the_table() {
        let farthest = MATE - MAX_PLY as Value;
        assert_eq!(from_table(farthest + 3, 3), Some(farthest));
        assert_eq!(from_table(farthest + 3, 4), None);
        assert_eq!(from_table(-farthest - 3, 4), None);
        assert_eq!(from_table(MATE_BOUND - 1, 4), Some(MATE_BOUND - 1));
    }

    #[test]
    fn mates_are_converted_to_moves() {
        assert_eq!(to_score(-mated_in(1)), score::Value::MatesIn(1));
        assert_eq!(to_score(-mated_in(3)), score::Value::MatesIn(2));
        assert_eq!(to_score(-mated_in(5)), score::Value::MatesIn(3));
        assert_eq!(to_score(mated_in(0)), score::Value::MatedIn(0));
        assert_eq!(to_score(mated_in(2)), score::Value::MatedIn(1));
        assert_eq!(to_score(mated_in(4)), score::Value::MatedIn(2));
        assert_eq!(to_score(-31), score::Value::Centipawns(-31));
    }
}
