//! The integration tests of `pinsight-data`: one binary, which links the dependencies once.

mod games;
mod moves;
mod parquet;
mod parquet_columns;
mod positions;
mod rows;
