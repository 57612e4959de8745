//! Chess games and pins as tables.
//!
//! [`GAMES`], [`POSITIONS`], [`PINS`] and [`FINDINGS`] declare the tables; docs/data.md lists their columns.
//! [`GameBatchBuilder`], [`PositionBatchBuilder`], [`PinBatchBuilder`] and [`findings_batch`] build Arrow record batches,
//! [`TableWriter`] writes them as Parquet, CSV or JSON lines.
//!
//! ```
//! use pinsight_data::{PINS, PinBatchBuilder, PinFilter, PinScanner, TableFormat, TableWriter};
//! use pinsight_pgn::split;
//! use pinsight_tactics::PinOptions;
//!
//! let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
//! let mut builder = PinBatchBuilder::new();
//! for game in split(&"example".into(), b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *") {
//!     scanner.scan(&game, |event| builder.add(event));
//! }
//! let mut writer = TableWriter::new(Vec::new(), TableFormat::Csv, &PINS.schema(), 1)?;
//! writer.write(TableFormat::Csv.encode(builder.finish()?)?)?;
//! let text = String::from_utf8(writer.finish()?)?;
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
mod repeated;
mod words;

mod column;
mod head_columns;
mod lists;
mod pin_columns;
mod puzzles;
mod scanner;

mod builder;
mod pins;

mod findings;
mod games;
mod pattern;
mod selection;

mod positions;
mod search;

mod index;

mod parquet;
mod writer;

/// The types of Arrow in this crate's interface.
pub mod arrow {
    pub use arrow_array::RecordBatch;
    pub use arrow_cast::display::{ArrayFormatter, FormatOptions};
    pub use arrow_schema::{ArrowError, SchemaRef};
}

pub use column::{Column, Kind, Storage, Table};
pub use error::{FilterError, one_of};
pub use filter::{PieceFilter, PinFilter};
pub use findings::{FINDINGS, findings_batch};
pub use games::{
    GAMES, GameBatchBuilder, GameColumn, GameReader, GameRow, GameWants, GamesTable, MovesParser,
    ParsedMoves, StoredGames, StoredGamesError, StoredHead, StoredPgn, TagWants, replay_moves, stored_evals,
};
pub use head::GameHead;
pub use index::{GroupEntries, IndexError, IndexWriter, PopularPositions, PositionIndex};
pub use moves::{
    MovesError, MovesReader, Step, UnplayableMoves, encode_moves, push_move, push_null_move, push_start,
};
pub use parquet::ParquetSink;
pub use pin_columns::PinColumns;
pub use pins::{PINS, PinBatchBuilder};
pub use positions::{POSITIONS, PositionBatchBuilder, PositionColumns};
pub use puzzles::{StoredPuzzles, StoredPuzzlesError};
pub use scanner::{PinEvent, PinScanner};
pub use search::{Horizon, Material, PawnStructure, PositionQuery};
pub use selection::{
    Choice, DateRange, EcoRange, GameFilter, GameSelector, PlayerFilter, SoughtPosition, TagFilter,
};
pub use words::Words;
pub use writer::{EncodedRows, TableError, TableFormat, TableWriter};
