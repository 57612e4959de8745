//! Tunes the weights of the evaluation from games (Texel tuning).
//!
//! Every quiet position of a game is a sample: its terms, the result of the game, and optionally the score of a search.
//! Gradient descent (Adam) finds the weights whose evaluation, mapped by a logistic curve, predicts these labels best.
//! The same samples in the same order give the same weights.
//!
//! The games may come from any source. [`SelfPlay`] plays the search against itself with the weights of the previous
//! round, so that the weights can be tuned from the rules alone.
//!
//! Modules in import order: each uses only those above it.

mod weights;

mod self_play;
mod tuner;

mod journal;

pub use journal::{Journal, JournalError};
pub use self_play::{SelfPlay, SelfPlayGame};
pub use tuner::{Loss, Tuner};
pub use weights::Weights;
