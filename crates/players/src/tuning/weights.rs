//! Weights during tuning, as floating-point numbers.

use std::fmt::Write as _;

use pinsight_rules::{Role, Square, VALUES};

use crate::evaluation::terms::{self, COUNT, ROWS};
use crate::evaluation::{self, Weight};

/// The middlegame and endgame weights of all terms, in centipawns.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub(super) Vec<[f64; 2]>);

impl Weights {
    /// Material plus small bonuses for mobility and advanced pawns: the start of self-play. With material alone the
    /// search would shuffle, and its games would teach nothing.
    pub fn plain() -> Self {
        let mut weights = Self::material();
        for (role, &first) in terms::MOBILITY.iter().enumerate() {
            let squares = terms::MOBILITY.get(role + 1).map_or(terms::PASSED, |&next| next) - first;
            for (square, weight) in weights.0[first..first + squares].iter_mut().enumerate() {
                *weight = [4.0 * square as f64; 2];
            }
        }
        for square in Square::ALL {
            let steps = square.rank().index().saturating_sub(1) as f64;
            weights.0[terms::PIECE_SQUARE + square.index()] = [100.0 + 3.0 * steps, 100.0 + 8.0 * steps];
        }
        weights
    }

    /// Material alone: 1, 3, 3, 5, 9.
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

    /// The rounded weights, as the search uses them.
    pub(crate) fn rounded(&self) -> evaluation::Weights {
        let mut rounded = [Weight::default(); COUNT];
        for (weight, [middle, end]) in rounded.iter_mut().zip(&self.0) {
            *weight = Weight::new(middle.round() as i32, end.round() as i32);
        }
        rounded
    }

    /// The source of a Rust module with the weights; `head` becomes its module documentation.
    pub fn source(&self, head: &str) -> String {
        let mut text = String::new();
        for line in head.lines() {
            let _ = writeln!(text, "{}", format!("//! {line}").trim_end());
        }
        text.push_str(
            "\nuse super::weight::{Weight as W, Weights};\n\npub(crate) const WEIGHTS: Weights = [\n",
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
