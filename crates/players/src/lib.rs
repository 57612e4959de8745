//! Computers at the chessboard.
//!
//! A [`Player`] is given a game and a [`Limit`] and chooses a move; while it thinks it tells what it sees, and another
//! thread may [stop](Stop) it. [`RandomMover`] plays any legal move, [`Greedy`] the best exchange,
//! [`Search`] looks ahead, [`Engine`] is any UCI engine; [`serve`] makes an engine of ours, and [`Match`] lets two players
//! meet.
//!
//! ```
//! use pinsight_players::{Greedy, Limit, Player, Stop};
//! use pinsight_rules::History;
//!
//! let game = History::new("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1".parse()?);
//! let mut player = Greedy::new(7);
//! let choice = player.choose(&game, &Limit::default(), &Stop::new(), &mut |_| {})?;
//! assert_eq!(game.position().san(choice.mv), "Nxd5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arena;
mod evaluation;
mod greedy;
mod limit;
mod player;
mod random;
mod rng;
mod ruling;
mod score;
mod search;
mod seeded;
pub mod tuning;
mod uci;

pub use arena::{
    Control, ControlError, Factory, FinishedGame, Match, MatchGame, Opening, PlayedMove, Reason, Standing,
    play_game,
};
pub use greedy::Greedy;
pub use limit::{Clock, Limit};
pub use player::{Bound, Choice, Info, Player, PlayerError, Stop};
pub use random::{RandomGame, RandomMover};
pub use rng::Rng;
pub use ruling::{Ruling, Why};
pub use score::{Score, Value};
pub use search::{Level, Search, SearchOptions};
pub use uci::{Engine, EngineConfig, EngineError, EngineOption, OptionKind, serve};
