//! One file per subcommand, with its arguments and its code.

pub(crate) mod arena;
pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod cluster;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod fens;
pub(crate) mod final_position;
pub(crate) mod index;
pub(crate) mod man;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod motifs;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod pins;
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod review;
pub(crate) mod scan;
mod scan_findings;
pub(crate) mod search;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod sql;
pub(crate) mod themes;
pub(crate) mod tree;
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod why;
