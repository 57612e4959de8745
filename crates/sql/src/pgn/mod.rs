//! PGN files as a table.
//!
//! | file | does |
//! |---|---|
//! | `table.rs` | the table: which filters it takes over, how it is scanned |
//! | `columns.rs` | what has to be read of a game for a column |
//! | `file.rs` | a file, local or in an object store, and its bytes |
//! | `slice.rs` | parts of files that can be read at the same time |
//! | `scan.rs` | a scan as part of a plan |
//! | `broken.rs` | the number of broken games |
//! | `work.rs` | from games to rows, only as much as is wanted |

mod broken;
mod columns;
mod file;
mod scan;
mod slice;
mod table;
mod work;

pub(super) use broken::BrokenGames;
pub(super) use file::PgnFile;
#[cfg(feature = "cluster")]
pub(super) use scan::{PgnScan, ScanSpec};
pub(super) use table::PgnTable;
