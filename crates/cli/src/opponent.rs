//! Players on the command line.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use pinsight_players::{
    BookPlayer, Engine, EngineConfig, Greedy, Level, OpeningBook, Player, PlayerError, RandomMover, Search,
    SearchOptions,
};

use crate::commands::book::open_for_play;
use crate::config;

/// Help text on the syntax of players.
pub(crate) const NAMES: &str = "\
Players:
  random   random legal moves; random,seed=7
  greedy   the best exchange, else a random move; greedy,seed=7
  search   alpha-beta search; search,level=4,hash=64,threads=2,seed=7
           these three also play from a Polyglot book: search,book=my.bin
  NAME     a UCI engine of the config file (`pinsight help config`)
  PROGRAM  a UCI engine by name or path, with arguments and options:
           stockfish,UCI_LimitStrength=true,UCI_Elo=2000";

/// The names of the built-in players.
pub(crate) const BUILT_IN: [&str; 3] = ["random", "greedy", "search"];

/// A player with its settings.
#[derive(Clone, Debug)]
pub(crate) struct Opponent {
    text: String,
    kind: Kind,
    /// Whether the text sets the seed.
    has_seed: bool,
    /// The book of a built-in player.
    book: Option<OpeningBook>,
}

#[derive(Clone, Debug)]
enum Kind {
    Random {
        seed: u64,
    },
    Greedy {
        seed: u64,
    },
    Search(SearchOptions),
    Engine {
        /// A name of the config file, or a program with arguments.
        name: String,
        options: Vec<(String, String)>,
    },
}

impl Opponent {
    /// Sets the seed to that of the option `--seed`; without one to `default`, unless the settings have one. Fails if
    /// both set it, or for a UCI engine with `--seed`.
    pub(crate) fn with_seed(
        self,
        option: Option<u64>,
        default: impl FnOnce() -> u64,
    ) -> anyhow::Result<Self> {
        match option {
            None => Ok(self.with_default_seed(default())),
            Some(_) if self.seed().is_none() => {
                bail!("--seed is for random, greedy and search; `{self}` is a UCI engine")
            }
            Some(_) if self.has_seed => bail!("`{self}` sets the seed already; omit --seed"),
            Some(seed) => Ok(self.with_default_seed(seed)),
        }
    }

    /// Sets the seed of a built-in player, unless its settings have one.
    fn with_default_seed(mut self, default: u64) -> Self {
        match &mut self.kind {
            _ if self.has_seed => {}
            Kind::Random { seed } | Kind::Greedy { seed } => *seed = default,
            Kind::Search(options) => options.seed = default,
            Kind::Engine { .. } => {}
        }
        self
    }

    /// Returns the seed of a built-in player; `None` for a UCI engine.
    pub(crate) fn seed(&self) -> Option<u64> {
        match &self.kind {
            Kind::Random { seed } | Kind::Greedy { seed } => Some(*seed),
            Kind::Search(options) => Some(options.seed),
            Kind::Engine { .. } => None,
        }
    }

    /// Like [`make`](Self::make); an error also lists the players.
    pub(crate) fn start(&self) -> anyhow::Result<Box<dyn Player>> {
        self.make().map_err(|error| match &self.kind {
            Kind::Engine { .. } => {
                let names: Vec<&str> = BUILT_IN.into_iter().chain(config::get().engine_names()).collect();
                anyhow!(
                    "{error}\nexpected {}, or the name or path of a UCI engine; `pinsight help config` shows how to \
                     name engines",
                    names.join(", ")
                )
            }
            _ => error.into(),
        })
    }

    /// Creates the player; starts the process of a UCI engine.
    pub(crate) fn make(&self) -> Result<Box<dyn Player>, PlayerError> {
        let player: Box<dyn Player> = match &self.kind {
            Kind::Random { seed } => Box::new(RandomMover::new(*seed)),
            Kind::Greedy { seed } => Box::new(Greedy::new(*seed)),
            Kind::Search(options) => Box::new(Search::new(options.clone())),
            Kind::Engine { name, options } => Box::new(Engine::start(&engine(name, options))?),
        };
        Ok(match &self.book {
            Some(book) => Box::new(BookPlayer::new(player, book.clone(), self.seed().unwrap_or_default())),
            None => player,
        })
    }
}

impl Opponent {
    /// Returns the UCI engine; `None` for the built-in search. Fails for players that do not evaluate positions.
    pub(crate) fn engine_config(&self) -> anyhow::Result<Option<EngineConfig>> {
        match &self.kind {
            Kind::Engine { name, options } => Ok(Some(engine(name, options))),
            Kind::Search(options) if *options == SearchOptions::default() => Ok(None),
            Kind::Search(_) => bail!("the built-in search has no settings here; use --nodes and --threads"),
            Kind::Random { .. } | Kind::Greedy { .. } => {
                bail!("expected `search` or a UCI engine, which evaluate positions")
            }
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Opponent {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut parts = text.split(',');
        let name = parts.next().unwrap_or_default().trim();
        let mut settings = Vec::new();
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                bail!("`{part}` is not a setting; expected NAME=VALUE, such as search,level=4");
            };
            settings.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        let is_built_in = BUILT_IN.contains(&name);
        let mut book = None;
        if let Some(index) = settings.iter().position(|(key, _)| is_built_in && key == "book") {
            book = Some(open_for_play(Path::new(&settings.remove(index).1))?);
        }
        let has_seed = settings.iter().any(|(key, _)| key == "seed");
        let kind = match name {
            "" => bail!("expected a player: random, greedy, search or a UCI engine"),
            "random" => Kind::Random { seed: seed(name, &settings)? },
            "greedy" => Kind::Greedy { seed: seed(name, &settings)? },
            "search" => Kind::Search(search_options(&settings)?),
            name => Kind::Engine { name: name.to_owned(), options: settings },
        };
        Ok(Self { text: text.to_owned(), kind, has_seed, book })
    }
}

fn seed(player: &str, settings: &[(String, String)]) -> anyhow::Result<u64> {
    let mut seed = 0;
    for (key, value) in settings {
        match key.as_str() {
            "seed" => seed = number(key, value, 0, u64::MAX)?,
            _ => bail!("{player} has no setting `{key}`; expected seed or book"),
        }
    }
    Ok(seed)
}

fn search_options(settings: &[(String, String)]) -> anyhow::Result<SearchOptions> {
    let mut options = SearchOptions::default();
    for (key, value) in settings {
        match key.as_str() {
            "level" => {
                let level = value.parse().ok().and_then(Level::new);
                options.level =
                    level.ok_or_else(|| anyhow!("level `{value}`: expected a number from 1 to 10"))?;
            }
            "hash" => options.hash = number(key, value, 1, 65_536)? as usize,
            "threads" => options.threads = number(key, value, 1, 256)? as usize,
            "seed" => options.seed = number(key, value, 0, u64::MAX)?,
            _ => bail!("search has no setting `{key}`; expected level, hash, threads, seed or book"),
        }
    }
    options.check_hash()?;
    Ok(options)
}

fn number(key: &str, value: &str, least: u64, most: u64) -> anyhow::Result<u64> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| anyhow!("{key} `{value}`: expected a whole number from {least} to {most}"))
}

/// Returns the engine of the config file with this name, or else the program. Options override those of the file.
fn engine(name: &str, options: &[(String, String)]) -> EngineConfig {
    let mut engine = config::get().engine(name).unwrap_or_else(|| program(name));
    engine.options.retain(|(known, _)| !options.iter().any(|(set, _)| set.eq_ignore_ascii_case(known)));
    engine.options.extend_from_slice(options);
    engine
}

/// Splits the arguments off at blanks, unless `text` is an existing path with blanks.
fn program(text: &str) -> EngineConfig {
    let mut words = text.split_whitespace().map(str::to_owned);
    match words.next() {
        Some(first) if !Path::new(text).exists() => {
            EngineConfig { arguments: words.collect(), ..EngineConfig::new(first) }
        }
        _ => EngineConfig::new(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_parsed_with_their_settings() {
        let search: Opponent = "search,level=3,hash=64".parse().expect("a player");
        let Kind::Search(options) = &search.kind else { panic!("a search") };
        assert_eq!((options.level.number(), options.hash), (3, 64));
        let engine: Opponent = "python3 engine.py --fast,UCI_Elo=2000".parse().expect("a player");
        let Kind::Engine { name, options } = &engine.kind else { panic!("an engine") };
        let config = super::engine(name, options);
        assert_eq!(config.program, "python3");
        assert_eq!(config.arguments, ["engine.py", "--fast"]);
        assert_eq!(config.options, [("UCI_Elo".to_owned(), "2000".to_owned())]);
    }

    #[test]
    fn errors_name_the_wrong_setting() {
        for (text, message) in [
            ("search,level=11", "expected a number from 1 to 10"),
            ("search,speed=3", "search has no setting `speed`"),
            ("random,level=3", "random has no setting `level`"),
            ("greedy,seed", "`seed` is not a setting"),
            ("search,hash=0", "expected a whole number from 1 to"),
            ("", "expected a player"),
        ] {
            let error = text.parse::<Opponent>().expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
