//! The table of games: one row per game, with its tags, moves and faults.

mod annotations;
mod batch;
mod column;
mod heads;
mod parser;
mod reader;
mod row;
mod shared_file;
mod stored;
mod table;
mod tag;
mod text;
mod wants;

pub use batch::GameBatchBuilder;
pub use column::{GAMES, GameColumn};
pub use heads::StoredHead;
pub use parser::{MovesParser, ParsedMoves};
pub use reader::GameReader;
pub use row::GameRow;
pub(crate) use shared_file::SharedFile;
pub(crate) use stored::guarded;
pub use stored::{StoredGames, StoredGamesError, StoredPgn, stored_evals};
pub(crate) use table::next_batch;
pub use table::{GamesTable, replay_moves};
pub use wants::{GameWants, TagWants};
