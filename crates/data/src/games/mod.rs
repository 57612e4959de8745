//! The table of games: one row per game, with its tags, moves and faults.

mod annotations;
mod batch;
mod column;
mod parser;
mod reader;
mod row;
mod stored;
mod tag;
mod text;
mod wants;

pub use batch::GameBatchBuilder;
pub use column::{GAMES, GameColumn};
pub use parser::{MovesParser, ParsedMoves};
pub use reader::GameReader;
pub use row::GameRow;
pub use stored::{
    StoredColumn, StoredGames, StoredGamesError, StoredPgn, cast_columns, guarded, stored_evals,
};
pub use wants::GameWants;
