//! Chess games as rows of data.
//!
//! A [`PinScanner`] follows the games of a file and hands over a [`PinRow`] for each pin event that a [`PinFilter`] lets
//! through; a [`RowSink`] writes rows, as CSV or as JSON lines. `docs/data.md` lists the columns.
//!
//! ```
//! use pinsight_data::{CsvSink, PinFilter, PinScanner, RowSink};
//! use pinsight_pgn::split;
//! use pinsight_tactics::PinOptions;
//!
//! let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
//! let mut sink = CsvSink::new(Vec::new());
//! sink.header()?;
//! for game in split(&"example".into(), b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *") {
//!     let mut result = Ok(());
//!     scanner.scan(&game, |row| result = sink.write(row));
//!     result?;
//! }
//! let text = String::from_utf8(sink.into_inner())?;
//! assert!(text.contains(",new,relative_pin,created,attacker,g4,bishop,black,f3,knight,white,d1,queen,white,6,"));
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
mod error;
mod filter;
mod head;
mod moves;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod puzzles;
#[cfg(feature = "parquet")]
mod repeated;
#[cfg(feature = "parquet")]
mod words;

#[cfg(feature = "parquet")]
mod finding_batch;
#[cfg(feature = "parquet")]
mod pin_columns;
mod row;

mod column;
mod scanner;
mod sink;

mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod pin_batch;

mod games;
mod pattern;
mod selection;

mod search;

#[cfg(feature = "sql")]
pub mod sql;

pub use column::Column;
pub use csv::{CsvSink, csv_field};
pub use error::{FilterError, one_of};
pub use filter::{PieceFilter, PinFilter};
#[cfg(feature = "parquet")]
pub use finding_batch::{findings_batch, findings_schema};
#[cfg(feature = "parquet")]
pub use games::{GameBatchBuilder, StoredGames, StoredGamesError, games_schema};
pub use games::{GameColumn, GameReader, GameRow, GameWants, TagWants};
pub use head::GameHead;
pub use jsonl::JsonLinesSink;
pub use moves::{
    MovesError, MovesReader, Step, UnplayableMoves, encode_moves, push_move, push_null_move, push_start,
};
#[cfg(feature = "parquet")]
pub use parquet::ParquetSink;
#[cfg(feature = "parquet")]
pub use pin_batch::{PinBatchBuilder, pins_schema};
#[cfg(feature = "parquet")]
pub use puzzles::{StoredPuzzles, StoredPuzzlesError};
pub use row::PinRow;
pub use scanner::PinScanner;
pub use search::{Material, PawnStructure, PositionQuery};
pub use selection::{
    Choice, DateRange, EcoRange, GameFilter, GameSelector, PlayerFilter, SoughtPosition, TagFilter,
};
pub use sink::RowSink;
