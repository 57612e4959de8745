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

    /// The 95 % confidence interval of the score: the score interval, which is Wilson's if no game was drawn.
    ///
    /// It contains each expected score for which the points are within 1.96 standard errors. The standard error is that
    /// of the expected score, with the most likely share of draws, so the interval has a width even after wins only. Games
    /// count as independent.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let score = self.score()?;
        Some((self.interval_end(score, 0.0), self.interval_end(score, 1.0)))
    }

    /// Searches the end of the interval between the score, which is in it, and `outside`, by bisection.
    fn interval_end(&self, score: f64, outside: f64) -> f64 {
        let games = self.games() as f64;
        let (mut inside, mut outside) = (score, outside);
        for _ in 0..60 {
            let middle = (inside + outside) / 2.0;
            let is_inside = (score - middle).powi(2) * games <= Z_95.powi(2) * self.variance(middle);
            *(if is_inside { &mut inside } else { &mut outside }) = middle;
        }
        outside
    }

    /// The variance of the points of a game if the expected score is `mean` and draws are as likely as that and the
    /// results allow.
    ///
    /// With `w` wins, `d` draws and `l` losses of `n` games, the likelihood of a share `x` of draws,
    /// `(mean - x/2)^w x^d (1 - mean - x/2)^l`, is largest at the smaller root of
    /// `n/2 x² - (d + w (1 - mean) + l mean) x + 2 d mean (1 - mean)`.
    fn variance(&self, mean: f64) -> f64 {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(|count| count as f64);
        let games = self.games() as f64;
        let middle = draws + wins * (1.0 - mean) + losses * mean;
        let discriminant = (middle * middle - 4.0 * games * draws * mean * (1.0 - mean)).max(0.0);
        let draw_share = (middle - discriminant.sqrt()) / games;
        mean * (1.0 - mean) - draw_share / 4.0
    }

    /// The Elo difference; `None` if one player has no points.
    pub fn elo(&self) -> Option<f64> {
        elo(self.score()?)
    }

    /// The 95 % confidence interval of the Elo difference; an end is `None` where the score reaches 0 or 1.
    pub fn elo_range(&self) -> Option<(Option<f64>, Option<f64>)> {
        let (low, high) = self.interval()?;
        Some((elo(low), elo(high)))
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

    #[test]
    fn an_even_match_has_no_elo_difference() {
        let standing = Standing { wins: 30, draws: 40, losses: 30 };
        close(standing.score().expect("games"), 0.5, 1e-12);
        close(standing.elo().expect("games"), 0.0, 1e-9);
        close(standing.superiority().expect("games"), 0.5, 1e-9);
    }

    fn interval(wins: u64, draws: u64, losses: u64) -> (f64, f64) {
        Standing { wins, draws, losses }.interval().expect("games")
    }

    /// Wilson's interval for `x` of `n`, by its closed form.
    #[test]
    fn the_interval_without_draws_is_wilsons() {
        for (wins, games) in [(4, 4), (0, 4), (1, 1), (5, 10), (81, 263), (15, 148)] {
            let (x, n, z2) = (wins as f64, games as f64, Z_95 * Z_95);
            let middle = (x + z2 / 2.0) / (n + z2);
            let half = Z_95 / (n + z2) * (x * (n - x) / n + z2 / 4.0).sqrt();
            let (low, high) = interval(wins, 0, games - wins);
            close(low, middle - half, 1e-9);
            close(high, middle + half, 1e-9);
        }
        // Published values: Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        let (low, high) = interval(81, 0, 182);
        assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.2553".to_owned(), "0.3662".to_owned()));
        let (low, high) = interval(15, 0, 133);
        assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.0624".to_owned(), "0.1605".to_owned()));
    }

    /// Draws only: an expected score of 1/2 + x needs 2x wins and no losses, so the variance is x/2 - x², and the end is
    /// at x = z² / 2 (n + z²).
    #[test]
    fn draws_narrow_the_interval_but_never_to_a_point() {
        let z2 = Z_95 * Z_95;
        let (low, high) = interval(0, 4, 0);
        close(high, 0.5 + z2 / 2.0 / (4.0 + z2), 1e-9);
        close(low, 1.0 - high, 1e-9);
        // The ends by a grid search for the most likely share of draws, in Python.
        let (low, high) = interval(3, 1, 0);
        close(low, 0.446_346, 1e-5);
        close(high, 0.977_206, 1e-5);
        let (low, high) = interval(60, 20, 20);
        close(low, 0.615_985, 1e-5);
        close(high, 0.771_401, 1e-5);
        let width = |(low, high): (f64, f64)| high - low;
        assert!(width(interval(30, 40, 30)) < width(interval(50, 0, 50)));
        // With many games it is the normal interval.
        let (low, high) = interval(300_000, 400_000, 300_000);
        close(high - low, 2.0 * Z_95 * (0.15_f64 / 1e6).sqrt(), 1e-7);
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
        let (low, high) = all.elo_range().expect("games");
        assert!(low.is_some() && high.is_none(), "three wins prove some strength");
    }
}
