//! The integration tests of `pinsight-pgn`: one binary, which links the dependencies once.

mod allocation;
mod collections;
mod linear_time;
mod round_trip;
mod streams;
mod table;
mod tree;
