//! Scores of positions.

use core::fmt;

use pinsight_rules::Color;

/// The score of a position from one side's point of view.
///
/// ```
/// use pinsight_players::{Score, Value};
/// use pinsight_rules::Color;
/// let score = Score::new(Value::Centipawns(-35), Color::Black);
/// assert_eq!(score.of(Color::White), Value::Centipawns(35));
/// assert_eq!(Score::new(Value::MatesIn(3), Color::Black).of(Color::White), Value::MatedIn(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    value: Value,
    side: Color,
}

/// A score without its side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Centipawns; positive is good.
    Centipawns(i32),
    /// The side mates in this many of its moves.
    MatesIn(u32),
    /// The side is mated in this many moves of the opponent; 0 if it is already mated.
    MatedIn(u32),
}

impl Score {
    /// Creates a score from the point of view of `side`.
    pub const fn new(value: Value, side: Color) -> Self {
        Self { value, side }
    }

    /// The score from the point of view of `side`.
    pub fn of(self, side: Color) -> Value {
        if side == self.side { self.value } else { self.value.reversed() }
    }
}

impl Value {
    /// The value from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::MatesIn(moves) => Self::MatedIn(moves),
            Self::MatedIn(moves) => Self::MatesIn(moves),
        }
    }

    /// Centipawns for comparing and drawing; mates are larger than all other values.
    pub fn clamped(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Self::Centipawns(value) => value.clamp(-MATE / 2, MATE / 2),
            Self::MatesIn(moves) => MATE - moves.min(1_000) as i32,
            Self::MatedIn(moves) => moves.min(1_000) as i32 - MATE,
        }
    }
}

impl fmt::Display for Value {
    /// `+0.35`, `-1.20`, `#3`, `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                let size = value.unsigned_abs();
                f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
            }
            Self::MatesIn(moves) => f.pad(&format!("#{moves}")),
            Self::MatedIn(moves) => f.pad(&format!("#-{moves}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_formatted_in_pawns_and_moves() {
        let texts = [
            (Value::Centipawns(35), "+0.35"),
            (Value::Centipawns(-120), "-1.20"),
            (Value::Centipawns(0), "+0.00"),
            (Value::Centipawns(-5), "-0.05"),
            (Value::MatesIn(3), "#3"),
            (Value::MatedIn(2), "#-2"),
        ];
        for (value, text) in texts {
            assert_eq!(value.to_string(), text);
            assert_eq!(value.reversed().reversed(), value);
        }
    }

    #[test]
    fn clamped_values_order_mates_by_length() {
        let order = [
            Value::MatesIn(1),
            Value::MatesIn(9),
            Value::Centipawns(i32::MAX),
            Value::Centipawns(0),
            Value::Centipawns(i32::MIN + 1),
            Value::MatedIn(9),
            Value::MatedIn(0),
        ];
        assert!(order.is_sorted_by(|a, b| a.clamped() > b.clamped()), "{order:?}");
    }
}
