//! The integration tests of `pinsight-drawing`: one binary, which links the dependencies once.

mod pictures;
mod raster;
