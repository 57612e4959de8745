//! The integration tests of `pinsight-cli`: one binary, which links the dependencies once.

mod board;
mod books;
#[cfg(feature = "cluster")]
mod cluster;
mod commands;
mod config;
mod csv;
mod data_loss;
#[cfg(unix)]
mod examples;
mod games;
mod help;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(target_os = "linux")]
mod memory;
mod parquet;
mod pins;
mod players;
mod refusals;
mod report;
#[cfg(unix)]
mod review;
mod search;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "sql")]
mod sql;
mod streams;
mod themes;
#[cfg(unix)]
mod torture;
