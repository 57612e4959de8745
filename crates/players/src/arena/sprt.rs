//! The sequential probability ratio test of a match.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// A sequential probability ratio test (SPRT) of the Elo difference between two players.
///
/// H0 says that the first player is better by `elo0`, H1 by `elo1`, in logistic Elo. The test is the generalised SPRT on
/// the pentanomial distribution: a sample is the points of two games from one opening with colours reversed, so the
/// bias of the opening cancels. The log-likelihood ratio (LLR) compares the most likely distributions with the expected
/// scores of H0 and H1.
///
/// ```
/// use pinsight_players::{PairCounts, Sprt, Verdict};
/// let sprt: Sprt = "elo0=0,elo1=5".parse()?;
/// let mut pairs = PairCounts::default();
/// pairs.add(1.0);
/// assert_eq!(sprt.verdict(&pairs), None);
/// let pairs = PairCounts([50, 200, 500, 280, 70]);
/// assert_eq!(sprt.verdict(&pairs), Some(Verdict::H1));
/// # Ok::<(), pinsight_players::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1, larger than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

/// How many pairs of games gave the first player 0, 0.5, 1, 1.5 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCounts(pub [u64; 5]);

/// A text that does not describe a test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{reason}; expected elo0=0,elo1=5 with -1000 <= elo0 < elo1 <= 1000, and optionally alpha=0.05,beta=0.05, each above 0 and \
     below 0.5"
)]
pub struct SprtError {
    /// What is wrong.
    pub reason: String,
}

impl PairCounts {
    /// Adds a pair with these points of the first player, from 0 to 2.
    pub fn add(&mut self, points: f64) {
        self.0[((2.0 * points).round() as usize).min(4)] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of each number of points. An empty class counts as a thousandth of a pair, without which a single
    /// outcome would prove everything.
    fn shares(&self) -> (f64, [f64; 5]) {
        let counts = self.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        (total, counts.map(|count| count / total))
    }
}

impl Sprt {
    /// The LLR at or below which H0 is accepted, and that at or above which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0; 0 without pairs.
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let (total, shares) = pairs.shares();
        let tilts = [self.elo0, self.elo1].map(|elo| Tilt::new(&shares, expected_score(elo)));
        let terms = shares.iter().enumerate().map(|(class, share)| {
            let [h0, h1] = tilts.map(|tilt| tilt.divisor(class));
            share * (h0 / h1).ln()
        });
        total * terms.sum::<f64>()
    }

    /// The accepted hypothesis; `None` while the test is undecided.
    pub fn verdict(&self, pairs: &PairCounts) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= lower => Some(Verdict::H0),
            llr if llr >= upper => Some(Verdict::H1),
            _ => None,
        }
    }
}

/// The most likely distribution with a given mean: the observed shares, each divided by `1 + tilt (points - mean)`.
#[derive(Clone, Copy)]
struct Tilt {
    mean: f64,
    tilt: f64,
}

impl Tilt {
    /// Finds the tilt for which the distribution has this mean, by bisection. The mean falls while the tilt rises.
    fn new(shares: &[f64; 5], mean: f64) -> Self {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let candidate = Self { mean, tilt: middle };
            let excess: f64 = shares
                .iter()
                .enumerate()
                .map(|(class, share)| share * (score_of(class) - mean) / candidate.divisor(class))
                .sum();
            *(if excess > 0.0 { &mut low } else { &mut high }) = middle;
        }
        Self { mean, tilt: f64::midpoint(low, high) }
    }

    fn divisor(self, class: usize) -> f64 {
        1.0 + self.tilt * (score_of(class) - self.mean)
    }
}

/// The points per game of a class of pairs.
fn score_of(class: usize) -> f64 {
    class as f64 / 4.0
}

fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let error = |reason: String| SprtError { reason };
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, Some(0.05), Some(0.05));
        for part in text.split(',') {
            let (key, value) =
                part.split_once('=').ok_or_else(|| error(format!("`{part}` is not NAME=VALUE")))?;
            let slot = match key.trim() {
                "elo0" => &mut elo0,
                "elo1" => &mut elo1,
                "alpha" => &mut alpha,
                "beta" => &mut beta,
                other => return Err(error(format!("unknown name `{other}`"))),
            };
            let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            *slot = Some(number.ok_or_else(|| error(format!("{key}: `{value}` is not a number")))?);
        }
        let missing = |name: &str| error(format!("{name} is missing"));
        let sprt = Self {
            elo0: elo0.ok_or_else(|| missing("elo0"))?,
            elo1: elo1.ok_or_else(|| missing("elo1"))?,
            alpha: alpha.ok_or_else(|| missing("alpha"))?,
            beta: beta.ok_or_else(|| missing("beta"))?,
        };
        let is_error_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if sprt.elo0 >= sprt.elo1 || sprt.elo0.abs().max(sprt.elo1.abs()) > 1_000.0 {
            return Err(error(format!("found elo0={} and elo1={}", sprt.elo0, sprt.elo1)));
        }
        if !is_error_rate(sprt.alpha) || !is_error_rate(sprt.beta) {
            return Err(error(format!("found alpha={} and beta={}", sprt.alpha, sprt.beta)));
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The values that fastchess publishes in its tests of the logistic pentanomial model, to two digits.
    #[test]
    fn llrs_match_published_values() {
        for (counts, elo0, elo1, llr) in [
            ([223, 9_863, 20_279 + 1_000, 10_037, 246], 0.5, 2.5, "-3.07"),
            ([871, 26_175, 55_003 + 980, 26_678, 821], 0.0, 2.0, "-4.98"),
        ] {
            assert_eq!(format!("{:.2}", sprt(elo0, elo1).llr(&PairCounts(counts))), llr);
        }
    }

    /// Small and one-sided samples, computed in Python with the same model.
    #[test]
    fn llrs_of_small_samples_match_another_program() {
        for (counts, llr) in [
            ([0, 0, 0, 0, 104], 1.485_940),
            ([1, 4, 20, 8, 2], 0.225_444),
            ([0, 0, 5, 0, 0], -0.067_648),
            ([0, 0, 0, 0, 1], 0.014_316),
        ] {
            let found = sprt(0.0, 5.0).llr(&PairCounts(counts));
            assert!((found - llr).abs() < 1e-6, "{counts:?}: {found}");
        }
        assert_eq!(sprt(0.0, 5.0).llr(&PairCounts::default()), 0.0);
    }

    /// Swapping the players and the hypotheses negates the LLR.
    #[test]
    fn the_llr_is_antisymmetric() {
        let (there, back) = ([3, 14, 40, 19, 5], [5, 19, 40, 14, 3]);
        let (llr, reversed) =
            (sprt(0.0, 5.0).llr(&PairCounts(there)), sprt(-5.0, 0.0).llr(&PairCounts(back)));
        assert!((llr + reversed).abs() < 1e-9, "{llr} {reversed}");
    }

    /// Wald's bounds for error rates of 5 % are ±ln 19.
    #[test]
    fn the_bounds_decide_the_verdict() {
        let (lower, upper) = sprt(0.0, 5.0).bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(sprt(0.0, 5.0).verdict(&PairCounts([100, 300, 500, 100, 10])), Some(Verdict::H0));
        assert_eq!(sprt(0.0, 5.0).verdict(&PairCounts([10, 100, 500, 300, 100])), Some(Verdict::H1));
        assert_eq!(sprt(0.0, 5.0).verdict(&PairCounts([1, 10, 50, 12, 1])), None);
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let mut pairs = PairCounts::default();
        for points in [0.0, 0.5, 1.0, 1.0, 1.5, 2.0] {
            pairs.add(points);
        }
        assert_eq!((pairs.0, pairs.pairs()), ([1, 1, 2, 1, 1], 6));
    }

    #[test]
    fn tests_are_parsed_and_written_back() {
        let test: Sprt = "elo0=-1.75, elo1=0.25,beta=0.1".parse().expect("a test");
        assert_eq!(test, Sprt { elo0: -1.75, elo1: 0.25, alpha: 0.05, beta: 0.1 });
        assert_eq!(test.to_string().parse(), Ok(test));
        for (text, reason) in [
            ("", "`` is not NAME=VALUE"),
            ("elo0=0", "elo1 is missing"),
            ("elo0=0,elo1=x", "elo1: `x` is not a number"),
            ("elo0=0,elo1=inf", "elo1: `inf` is not a number"),
            ("elo0=5,elo1=0", "found elo0=5 and elo1=0"),
            ("elo0=0,elo1=5,gamma=1", "unknown name `gamma`"),
            ("elo0=0,elo1=5,alpha=0.5", "found alpha=0.5 and beta=0.05"),
        ] {
            assert_eq!(text.parse::<Sprt>().expect_err(text).reason, reason);
        }
    }
}
