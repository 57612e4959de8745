//! Players on the command line.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use pinsight_players::{
    Engine, EngineConfig, Greedy, Level, Player, PlayerError, RandomMover, Search, SearchOptions,
};

/// Help text on the syntax of players.
pub(crate) const NAMES: &str = "\
Players:
  random                     random legal moves; random,seed=7
  greedy                     the best exchange, else a random move; greedy,seed=7
  search                     alpha-beta search; search,level=4,hash=64,threads=2,seed=7
  PROGRAM                    a UCI engine by name or path, with arguments and options:
                             stockfish,UCI_LimitStrength=true,UCI_Elo=2000";

/// A player with its settings.
#[derive(Clone, Debug)]
pub(crate) struct Opponent {
    text: String,
    kind: Kind,
    /// Whether the text sets the seed.
    has_seed: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Random { seed: u64 },
    Greedy { seed: u64 },
    Search(SearchOptions),
    Engine(EngineConfig),
}

impl Opponent {
    /// Sets the seed of a player of our own, unless its settings have one.
    pub(crate) fn with_default_seed(mut self, default: u64) -> Self {
        match &mut self.kind {
            _ if self.has_seed => {}
            Kind::Random { seed } | Kind::Greedy { seed } => *seed = default,
            Kind::Search(options) => options.seed = default,
            Kind::Engine(_) => {}
        }
        self
    }

    /// Creates the player; starts the process of a UCI engine.
    pub(crate) fn make(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.kind {
            Kind::Random { seed } => Box::new(RandomMover::new(*seed)),
            Kind::Greedy { seed } => Box::new(Greedy::new(*seed)),
            Kind::Search(options) => Box::new(Search::new(options.clone())),
            Kind::Engine(config) => Box::new(Engine::start(config)?),
        })
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
        let has_seed = settings.iter().any(|(key, _)| key == "seed");
        let kind = match name {
            "" => bail!("expected a player: random, greedy, search or a UCI engine"),
            "random" => Kind::Random { seed: seed(name, &settings)? },
            "greedy" => Kind::Greedy { seed: seed(name, &settings)? },
            "search" => Kind::Search(search_options(&settings)?),
            program => Kind::Engine(engine(program, settings)),
        };
        Ok(Self { text: text.to_owned(), kind, has_seed })
    }
}

fn seed(player: &str, settings: &[(String, String)]) -> anyhow::Result<u64> {
    let mut seed = 0;
    for (key, value) in settings {
        match key.as_str() {
            "seed" => seed = number(key, value, 0, u64::MAX)?,
            _ => bail!("{player} has no setting `{key}`; expected seed"),
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
            _ => bail!("search has no setting `{key}`; expected level, hash, threads or seed"),
        }
    }
    Ok(options)
}

fn number(key: &str, value: &str, least: u64, most: u64) -> anyhow::Result<u64> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| anyhow!("{key} `{value}`: expected a whole number from {least} to {most}"))
}

/// Splits the arguments off at blanks, unless `program` is an existing path with blanks.
fn engine(program: &str, options: Vec<(String, String)>) -> EngineConfig {
    let mut words = program.split_whitespace().map(str::to_owned);
    match words.next() {
        Some(first) if !Path::new(program).exists() => {
            EngineConfig { arguments: words.collect(), options, ..EngineConfig::new(first) }
        }
        _ => EngineConfig { options, ..EngineConfig::new(program) },
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
        let Kind::Engine(config) = &engine.kind else { panic!("an engine") };
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
