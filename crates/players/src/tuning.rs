//! Makes the weights of the evaluation from games.
//!
//! Every quiet position of a game is a sample: its terms, and how the game ended. The weights are those for which a
//! logistic curve over the evaluation foretells the results best, found by gradient descent (Adam) from plain material.
//! The same samples in the same order give the same weights.

use std::fmt::Write as _;
use std::thread;

use pinsight_rules::{Color, Outcome, Position, Role, VALUES, exchange};

use crate::evaluation::terms::{self, COUNT, ROWS};
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
}

/// The weights: for the middle game and for the endgame.
#[derive(Clone, Debug)]
pub struct Weights(Vec<[f64; 2]>);

/// How far the foretold results are from the true ones: the mean of the squares.
pub type Loss = f64;

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

impl Weights {
    /// Pieces alone, by the values that everybody knows.
    pub fn material() -> Self {
        let mut weights = vec![[0.0; 2]; COUNT];
        for role in Role::ALL {
            let value = 100.0 * f64::from(VALUES[role]);
            for square in 0..64 {
                weights[terms::PIECE_SQUARE + 64 * role as usize + square] = [value; 2];
            }
        }
        Self(weights)
    }

    /// The weights as the source of a Rust module, with lines of comment at its head.
    pub fn source(&self, head: &str) -> String {
        let mut text = String::new();
        for line in head.lines() {
            let _ = writeln!(text, "{}", format!("//! {line}").trim_end());
        }
        text.push_str(
            "\nuse super::Weight as W;\n\npub(super) static WEIGHTS: [W; super::terms::COUNT] = [\n",
        );
        for row in ROWS {
            let _ = writeln!(text, "    // {}", row.name);
            for chunk in self.0[row.first..row.first + row.len].chunks(8) {
                text.push_str("   ");
                for [middle, end] in chunk {
                    let _ = write!(text, " W::new({}, {}),", middle.round() as i32, end.round() as i32);
                }
                text.push('\n');
            }
        }
        text.push_str("];\n");
        text
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

    /// Adds a position of a game that ended so, if it is quiet: no check, and nothing to win by a capture. Whether it
    /// was.
    pub fn add(&mut self, position: &Position, outcome: Outcome) -> bool {
        let board = position.board();
        let turn = position.turn();
        let targets = board.by_color(!turn) - board.by_role(Role::King);
        let drawn_anyway = Color::ALL.into_iter().any(|color| winnable(board, color) < 16)
            && board.by_role(Role::Pawn).is_empty();
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
        });
        true
    }

    /// The weights after so many steps of descent; after each, `progress` is told its number and the loss before it.
    pub fn tune(&self, steps: usize, threads: usize, mut progress: impl FnMut(usize, Loss)) -> Weights {
        const RATE: f64 = 1.0;
        /// What pulls a weight back to where it started: felt only by terms of a few hundred positions, which would
        /// else learn those by heart.
        const PULL: f64 = 1e-9;
        const FIRST: f64 = 0.9;
        const SECOND: f64 = 0.999;
        let start = Weights::material();
        let mut weights = start.clone();
        let scale = self.best_scale(&weights, threads);
        let mut first = vec![[0.0; 2]; COUNT];
        let mut second = vec![[0.0; 2]; COUNT];
        for step in 1..=steps {
            let (loss, gradient) = self.gradient(&weights, scale, threads);
            progress(step, loss);
            // Smaller steps towards the end.
            let rate = RATE * (1.0 - 0.9 * step as f64 / steps as f64);
            for term in 0..COUNT {
                for half in 0..2 {
                    let slope = gradient[term][half] + PULL * (weights.0[term][half] - start.0[term][half]);
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

    /// How many hundredths of a pawn make a difference by the factor e in the odds, for given weights.
    fn best_scale(&self, weights: &Weights, threads: usize) -> f64 {
        let loss = |scale| self.gradient(weights, scale, threads).0;
        let candidates = (4..=40).map(|tens| f64::from(tens) * 10.0);
        let scored = candidates.map(|scale| (loss(scale), scale));
        scored.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(150.0, |(_, scale)| scale)
    }

    /// The loss, and how it changes with each weight.
    fn gradient(&self, weights: &Weights, scale: f64, threads: usize) -> (Loss, Vec<[f64; 2]>) {
        let chunk = self.samples.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<(Loss, Vec<[f64; 2]>)> = thread::scope(|scope| {
            let handles: Vec<_> = (0..self.samples.len())
                .step_by(chunk)
                .map(|from| {
                    let to = (from + chunk).min(self.samples.len());
                    scope.spawn(move || self.part(weights, scale, from, to))
                })
                .collect();
            handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
        });
        let count = self.samples.len().max(1) as f64;
        let mut loss = 0.0;
        let mut gradient = vec![[0.0; 2]; COUNT];
        for (part_loss, part) in parts {
            loss += part_loss / count;
            for (sum, part) in gradient.iter_mut().zip(part) {
                sum[0] += part[0] / count;
                sum[1] += part[1] / count;
            }
        }
        (loss, gradient)
    }

    fn part(&self, weights: &Weights, scale: f64, from: usize, to: usize) -> (Loss, Vec<[f64; 2]>) {
        let mut loss = 0.0;
        let mut gradient = vec![[0.0; 2]; COUNT];
        let mut start = from.checked_sub(1).map_or(0, |before| self.samples[before].end);
        for sample in &self.samples[from..to] {
            let counts = &self.counts[start..sample.end];
            start = sample.end;
            let middle = f64::from(sample.phase);
            let value: f64 = counts
                .iter()
                .map(|&(term, count)| {
                    let [m, e] = weights.0[usize::from(term)];
                    f64::from(count) * (m * middle + e * (1.0 - middle))
                })
                .sum();
            let foretold = 1.0 / (1.0 + (-value / scale).exp());
            let error = foretold - f64::from(sample.result);
            loss += error * error;
            let slope = 2.0 * error * foretold * (1.0 - foretold) / scale;
            for &(term, count) in counts {
                let pull = slope * f64::from(count);
                gradient[usize::from(term)][0] += pull * middle;
                gradient[usize::from(term)][1] += pull * (1.0 - middle);
            }
        }
        (loss, gradient)
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
                tuner.add(&position, outcome);
            }
        }
        assert!(tuner.len() > 1_000);
        let mut losses = Vec::new();
        let weights = tuner.tune(60, 2, |_, loss| losses.push(loss));
        assert!(losses.last() < losses.first(), "{losses:?}");
        let mean = |role: Role| {
            let from = terms::PIECE_SQUARE + 64 * role as usize;
            weights.0[from..from + 64].iter().map(|[middle, end]| middle + end).sum::<f64>() / 128.0
        };
        let knight = mean(Role::Knight) / (100.0 * f64::from(VALUES[Role::Knight]));
        let rook = mean(Role::Rook) / (100.0 * f64::from(VALUES[Role::Rook]));
        assert!(knight > rook, "knight {knight}, rook {rook}");
    }
}
