//! Finds game boundaries, with the lexer or by its byte classes.

mod batch;
mod boundary;
mod cursor;
mod cut;
mod in_memory;
mod overflow;
mod raw_game;
mod splitter;
mod tags;
#[cfg(test)]
mod tests;

pub use batch::{Batch, RawGameBuf};
pub use boundary::game_start;
pub use in_memory::split;
pub use overflow::{Overflow, OversizedPart};
pub use raw_game::RawGame;
pub use splitter::{SplitOptions, Splitter};
