//! The score of a match and its statistics.

/// Wins, draws and losses of the first player.
///
/// ```
/// use pinsight_players::Standing;
/// let standing = Standing { wins: 60, draws: 20, losses: 20 };
/// assert_eq!(standing.points(), 70.0);
/// let elo = standing.elo().unwrap();
/// assert!((elo - 147.2).abs() < 0.1); // 400 log10(0.7 / 0.3)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// The quantile of the normal distribution for a 95 % confidence interval.
const Z_95: f64 = 1.959_964;

impl Standing {
    /// Adds a game with 1, 0.5 or 0 points.
    pub fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One point per win, half a point per draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Half the width of the 95 % confidence interval of the score.
    pub fn error(&self) -> Option<f64> {
        let mean = self.score()?;
        let games = self.games() as f64;
        let spread = |count: u64, points: f64| count as f64 * (points - mean).powi(2);
        let variance = (spread(self.wins, 1.0) + spread(self.draws, 0.5) + spread(self.losses, 0.0)) / games;
        Some(Z_95 * (variance / games).sqrt())
    }

    /// The Elo difference; `None` if one player has no points.
    pub fn elo(&self) -> Option<f64> {
        elo(self.score()?)
    }

    /// The 95 % confidence interval of the Elo difference; an end is `None` where the score reaches 0 or 1.
    pub fn elo_range(&self) -> Option<(Option<f64>, Option<f64>)> {
        let (score, error) = (self.score()?, self.error()?);
        Some((elo(score - error), elo(score + error)))
    }

    /// The likelihood of superiority of the first player; `None` if all games were drawn.
    pub fn superiority(&self) -> Option<f64> {
        let decided = (self.wins + self.losses) as f64;
        (decided > 0.0)
            .then(|| 0.5 * (1.0 + erf((self.wins as f64 - self.losses as f64) / (2.0 * decided).sqrt())))
    }
}

/// The Elo difference that corresponds to a score.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The error function, to seven digits (Abramowitz and Stegun 7.1.26).
fn erf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (1.0 - poly * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} differs from {b}");
    }

    #[test]
    fn erf_matches_table_values() {
        for (x, y) in [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3)] {
            close(erf(x), y, 2e-7);
            close(erf(-x), -y, 2e-7);
        }
    }

    /// 30 wins, 40 draws, 30 losses: variance 0.15, so the error of the mean is sqrt(0.15 / 100).
    #[test]
    fn an_even_match_has_no_elo_difference() {
        let standing = Standing { wins: 30, draws: 40, losses: 30 };
        close(standing.score().expect("games"), 0.5, 1e-12);
        close(standing.error().expect("games"), 1.959_964 * 0.0015_f64.sqrt(), 1e-6);
        close(standing.elo().expect("games"), 0.0, 1e-9);
        close(standing.superiority().expect("games"), 0.5, 1e-9);
    }

    /// Ten wins and no loss: the probability of a normal variable below the square root of ten.
    #[test]
    fn ten_wins_without_a_loss_show_superiority() {
        let standing = Standing { wins: 10, draws: 5, losses: 0 };
        close(standing.superiority().expect("games"), 0.999_217, 1e-5);
        let (low, high) = standing.elo_range().expect("games");
        assert!(low.expect("bounded") > 0.0 && high.is_none_or(|high| high > 0.0));
    }

    #[test]
    fn empty_and_one_sided_standings_have_no_elo() {
        let none = Standing::default();
        assert_eq!((none.score(), none.elo(), none.superiority()), (None, None, None));
        let all = Standing { wins: 3, draws: 0, losses: 0 };
        assert_eq!(all.elo(), None);
        assert_eq!(all.elo_range(), Some((None, None)));
    }
}
