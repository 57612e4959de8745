//! The integration tests of `pinsight-wire`: one binary, which links the dependencies once.

mod pin;
mod pin_review;
mod review;
mod schema;
