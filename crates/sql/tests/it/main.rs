//! The integration tests of `pinsight-sql`: one binary, which links the dependencies once.

mod docs;
mod functions;
mod published;
mod queries;
