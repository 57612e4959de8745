//! The replay loop: reads the tokens of a game, resolves each word at the current position, and reports events.

mod language;
mod replay_loop;
mod replayer;
mod resolve;
mod sink;
mod split_move;
mod start;
mod terminator;

pub use replayer::{Replayed, Replayer};
pub(crate) use split_move::may_be_joined;

pub use sink::{PlayedMove, RawComment, RawWord, Sink};
pub(crate) use start::is_blank_fen;
