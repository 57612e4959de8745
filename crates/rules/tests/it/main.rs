//! The integration tests of `pinsight-rules`: one binary, which links the dependencies once.

mod fen;
mod impossible;
mod oracles;
mod perft;
mod properties;
mod san;
#[cfg(feature = "serde")]
mod serde;
