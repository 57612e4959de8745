//! PGN as a file format of DataFusion.

mod broken;
mod file;
mod format;
mod frames;
mod opener;
mod rows;
mod source;
mod split;

pub(super) use broken::BrokenGames;
pub(super) use format::PgnFormat;
#[cfg(feature = "cluster")]
pub(super) use source::{PgnSource, ReadPlan};
