//! Accuracy of a side's moves.

/// Returns the accuracy of a move from the win chances of its side before and after it, from 0 to 100.
///
/// The formula is the one that lichess publishes.
fn of_move(before: f64, after: f64) -> f64 {
    let loss = (before - after).max(0.0);
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the accuracy of a side: the mean of the arithmetic and the harmonic mean over its moves, so that a few bad
/// moves weigh more than in the arithmetic mean alone. `None` without moves.
///
/// `moves` are the win chances of the side before and after each of its moves.
pub(crate) fn of_side(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let accuracies: Vec<f64> = moves.iter().map(|&(before, after)| of_move(before, after)).collect();
    let count = accuracies.len() as f64;
    let arithmetic = accuracies.iter().sum::<f64>() / count;
    // A move of accuracy 0 would make the harmonic mean 0.
    let harmonic = count / accuracies.iter().map(|accuracy| 1.0 / accuracy.max(10.0)).sum::<f64>();
    Some(f64::midpoint(arithmetic, harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_game_has_accuracy_100() {
        assert!(of_side(&[(50.0, 50.0), (60.0, 70.0)]).is_some_and(|accuracy| accuracy > 99.9));
    }

    #[test]
    fn a_worse_move_lowers_the_accuracy() {
        let good = of_side(&[(50.0, 50.0), (50.0, 45.0)]);
        let bad = of_side(&[(50.0, 50.0), (50.0, 10.0)]);
        assert!(bad < good, "{bad:?} {good:?}");
        assert_eq!(of_side(&[]), None);
    }
}
