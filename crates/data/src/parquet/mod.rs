//! Parquet files.
//!
//! | part | does |
//! |---|---|
//! | [`sink`] | gathers record batches, and has row groups encoded by several threads |
//! | [`encoder`] | takes the columns of a row group apart into leaves |
//! | [`levels`] | which slots of a leaf have a value, and where rows begin |
//! | [`values`] | the values of a leaf |
//! | [`distinct`], [`numbers`] | values of which each is kept once |
//! | [`chunk`], [`pages`] | both as pages |
//! | [`hybrid`], [`delta`] | numbers in few bits |
//!
//! Parquet's own writer of Arrow arrays is made for any array. These tables have a few kinds of columns, of which the
//! largest took it more time than finding what stands in them; what is not of these kinds it still writes.

mod chunk;
mod delta;
mod distinct;
mod encoder;
mod hybrid;
mod levels;
mod numbers;
mod pages;
mod sink;
mod values;

pub use sink::ParquetSink;
