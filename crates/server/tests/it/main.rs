//! The integration tests of `pinsight-server`: one binary, which links the dependencies once.

mod clocks;
mod coach;
mod common;
mod documented;
#[cfg(unix)]
mod engine;
mod games;
mod imports;
mod kept;
mod limits;
mod live;
mod page;
mod schema;
mod security;
mod store;
