//! Analyses of positions.

mod analyst;

pub(crate) use analyst::{Analysis, Analysts, Task};
