//! Values inside the search: hundredths of a pawn, with mates at both ends.

use crate::Value as Told;

/// Hundredths of a pawn from the view of the side to move; mates near [`MATE`].
pub(super) type Value = i32;

/// No line is longer.
pub(super) const MAX_PLY: usize = 120;
/// The side to move has mated, here and now.
pub(super) const MATE: Value = 30_000;
/// From here on it is a mate.
pub(super) const MATE_FOUND: Value = MATE - 2 * MAX_PLY as Value;
/// Beyond every value.
pub(super) const INFINITE: Value = 31_000;
pub(super) const DRAW: Value = 0;

/// The side to move is mated so many half-moves from the root.
pub(super) const fn mated(ply: usize) -> Value {
    ply as Value - MATE
}

/// A mate seen from the root as seen from the position itself.
pub(super) const fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_FOUND {
        value + ply as Value
    } else if value <= -MATE_FOUND {
        value - ply as Value
    } else {
        value
    }
}

/// And back.
pub(super) const fn from_table(value: Value, ply: usize) -> Value {
    if value >= MATE_FOUND {
        value - ply as Value
    } else if value <= -MATE_FOUND {
        value + ply as Value
    } else {
        value
    }
}

/// The value as others are told it.
pub(super) const fn told(value: Value) -> Told {
    if value >= MATE_FOUND {
        Told::MatesIn(((MATE - value + 1) / 2) as u32)
    } else if value <= -MATE_FOUND {
        Told::MatedIn(((MATE + value) / 2) as u32)
    } else {
        Told::Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!(told(-mated(1)), Told::MatesIn(1));
        assert_eq!(told(-mated(3)), Told::MatesIn(2));
        assert_eq!(told(-mated(5)), Told::MatesIn(3));
        assert_eq!(told(mated(0)), Told::MatedIn(0));
        assert_eq!(told(mated(2)), Told::MatedIn(1));
        assert_eq!(told(mated(4)), Told::MatedIn(2));
        assert_eq!(told(-31), Told::Centipawns(-31));
    }
}
