//! Selects games and finds positions in them.
//!
//! [`GameFilter`] describes games by number, tags, pins and positions; [`GameSelector`] applies it to PGN. [`PositionQuery`]
//! describes positions; [`GamesTable`] reads the rows and columns of a Parquet table that a search needs, and
//! [`PositionIndex`] names the games that can match. docs/index.md describes the format of the index.
//!
//! ```
//! use pinsight_search::{Material, PositionQuery};
//!
//! let query = PositionQuery { material: Some("KRPvKR".parse()?), ..PositionQuery::default() };
//! assert!(query.matches(80, &"8/8/4k3/8/r7/8/4P3/R3K3 w - - 0 1".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "tests fail by panicking"
    )
)]

// In import order: each module imports only modules above it.
mod heads;
mod shared_file;

mod selection;

mod query;
mod table;

mod index;

pub use heads::StoredHead;
pub use index::{GroupEntries, IndexError, IndexWriter, PopularPositions, PositionIndex};
pub use query::{Horizon, Material, PawnStructure, PositionQuery};
pub use selection::{
    Choice, DateRange, EcoRange, GameFilter, GameSelector, PlayerFilter, SoughtPosition, TagFilter,
};
pub use table::{GamesTable, replay_moves};
