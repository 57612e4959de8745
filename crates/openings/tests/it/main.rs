//! Tests of the openings.

mod books;
mod names;
