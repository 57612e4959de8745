//! The integration tests of `pinsight-data`: one binary, which links the dependencies once.

#[cfg(feature = "parquet")]
mod games;
mod moves;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_columns;
mod rows;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "sql")]
mod sql_docs;
