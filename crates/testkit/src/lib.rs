//! Positions, generators and oracles for the tests of the other crates. Not published.
//!
//! Expected values come from the rules, a published table or another program, never from our own output.

pub mod chromium;
pub mod collections;
pub mod cozy;
pub mod exchange;
pub mod games;
pub mod positions;
pub mod properties;
pub mod python;
pub mod random;
pub mod signals;
