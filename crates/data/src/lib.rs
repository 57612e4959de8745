//! Chess games and pins as tables.
//!
//! [`GAMES`], [`POSITIONS`], [`PINS`] and [`FINDINGS`] declare the tables; docs/data.md lists their columns.
//! [`GameBatchBuilder`], [`PositionBatchBuilder`], [`PinBatchBuilder`] and [`findings_batch`] build Arrow record batches,
//! [`TableWriter`] writes them as Parquet, CSV or JSON lines.
//!
//! ```
//! use pinsight_data::{PINS, PinBatchBuilder, PinScanner, TableFormat, TableWriter};
//! use pinsight_pgn::split;
//! use pinsight_tactics::{PinFilter, PinOptions};
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

// In import order: each module imports only modules above it.
mod folder;
mod texts;
mod words;

mod column;

mod head;
mod lists;
mod pin_columns;
mod scanner;

mod builder;
mod pins;

mod findings;
mod games;

mod positions;
mod puzzles;

mod csv;
mod page_checksum;

mod parquet;

mod writer;

/// The types of Arrow in this crate's interface.
pub mod arrow {
    pub use arrow_array::RecordBatch;
    pub use arrow_cast::display::{ArrayFormatter, FormatOptions};
    pub use arrow_schema::{ArrowError, SchemaRef};
}

pub use builder::{ColumnBuilder, Value};
pub use column::{Column, Kind, Storage, Table, column_names};
pub use csv::spreadsheet_cell;
pub use findings::{FINDINGS, findings_batch};
pub use folder::folder_files;
pub use games::{
    GAMES, GameBatchBuilder, GameColumn, GameReader, GameRow, GameWants, MovesParser, ParsedMoves,
    StoredColumn, StoredGames, StoredGamesError, StoredPgn, cast_columns, guarded, stored_evals,
};
pub use head::GameHead;
pub use page_checksum::{CheckedColumn, add_checksums};
pub use parquet::ParquetSink;
pub use pins::{PINS, PinBatchBuilder};
pub use positions::{POSITIONS, PositionBatchBuilder, PositionColumns};
pub use puzzles::{StoredPuzzles, StoredPuzzlesError};
pub use scanner::{PinEvent, PinScanner};
pub use writer::{EncodedRows, TableError, TableFormat, TableWriter};
