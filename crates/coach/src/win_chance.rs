//! Win chances by lichess's published curve.

use pinsight_players::Value;

/// Returns the win chance of the side whose value this is, from 0 to 100.
///
/// ```
/// use pinsight_coach::win_chance;
/// use pinsight_players::Value;
/// assert_eq!(win_chance(Value::Centipawns(0)), 50.0);
/// assert_eq!(win_chance(Value::MatesIn(3)), 100.0);
/// ```
pub fn win_chance(value: Value) -> f64 {
    match value {
        Value::Centipawns(centipawns) => {
            50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0)
        }
        Value::MatesIn(_) => 100.0,
        Value::MatedIn(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values computed from the formula on <https://lichess.org/page/accuracy> with another program.
    #[test]
    fn the_curve_is_the_published_one() {
        for (centipawns, chance) in [(100, 59.1), (-100, 40.9), (300, 75.1), (1_000, 97.5)] {
            let found = win_chance(Value::Centipawns(centipawns));
            assert!((found - chance).abs() < 0.05, "{centipawns}: {found}");
        }
    }
}
