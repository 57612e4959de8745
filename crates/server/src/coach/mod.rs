//! The coach: reviews of whole games in the background, and questions about single moves.

mod journal;
mod line;
mod notes;
mod questions;
mod reviews;

pub(crate) use notes::annotated_pgn;
pub(crate) use questions::Questions;
pub(crate) use reviews::Reviews;
