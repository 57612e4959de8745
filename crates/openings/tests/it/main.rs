//! Tests of the openings.

mod names;
