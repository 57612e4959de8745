//! Chess as JSON, in the same shapes and words wherever Pinsight answers: in its commands and on the web board.

mod values;
mod why;

pub use values::{castling_side, diagnostic, end, legal_move, position, square, verdict};
pub use why::Explanation;
