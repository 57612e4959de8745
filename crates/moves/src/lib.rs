//! The moves of a game in one or two bytes each.
//!
//! A blob begins with the start position, followed by one code per ply. `docs/data.md` describes the bytes, so that a decoder
//! can be written in any language. Encoding and decoding do not list the legal moves, so both are as fast as replaying text.
//! The decoder checks that each move is legal. The crate has no other dependency than the rules, so that a program that reads
//! tables with its own library can decode them.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

// In import order: each module imports only modules above it.
mod code;

mod writer;

mod reader;

pub use reader::{MovesError, MovesReader, Step};
pub use writer::{UnplayableMoves, encode_moves, push_move, push_null_move, push_start};
