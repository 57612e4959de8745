//! Static evaluation.
//!
//! The value is a sum of terms. Each term has a weight for the middlegame and one for the endgame, interpolated by the
//! remaining material. [`tally`] finds the terms of a position. The weights in `weights.rs` are tuned
//! ([`crate::tuning`]).
//!
//! Modules in import order: each uses only those above it.

pub(crate) mod terms;

mod weight;

mod pawns;
#[rustfmt::skip]
mod weights;

mod tally;

mod evaluate;

pub(crate) use evaluate::{FULL_PHASE, evaluate, phase, winnable};
pub(crate) use tally::tally;
pub(crate) use terms::Tally;
pub(crate) use weight::{Weight, Weights};
pub(crate) use weights::WEIGHTS;
