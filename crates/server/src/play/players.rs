//! The computer players that the page offers.

use std::sync::Arc;
use std::time::Duration;

use pinsight_players::{
    BookPlayer, EngineConfig, Greedy, Level, Limit, OpeningBook, Player, RandomMover, Search, SearchOptions,
};
use pinsight_wire::{self as wire, Seat};
use tokio::sync::Semaphore;

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
    /// With the permits to think: an engine that does not answer delays only games of the same engine.
    Engine(EngineConfig, Arc<Semaphore>),
}

/// The players to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    /// The hash table of a built-in player, in MiB.
    hash: usize,
    /// Limits how many built-in players think at once.
    permits: Arc<Semaphore>,
    candidates: Vec<Candidate>,
    /// The book from which all of them open.
    book: Option<OpeningBook>,
}

impl Players {
    pub(crate) fn new(engines: Vec<Engine>, hash: usize, book: Option<OpeningBook>) -> Self {
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
            let mut engine = candidate(&format!("{ENGINE}{name}"), &name, Kind::Engine(config, permits()));
            engine.player.analysis = true;
            engine
        }));
        Self { hash, permits: permits(), candidates, book }
    }

    /// Returns the permits of a player to think: as many as there are cores.
    pub(super) fn permits(&self, id: &str) -> Arc<Semaphore> {
        match self.find(id).map(|candidate| &candidate.kind) {
            Ok(Kind::Engine(_, permits)) => Arc::clone(permits),
            _ => Arc::clone(&self.permits),
        }
    }

    /// Lets no player think any more, for shutdown.
    pub(crate) fn close(&self) {
        for candidate in &self.candidates {
            self.permits(&candidate.player.id).close();
        }
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
        let player: Box<dyn Player> = match &self.find(&seat.player)?.kind {
            Kind::Random => Box::new(RandomMover::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::Search => {
                let level = seat.level.and_then(Level::new).unwrap_or_default();
                let hash = self.hash;
                Box::new(Search::new(SearchOptions { level, seed, hash, ..SearchOptions::default() }))
            }
            Kind::Engine(config, _) => Box::new(self.start(&seat.player, config)?),
        };
        Ok(match &self.book {
            Some(book) => Box::new(BookPlayer::new(player, book.clone(), seed)),
            None => player,
        })
    }

    /// Returns the name of a player on the page.
    pub(crate) fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.find(id).map_or(id, |candidate| &candidate.player.name)
    }

    /// Words the error of a player, with its name instead of the path of its program.
    pub(crate) fn trouble(&self, id: &str, error: &impl ToString) -> String {
        match self.find(id) {
            Ok(Candidate { kind: Kind::Engine(config, _), player }) => {
                error.to_string().replace(&config.program, &player.name)
            }
            _ => error.to_string(),
        }
    }

    /// Creates a player that reports `lines` lines.
    pub(crate) fn make_analyst(&self, id: &str, lines: usize) -> Result<Box<dyn Player>, ApiError> {
        let candidate = self.find(id)?;
        match &candidate.kind {
            Kind::Engine(config, _) => {
                let mut with_lines = config.clone();
                with_lines.options.push(("MultiPV".to_owned(), lines.to_string()));
                // Fall back to one line if the engine has no option MultiPV.
                let engine = self.start(id, &with_lines).or_else(|_| self.start(id, config))?;
                Ok(Box::new(engine))
            }
            Kind::Search => {
                let hash = self.hash;
                Ok(Box::new(Search::new(SearchOptions { lines, hash, ..SearchOptions::default() })))
            }
            Kind::Random | Kind::Greedy => {
                Err(ApiError::unknown_player(format!("the player `{id}` cannot analyse")))
            }
        }
    }

    /// Returns the configuration of a player that analyses; `None` for the built-in search.
    pub(crate) fn analyst_config(&self, id: &str) -> Result<Option<EngineConfig>, ApiError> {
        match &self.find(id)?.kind {
            Kind::Engine(config, _) => Ok(Some(config.clone())),
            Kind::Search => Ok(None),
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

fn permits() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(cores))
}

/// Returns the limit of a seat.
pub(crate) fn limit(seat: &Seat) -> Limit {
    Limit::time(seat.time.map_or(USUAL_TIME, Duration::from_millis))
}
