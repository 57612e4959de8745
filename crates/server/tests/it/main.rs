//! The integration tests of `pinsight-server`: one binary, which links the dependencies once.

mod common;
mod documented;
#[cfg(unix)]
mod engine;
mod games;
mod imports;
mod live;
mod page;
mod security;
mod store;
