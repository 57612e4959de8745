//! SQL over games: DataFusion with chess functions, and files as tables.
//!
//! ```
//! # use pinsight_sql::{SqlOptions, SqlSession};
//! # let runtime = tokio::runtime::Builder::new_multi_thread().build()?;
//! # runtime.block_on(async {
//! let session = SqlSession::new(&SqlOptions::default())?;
//! let rows = session.query("SELECT is_check('4k3/8/8/8/8/8/8/K3R3 b - - 0 1') AS check").await?;
//! assert_eq!(rows.to_table().await?, "\
//! +-------+
//! | check |
//! +-------+
//! | true  |
//! +-------+");
//! # Ok::<(), pinsight_sql::SqlError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg(feature = "datafusion")]
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

// In import order: each module imports only modules above it.
mod csv;
mod display;
mod error;
mod functions;
mod kind;
mod late_functions;
mod names;
mod pgn;
mod stores;

mod files;
mod files_table;
mod rows;

mod partition;

mod tables;

mod table_functions;

mod session;

#[cfg(feature = "cluster")]
pub mod cluster;

pub use display::{DisplayOptions, Displayed};
pub use error::SqlError;
pub use files::local_inputs;
pub use functions::functions;
pub use names::statements;
pub use rows::{Format, SqlRows};
pub use session::{SqlOptions, SqlSession};
