//! The integration tests of `pinsight-tactics`: one binary, which links the dependencies once.

mod allocation;
mod cases;
mod ledger;
mod motifs;
mod oracles;
mod real_games;
mod review;
mod text;
mod themes;
