//! The integration tests of `pinsight-data`: one binary, which links the dependencies once.

mod games;
mod parquet;
mod parquet_columns;
mod positions;
mod rows;
