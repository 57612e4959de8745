//! The samples, and the descent.

use std::thread;

use pinsight_rules::{Color, Outcome, Position, Role, VALUES, exchange};

use super::Weights;
use crate::Value;
use crate::evaluation::terms::{self, COUNT};
use crate::evaluation::{FULL_PHASE, Tally, phase, tally, winnable};

/// Positions with results.
#[derive(Default)]
pub struct Tuner {
    /// Terms with their counts, white's less black's, of all samples.
    counts: Vec<(u16, i16)>,
    samples: Vec<Sample>,
}

struct Sample {
    /// Where its counts end.
    end: usize,
    /// How much of the middle game is left, from 0 to 1.
    phase: f32,
    /// 1 if white won, 0 if black did.
    result: f32,
    /// What a search thought, in hundredths of a pawn.
    score: Option<f32>,
}

/// How far the foretold results are from the true ones: the mean of the squares.
pub type Loss = f64;

/// The samples are worked on in so many parts, whose sums are added in order: the same on any number of threads.
const PARTS: usize = 64;

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
    /// No samples.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Adds a position of a game that ended so, if it is quiet: no check, and nothing to win by a capture. What a search
    /// thought of it, from white's side, counts as much as the result; where it saw a mate there is nothing to learn.
    /// Whether it was added.
    pub fn add(&mut self, position: &Position, outcome: Outcome, score: Option<Value>) -> bool {
        let board = position.board();
        let turn = position.turn();
        let targets = board.by_color(!turn) - board.by_role(Role::King);
        let drawn_anyway = Color::ALL.into_iter().any(|color| winnable(board, color) < 16)
            && board.by_role(Role::Pawn).is_empty();
        let score = match score {
            Some(Value::Centipawns(score)) => Some(score as f32),
            Some(_) => return false,
            None => None,
        };
        if position.in_check()
            || drawn_anyway
            || targets.into_iter().any(|square| exchange(board, square, turn, &VALUES) > 0)
        {
            return false;
        }
        let mut counts = Counts::default();
        tally(position, &mut counts);
        counts.add(terms::TEMPO, turn, 1);
        // The same term of both sides is one number.
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

    /// The weights after so many steps of descent from others: those by which the search played, if it was it that gave
    /// the scores. After each step `progress` is told its number and the loss before it.
    pub fn tune(
        &self,
        from: &Weights,
        steps: usize,
        threads: usize,
        mut progress: impl FnMut(usize, Loss),
    ) -> Weights {
        const RATE: f64 = 1.0;
        /// What pulls a weight back to where it started. The positions of a game share its result, so some thousand
        /// games say little about a term that few of them have: without a pull it would learn them by heart. The more
        /// samples, the less of it.
        const PULL: f64 = 6e-3;
        const FIRST: f64 = 0.9;
        const SECOND: f64 = 0.999;
        let results: Vec<f32> = self.samples.iter().map(|sample| sample.result).collect();
        let descent = Descent { tuner: self, goals: &results, threads };
        let score_scale = descent.best_scale(from);
        // The unit: so that a pawn stays worth about what it is in plain material.
        let scale = descent.best_scale(&Weights::material());
        let goals: Vec<f32> = self.samples.iter().map(|sample| sample.goal(score_scale)).collect();
        let descent = Descent { tuner: self, goals: &goals, threads };
        let pull = PULL / self.samples.len().max(1) as f64;
        let mut weights = from.clone();
        let mut first = vec![[0.0; 2]; COUNT];
        let mut second = vec![[0.0; 2]; COUNT];
        for step in 1..=steps {
            let Sums { loss, gradient } = descent.sums(&weights, scale);
            progress(step, loss);
            // Smaller steps towards the end.
            let rate = RATE * (1.0 - 0.9 * step as f64 / steps as f64);
            for term in 0..COUNT {
                for half in 0..2 {
                    let slope = gradient[term][half] + pull * (weights.0[term][half] - from.0[term][half]);
                    first[term][half] = FIRST * first[term][half] + (1.0 - FIRST) * slope;
                    second[term][half] = SECOND * second[term][half] + (1.0 - SECOND) * slope * slope;
                    let mean = first[term][half] / (1.0 - FIRST.powi(step as i32));
                    let spread = second[term][half] / (1.0 - SECOND.powi(step as i32));
                    weights.0[term][half] -= rate * mean / (spread.sqrt() + 1e-12);
                }
            }
        }
        weights
    }
}

impl Sample {
    /// What the evaluation should foretell: the result, and half of it what the score foretells, if there is one.
    fn goal(&self, scale: f64) -> f32 {
        self.score.map_or(self.result, |score| {
            let foretold = logistic(f64::from(score) / scale) as f32;
            (self.result + foretold) / 2.0
        })
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The samples of a tuner with what is to be foretold of each.
struct Descent<'a> {
    tuner: &'a Tuner,
    goals: &'a [f32],
    threads: usize,
}

/// The loss, and how it changes with each weight.
struct Sums {
    loss: Loss,
    gradient: Vec<[f64; 2]>,
}

impl Descent<'_> {
    /// How many hundredths of a pawn make a difference by the factor e in the odds, for given weights.
    fn best_scale(&self, weights: &Weights) -> f64 {
        let candidates = (4..=40).map(|tens| f64::from(tens) * 10.0);
        let scored = candidates.map(|scale| (self.sums(weights, scale).loss, scale));
        scored.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(150.0, |(_, scale)| scale)
    }

    fn sums(&self, weights: &Weights, scale: f64) -> Sums {
        let threads = self.threads.max(1);
        let mut parts: Vec<(usize, Sums)> = thread::scope(|scope| {
            let work = |thread| {
                let own = (thread..PARTS).step_by(threads);
                own.map(|part| (part, self.part(weights, scale, part))).collect::<Vec<_>>()
            };
            let helpers: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
            let mut parts = work(0);
            for helper in helpers {
                parts.extend(helper.join().unwrap_or_default());
            }
            parts
        });
        parts.sort_unstable_by_key(|&(part, _)| part);
        let count = self.goals.len().max(1) as f64;
        let mut all = Sums { loss: 0.0, gradient: vec![[0.0; 2]; COUNT] };
        for (_, part) in parts {
            all.loss += part.loss / count;
            for (sum, part) in all.gradient.iter_mut().zip(part.gradient) {
                sum[0] += part[0] / count;
                sum[1] += part[1] / count;
            }
        }
        all
    }

    fn part(&self, weights: &Weights, scale: f64, part: usize) -> Sums {
        let samples = &self.tuner.samples;
        let (from, to) = (samples.len() * part / PARTS, samples.len() * (part + 1) / PARTS);
        let mut loss = 0.0;
        let mut gradient = vec![[0.0; 2]; COUNT];
        let mut start = from.checked_sub(1).map_or(0, |before| samples[before].end);
        for (sample, &goal) in samples[from..to].iter().zip(&self.goals[from..to]) {
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
            let foretold = logistic(value / scale);
            let error = foretold - f64::from(goal);
            loss += error * error;
            let slope = 2.0 * error * foretold * (1.0 - foretold) / scale;
            for &(term, count) in counts {
                let pull = slope * f64::from(count);
                gradient[usize::from(term)][0] += pull * middle;
                gradient[usize::from(term)][1] += pull * (1.0 - middle);
            }
        }
        Sums { loss, gradient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_testkit::random::{self, Random};

    /// Games that are decided by knights alone must teach that knights are worth more.
    #[test]
    fn it_learns_what_decides() {
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
        let weights = tuner.tune(&Weights::material(), 60, 2, |_, loss| losses.push(loss));
        assert!(losses.last() < losses.first(), "{losses:?}");
        let mean = |role: Role| {
            let from = terms::PIECE_SQUARE + 64 * role as usize;
            weights.0[from..from + 64].iter().map(|[middle, end]| middle + end).sum::<f64>() / 128.0
        };
        let knight = mean(Role::Knight) / (100.0 * f64::from(VALUES[Role::Knight]));
        let rook = mean(Role::Rook) / (100.0 * f64::from(VALUES[Role::Rook]));
        assert!(knight > rook, "knight {knight}, rook {rook}");
        let alone = tuner.tune(&Weights::material(), 60, 1, |_, _| {});
        assert!(alone == weights, "the same on any number of threads");
    }
}
