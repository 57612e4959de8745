//! The computer players that the page offers.

use std::time::Duration;

use pinsight_players::{EngineConfig, Greedy, Level, Limit, Player, RandomMover, Search, SearchOptions};
use pinsight_wire::{self as wire, Seat};

use crate::error::ApiError;

/// The default thinking time of a searching player per move.
const USUAL_TIME: Duration = Duration::from_millis(500);
/// The prefix of the id of a UCI engine.
const ENGINE: &str = "engine:";

/// A UCI engine that the page offers.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The name on the page.
    pub name: String,
    /// The program with its arguments and options.
    pub config: EngineConfig,
}

/// A player to choose.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) player: wire::Player,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    Greedy,
    Search,
    Engine(EngineConfig),
}

/// The players to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    candidates: Vec<Candidate>,
}

impl Players {
    pub(crate) fn new(engines: Vec<Engine>) -> Self {
        let candidate = |id: &str, name: &str, kind| {
            let (id, name) = (id.to_owned(), name.to_owned());
            Candidate { player: wire::Player { id, name, levels: None, analysis: false }, kind }
        };
        let mut search = candidate("search", "Search", Kind::Search);
        search.player.levels = Some([1, 10]);
        search.player.analysis = true;
        let mut candidates = vec![
            candidate("random", "Random", Kind::Random),
            candidate("greedy", "Greedy", Kind::Greedy),
            search,
        ];
        candidates.extend(engines.into_iter().map(|Engine { name, config }| {
            let mut engine = candidate(&format!("{ENGINE}{name}"), &name, Kind::Engine(config));
            engine.player.analysis = true;
            engine
        }));
        Self { candidates }
    }

    pub(crate) fn all(&self) -> &[Candidate] {
        &self.candidates
    }

    pub(crate) fn find(&self, id: &str) -> Result<&Candidate, ApiError> {
        self.candidates.iter().find(|candidate| candidate.player.id == id).ok_or_else(|| {
            let known: Vec<&str> =
                self.candidates.iter().map(|candidate| candidate.player.id.as_str()).collect();
            let hint = if id.starts_with(ENGINE) {
                "; add engines with --engine NAME=PATH or in the config file"
            } else {
                ""
            };
            ApiError::unknown_player(format!(
                "there is no player `{id}`: expected human, {}{hint}",
                known.join(", ")
            ))
        })
    }

    /// Creates the player of a seat; `seed` makes random choices repeatable.
    pub(crate) fn make(&self, seat: &Seat, seed: u64) -> Result<Box<dyn Player>, ApiError> {
        Ok(match &self.find(&seat.player)?.kind {
            Kind::Random => Box::new(RandomMover::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::Search => {
                let level = seat.level.and_then(Level::new).unwrap_or_default();
                Box::new(Search::new(SearchOptions { level, seed, ..SearchOptions::default() }))
            }
            Kind::Engine(config) => Box::new(self.start(&seat.player, config)?),
        })
    }

    /// Returns the name of a player on the page.
    pub(crate) fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.find(id).map_or(id, |candidate| &candidate.player.name)
    }

    /// Words the error of a player, with its name instead of the path of its program.
    pub(crate) fn trouble(&self, id: &str, error: &impl ToString) -> String {
        match self.find(id) {
            Ok(Candidate { kind: Kind::Engine(config), player }) => {
                error.to_string().replace(&config.program, &player.name)
            }
            _ => error.to_string(),
        }
    }

    /// Creates a player that reports `lines` lines.
    pub(crate) fn make_analyst(&self, id: &str, lines: usize) -> Result<Box<dyn Player>, ApiError> {
        let candidate = self.find(id)?;
        match &candidate.kind {
            Kind::Engine(config) => {
                let mut with_lines = config.clone();
                with_lines.options.push(("MultiPV".to_owned(), lines.to_string()));
                // Fall back to one line if the engine has no option MultiPV.
                let engine = self.start(id, &with_lines).or_else(|_| self.start(id, config))?;
                Ok(Box::new(engine))
            }
            Kind::Search => Ok(Box::new(Search::new(SearchOptions { lines, ..SearchOptions::default() }))),
            Kind::Random | Kind::Greedy => {
                Err(ApiError::unknown_player(format!("the player `{id}` cannot analyse")))
            }
        }
    }

    /// Starts an engine.
    fn start(&self, id: &str, config: &EngineConfig) -> Result<pinsight_players::Engine, ApiError> {
        pinsight_players::Engine::start(config).map_err(|error| ApiError::conflict(self.trouble(id, &error)))
    }
}

/// Returns the limit of a seat.
pub(crate) fn limit(seat: &Seat) -> Limit {
    Limit::time(seat.time.map_or(USUAL_TIME, Duration::from_millis))
}
