//! Position index of a Parquet table of games: finds the games that can reach a position without reading the others.
//!
//! An index is a Parquet file with one row group for each row group of the table, and one column of sorted numbers,
//! `key * rows + row`: a game in `row` has a position whose pawns have `key`. Pawns move on or disappear for good, so a game
//! has each pawn structure during one stretch, and far fewer structures than positions. The search replays the games that
//! the index yields, so a key shared by several structures costs time, not correctness. docs/index.md describes the
//! format.
//!
//! Most games reach the first positions of the openings, so replaying them takes long: the metadata have the trees of
//! these positions.

mod builder;
mod checksum;
mod description;
mod key;
mod popular;
mod reader;

pub use builder::{GroupEntries, IndexWriter};
pub use popular::PopularPositions;
pub use reader::PositionIndex;

use parquet::errors::ParquetError;
use pinsight_data::StoredGamesError;
use thiserror::Error;

/// The name of the only column.
const COLUMN: &str = "entry";

/// The error of a position index.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The file is something else.
    #[error("not a position index")]
    NotAnIndex,
    /// The index has another format.
    #[error("the index has version {found} of the format, this program reads version {expected}")]
    OtherVersion {
        /// The version of the index.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The index belongs to another table, or to an earlier state of this one.
    #[error(
        "the index was made for other data: `{name}` with {games} games in {bytes} bytes; the table has {found_games} games \
         in {found_bytes} bytes and other content"
    )]
    OtherTable {
        /// The table that the index was made for.
        name: String,
        /// Its games.
        games: u64,
        /// Its size.
        bytes: u64,
        /// The games of the table.
        found_games: u64,
        /// The size of the table.
        found_bytes: u64,
    },
    /// The index is damaged.
    #[error("the index is damaged")]
    Damaged,
    /// The index cannot be written.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] StoredGamesError),
}
