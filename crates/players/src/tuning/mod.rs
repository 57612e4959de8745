//! Makes the weights of the evaluation from games.
//!
//! Every quiet position of a game is a sample: its terms, how the game ended, and perhaps what a search thought of it.
//! The weights are those for which a logistic curve over the evaluation foretells that best, found by gradient descent
//! (Adam). The same samples in the same order give the same weights.
//!
//! The games may be anybody's, or our own: [`SelfPlay`] lets the search play against itself, with the weights of the
//! round before, and the first round with plain material. So the weights can be made from nothing but the rules.

mod self_play;
mod tuner;
mod weights;

pub use self_play::{SelfPlay, SelfPlayGame};
pub use tuner::{Loss, Tuner};
pub use weights::Weights;
