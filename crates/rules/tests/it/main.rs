//! The integration tests of `pinsight-rules`: one binary, which links the dependencies once.

mod castling;
mod fen;
mod impossible;
mod oracles;
mod outcome;
mod perft;
mod properties;
mod san;
#[cfg(feature = "serde")]
mod serde;
mod zobrist;
