//! Positions, generators and oracles for the tests of the other crates.
//!
//! Nothing here is published, and nothing here may know what the right answer is but by the rules, a published table
//! or another program.

pub mod chromium;
pub mod collections;
pub mod cozy;
pub mod games;
pub mod pgn;
pub mod positions;
pub mod properties;
pub mod python;
pub mod random;
pub mod signals;
