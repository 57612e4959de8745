//! The integration tests of `pinsight-players`: one binary, which links the dependencies once.

mod engines;
mod quick_games;
mod search;
mod stockfish;
mod tactics;
mod uci;
