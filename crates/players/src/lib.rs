//! Computer players: random, greedy, an alpha-beta search, UCI engines, and matches between them.
//!
//! A [`Player`] receives a game and a [`Limit`] and chooses a move. It reports what it finds while it searches, and
//! another thread may [stop](Stop) it. [`RandomMover`] plays any legal move, [`Greedy`] wins material, [`Search`]
//! searches with alpha-beta, [`Engine`] runs a UCI engine. [`serve`] offers [`Search`] as a UCI engine. [`Match`] plays
//! two players against each other.
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

// Modules in import order: each uses only those above it.
mod limit;
mod rng;
mod score;

mod error;
mod seeded;

mod player;
mod ruling;

mod book;
mod greedy;
mod random;

mod evaluation;

mod search;

mod arena;
pub mod tuning;
mod uci;

pub use arena::{
    Factory, FinishedGame, Match, MatchGame, Opening, Openings, PairCounts, PlayedMove, Reason, Sprt,
    SprtError, Standing, TimeControl, TimeControlError, Verdict, play_game,
};
pub use book::{BookPlayer, OpeningBook};
pub use error::{EngineError, PlayerError};
pub use greedy::Greedy;
pub use limit::{Clock, Limit};
pub use player::{Bound, Choice, Info, Player, Stop};
pub use random::{RandomGame, RandomMover};
pub use rng::Rng;
pub use ruling::{Rule, Ruling};
pub use score::{Score, Value};
pub use search::{HashTooLarge, Level, Search, SearchOptions};
pub use uci::{Engine, EngineConfig, EngineOption, OptionKind, ParseOptionError, serve, serve_with_books};
