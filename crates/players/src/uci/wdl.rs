//! Win, draw and loss probabilities of a score.

use crate::score::Value;

/// The centipawns at which half of the games are won, and the width of the curve. `tools/wdl.py` fits both; see
/// docs/players.md.
const HALF_WON: f64 = 198.0;
const WIDTH: f64 = 243.0;

/// The probabilities of a win, a draw and a loss in permille; their sum is 1,000.
///
/// A win has the logistic probability `1 / (1 + exp((HALF_WON - x) / WIDTH))` at `x` centipawns, a loss that of a win
/// at `-x`.
pub(super) fn permille(value: Value) -> [u32; 3] {
    match value {
        Value::Centipawns(centipawns) => {
            let win = |x: f64| (1_000.0 / (1.0 + ((HALF_WON - x) / WIDTH).exp())).round() as u32;
            let (wins, losses) = (win(f64::from(centipawns)), win(-f64::from(centipawns)));
            [wins, 1_000 - wins - losses, losses]
        }
        Value::MatesIn(_) => [1_000, 0, 0],
        Value::MatedIn(_) => [0, 0, 1_000],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_symmetric_and_add_up() {
        for centipawns in (-30_000..=30_000).step_by(37) {
            let [wins, draws, losses] = permille(Value::Centipawns(centipawns));
            assert_eq!(wins + draws + losses, 1_000, "{centipawns}");
            assert_eq!(permille(Value::Centipawns(-centipawns)), [losses, draws, wins]);
        }
        assert_eq!(permille(Value::MatesIn(3)), [1_000, 0, 0]);
        assert_eq!(permille(Value::MatedIn(0)), [0, 0, 1_000]);
    }

    #[test]
    fn better_scores_win_more() {
        let wins: Vec<u32> = (-600..=600).step_by(50).map(|x| permille(Value::Centipawns(x))[0]).collect();
        assert!(wins.is_sorted() && wins.first() < wins.last(), "{wins:?}");
        assert_eq!(permille(Value::Centipawns(HALF_WON as i32))[0], 500);
    }
}
