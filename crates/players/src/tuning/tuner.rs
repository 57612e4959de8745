//! Samples and gradient descent.

use std::ops::ControlFlow;

use pinsight_pool::run_range;
use pinsight_rules::{Color, Outcome, Position, Role, VALUES, exchange};

use super::weights::Weights;
use crate::evaluation::terms::{self, COUNT};
use crate::evaluation::{FULL_PHASE, Tally, phase, tally, winnable};
use crate::score::Value;

/// Labelled positions from which weights are tuned.
#[derive(Default)]
pub struct Tuner {
    /// The terms of all samples with their counts, White's minus Black's.
    counts: Vec<(u16, i16)>,
    samples: Vec<Sample>,
}

struct Sample {
    /// The end of its range in `Tuner::counts`.
    end: usize,
    /// The game phase: 1 with all pieces, 0 without any.
    phase: f32,
    /// 1 if White won, 0 if Black won.
    result: f32,
    /// The score of a search in centipawns.
    score: Option<f32>,
}

/// The mean squared error of the predicted labels.
pub type Loss = f64;

/// Number of parts of the samples. Their sums are added in order, so that the result does not depend on the number of
/// threads.
const PARTS: u64 = 64;

#[derive(Default)]
struct Counts(Vec<(u16, i16)>);

impl Tally for Counts {
    fn add(&mut self, term: usize, color: Color, count: i32) {
        let signed = if color == Color::White { count } else { -count };
        if signed != 0 {
            self.0.push((term as u16, signed as i16));
        }
    }
}

impl Tuner {
    /// Creates a tuner without samples.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Adds a position of a game with this outcome if it is quiet: not in check and without a winning capture. A search
    /// score, from White's point of view, counts as much as the outcome; positions with a mate score are skipped.
    /// Returns whether the position was added.
    pub fn add(&mut self, position: &Position, outcome: Outcome, score: Option<Value>) -> bool {
        let board = position.board();
        let turn = position.turn();
        let targets = board.by_color(!turn) - board.by_role(Role::King);
        let is_drawish = Color::ALL.into_iter().any(|color| winnable(board, color) < 16)
            && board.by_role(Role::Pawn).is_empty();
        let score = match score {
            Some(Value::Centipawns(score)) => Some(score as f32),
            Some(_) => return false,
            None => None,
        };
        if position.in_check()
            || is_drawish
            || targets.into_iter().any(|square| exchange(board, square, turn, &VALUES) > 0)
        {
            return false;
        }
        let mut counts = Counts::default();
        tally(position, &mut counts);
        counts.add(terms::TEMPO, turn, 1);
        // Merge the counts of both sides and drop those that cancel out.
        let mut counts = counts.0;
        counts.sort_unstable_by_key(|&(term, _)| term);
        let start = self.counts.len();
        for (term, count) in counts {
            match self.counts.get_mut(start..).and_then(<[_]>::last_mut) {
                Some((last, sum)) if *last == term => *sum += count,
                _ => self.counts.push((term, count)),
            }
        }
        let mut kept = start;
        for index in start..self.counts.len() {
            if self.counts[index].1 != 0 {
                self.counts[kept] = self.counts[index];
                kept += 1;
            }
        }
        self.counts.truncate(kept);
        self.samples.push(Sample {
            end: kept,
            phase: phase(board) as f32 / FULL_PHASE as f32,
            result: match outcome {
                Outcome::Win(Color::White) => 1.0,
                Outcome::Win(Color::Black) => 0.0,
                Outcome::Draw => 0.5,
            },
            score,
        });
        true
    }

    /// Returns the weights after `steps` of descent from `from`. If the samples have search scores, `from` must be the
    /// weights of that search. `progress` receives the number of each step and the loss before it; if it breaks, that step
    /// is not taken.
    pub fn tune(
        &self,
        from: &Weights,
        steps: usize,
        threads: usize,
        mut progress: impl FnMut(usize, Loss) -> ControlFlow<()>,
    ) -> Weights {
        const RATE: f64 = 1.0;
        /// Regularisation towards `from`. The positions of a game share its result, so a few thousand games say little
        /// about rare terms; without it they would be overfitted. Divided by the number of samples.
        const REGULARISATION: f64 = 6e-3;
        const BETA_1: f64 = 0.9;
        const BETA_2: f64 = 0.999;
        let results: Vec<f32> = self.samples.iter().map(|sample| sample.result).collect();
        let descent = Descent { tuner: self, labels: &results, threads };
        let score_scale = descent.best_scale(from);
        // Scaled by plain material, so that a pawn stays worth about 100.
        let scale = descent.best_scale(&Weights::material());
        let labels: Vec<f32> = self.samples.iter().map(|sample| sample.label(score_scale)).collect();
        let descent = Descent { tuner: self, labels: &labels, threads };
        let regularisation = REGULARISATION / self.samples.len().max(1) as f64;
        let mut weights = from.clone();
        let mut first = vec![[0.0; 2]; COUNT];
        let mut second = vec![[0.0; 2]; COUNT];
        for step in 1..=steps {
            let Sums { loss, gradient } = descent.sums(&weights, scale);
            if progress(step, loss).is_break() {
                break;
            }
            // Decay the learning rate.
            let rate = RATE * (1.0 - 0.9 * step as f64 / steps as f64);
            for term in 0..COUNT {
                for half in 0..2 {
                    let slope =
                        gradient[term][half] + regularisation * (weights.0[term][half] - from.0[term][half]);
                    first[term][half] = BETA_1 * first[term][half] + (1.0 - BETA_1) * slope;
                    second[term][half] = BETA_2 * second[term][half] + (1.0 - BETA_2) * slope * slope;
                    let mean = first[term][half] / (1.0 - BETA_1.powi(step as i32));
                    let variance = second[term][half] / (1.0 - BETA_2.powi(step as i32));
                    weights.0[term][half] -= rate * mean / (variance.sqrt() + 1e-12);
                }
            }
        }
        weights
    }
}

impl Sample {
    /// The label to predict: the result, or its mean with the win probability of the score.
    fn label(&self, scale: f64) -> f32 {
        self.score.map_or(self.result, |score| {
            let predicted = logistic(f64::from(score) / scale) as f32;
            (self.result + predicted) / 2.0
        })
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The samples of a tuner with their labels.
struct Descent<'a> {
    tuner: &'a Tuner,
    labels: &'a [f32],
    threads: usize,
}

/// The loss and its gradient.
struct Sums {
    loss: Loss,
    gradient: Vec<[f64; 2]>,
}

impl Descent<'_> {
    /// The scale of the logistic curve, in centipawns, that fits `weights` best.
    fn best_scale(&self, weights: &Weights) -> f64 {
        let candidates = (4..=40).map(|tens| f64::from(tens) * 10.0);
        let scored = candidates.map(|scale| (self.sums(weights, scale).loss, scale));
        scored.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(150.0, |(_, scale)| scale)
    }

    fn sums(&self, weights: &Weights, scale: f64) -> Sums {
        let count = self.labels.len().max(1) as f64;
        let mut all = Sums { loss: 0.0, gradient: vec![[0.0; 2]; COUNT] };
        let new_worker = || |part| self.part(weights, scale, part as usize);
        let _: ControlFlow<()> = run_range(PARTS, self.threads, new_worker, |part: Sums| {
            all.loss += part.loss / count;
            for (sum, part) in all.gradient.iter_mut().zip(part.gradient) {
                sum[0] += part[0] / count;
                sum[1] += part[1] / count;
            }
            ControlFlow::Continue(())
        });
        all
    }

    fn part(&self, weights: &Weights, scale: f64, part: usize) -> Sums {
        let samples = &self.tuner.samples;
        let parts = PARTS as usize;
        let (from, to) = (samples.len() * part / parts, samples.len() * (part + 1) / parts);
        let mut loss = 0.0;
        let mut gradient = vec![[0.0; 2]; COUNT];
        let mut start = from.checked_sub(1).map_or(0, |before| samples[before].end);
        for (sample, &label) in samples[from..to].iter().zip(&self.labels[from..to]) {
            let counts = &self.tuner.counts[start..sample.end];
            start = sample.end;
            let middle = f64::from(sample.phase);
            let value: f64 = counts
                .iter()
                .map(|&(term, count)| {
                    let [m, e] = weights.0[usize::from(term)];
                    f64::from(count) * (m * middle + e * (1.0 - middle))
                })
                .sum();
            let predicted = logistic(value / scale);
            let error = predicted - f64::from(label);
            loss += error * error;
            let slope = 2.0 * error * predicted * (1.0 - predicted) / scale;
            for &(term, count) in counts {
                let change = slope * f64::from(count);
                gradient[usize::from(term)][0] += change * middle;
                gradient[usize::from(term)][1] += change * (1.0 - middle);
            }
        }
        Sums { loss, gradient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_testkit::random::{self, Random};

    #[test]
    fn knights_gain_value_from_games_decided_by_knights() {
        let mut tuner = Tuner::new();
        let mut random = Random::new(4);
        for _ in 0..400 {
            for (position, _) in random::game(Position::default(), 120, &mut random).into_iter().skip(10) {
                let knights =
                    |color| position.board().by_piece(pinsight_rules::Piece::new(color, Role::Knight)).len();
                let outcome = match knights(Color::White).cmp(&knights(Color::Black)) {
                    std::cmp::Ordering::Greater => Outcome::Win(Color::White),
                    std::cmp::Ordering::Less => Outcome::Win(Color::Black),
                    std::cmp::Ordering::Equal => Outcome::Draw,
                };
                tuner.add(&position, outcome, None);
            }
        }
        assert!(tuner.len() > 1_000);
        let mut losses = Vec::new();
        let weights = tuner.tune(&Weights::material(), 60, 2, |_, loss| {
            losses.push(loss);
            ControlFlow::Continue(())
        });
        assert!(losses.last() < losses.first(), "{losses:?}");
        let mean = |role: Role| {
            let from = terms::PIECE_SQUARE + 64 * role as usize;
            weights.0[from..from + 64].iter().map(|[middle, end]| middle + end).sum::<f64>() / 128.0
        };
        let knight = mean(Role::Knight) / (100.0 * f64::from(VALUES[Role::Knight]));
        let rook = mean(Role::Rook) / (100.0 * f64::from(VALUES[Role::Rook]));
        assert!(knight > rook, "knight {knight}, rook {rook}");
        let single_threaded = tuner.tune(&Weights::material(), 60, 1, |_, _| ControlFlow::Continue(()));
        assert!(single_threaded == weights, "must not depend on the number of threads");
    }
}
