//! PGN as a file format of DataFusion.
//!
//! | file | contains |
//! |---|---|
//! | `broken.rs` | the number of broken games |
//! | `file.rs` | a file, local or in an object store, and its bytes |
//! | `frames.rs` | frames of a zstd file |
//! | `split.rs` | ranges of files that can be read in parallel |
//! | `rows.rs` | from games to record batches: columns, filter |
//! | `opener.rs` | reads a range of a file |
//! | `source.rs` | the scan: projection, filter, limit |
//! | `format.rs` | the file format: schema, statistics, plan of a scan |
//! | `table.rs` | a listing table that can be sent to a cluster |

mod broken;
mod file;
mod format;
mod frames;
mod opener;
mod rows;
mod source;
mod split;
mod table;

pub(super) use broken::BrokenGames;
#[cfg(feature = "cluster")]
pub(super) use source::{PgnSource, ReadPlan};
pub(super) use table::PgnTable;
