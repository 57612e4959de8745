//! Computer players: random, greedy, an alpha-beta search, UCI engines, and matches between them.
//!
//! ```
//! use pinsight::History;
//! use pinsight::players::{Limit, Player, Search, SearchOptions, Stop};
//!
//! let game = History::new("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?);
//! let mut search = Search::new(SearchOptions::default());
//! let choice = search.choose(&game, &Limit::depth(4), &Stop::new(), &mut |_| {})?;
//! assert_eq!(game.position().san(choice.mv), "Qxf7#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use pinsight_players::{
    BookPlayer, Bound, Choice, Clock, Engine, EngineConfig, EngineError, EngineOption, Factory, FinishedGame,
    Greedy, HashTooLarge, Info, Level, Limit, Match, MatchGame, Opening, OpeningBook, Openings, OptionKind,
    PairCounts, ParseOptionError, PlayedMove, Player, PlayerError, RandomGame, RandomMover, Reason, Rng,
    Rule, Ruling, Score, Search, SearchOptions, Sprt, SprtError, Standing, Stop, TimeControl,
    TimeControlError, Value, Verdict, play_game, serve, serve_with_books,
};
