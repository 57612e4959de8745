//! Games as rows: one row a game, with its tags, its moves, and what was wrong with it.

mod annotations;
#[cfg(feature = "parquet")]
mod batch;
mod column;
mod lines;
#[cfg(feature = "parquet")]
mod lists;
mod reader;
mod row;
#[cfg(feature = "parquet")]
mod stored;
mod tag;
#[cfg(feature = "parquet")]
mod text;
mod wants;

#[cfg(feature = "parquet")]
pub use batch::{GameBatchBuilder, games_schema};
pub use column::GameColumn;
pub use reader::GameReader;
pub use row::GameRow;
#[cfg(feature = "parquet")]
pub use stored::{StoredGames, StoredGamesError};
pub use wants::{GameWants, TagWants};
