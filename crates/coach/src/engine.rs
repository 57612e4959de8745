//! Engines that answer questions about positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pinsight_players::{
    Engine, EngineConfig, Info, Limit, Player, PlayerError, Search, SearchOptions, Stop, Value,
};
use pinsight_rules::{CastlingMode, EnPassantMode, History, Move, Position};

use crate::journal::Journal;

/// The size of the transposition table in megabytes. It is cleared before each question, so a small one is faster.
const HASH: usize = 4;
/// The time limit of a UCI engine for one question.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A searched line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SearchedLine {
    /// The value for the side to move.
    pub(crate) value: Value,
    /// The moves; at least one.
    pub(crate) moves: Vec<Move>,
}

impl SearchedLine {
    /// The first move.
    pub(crate) fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    /// Writes the line for a journal: `cp 35 e2e4 e7e5`.
    fn to_text(&self, start: &Position) -> String {
        let mut text = match self.value {
            Value::Centipawns(value) => format!("cp {value}"),
            Value::MatesIn(moves) => format!("mates {moves}"),
            Value::MatedIn(moves) => format!("mated {moves}"),
        };
        let mut position = *start;
        for &mv in &self.moves {
            text.push_str(&format!(" {}", position.uci(mv, CastlingMode::Chess960)));
            position = position.play_unchecked(mv);
        }
        text
    }

    /// Reads a line of a journal; `None` if it is not one of this position.
    fn from_text(text: &str, start: &Position) -> Option<Self> {
        let mut words = text.split(' ');
        let value = match (words.next()?, words.next()?) {
            ("cp", value) => Value::Centipawns(value.parse().ok()?),
            ("mates", moves) => Value::MatesIn(moves.parse().ok()?),
            ("mated", moves) => Value::MatedIn(moves.parse().ok()?),
            _ => return None,
        };
        let mut position = *start;
        let mut moves = Vec::new();
        for word in words {
            let mv = position.move_from_uci(word.parse().ok()?).ok()?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        Some(Self { value, moves })
    }
}

/// An engine that answers each question with the same number of nodes, independent of earlier questions.
///
/// It is the built-in search, or a UCI engine that the built-in search replaces once it fails.
struct Analyst {
    search: Search,
    uci: Option<Engine>,
}

impl Analyst {
    fn new(uci: Option<Engine>) -> Self {
        Self { search: Search::new(SearchOptions { hash: HASH, ..SearchOptions::default() }), uci }
    }

    /// Asks the built-in search.
    fn search(&mut self, question: &Question<'_>, stop: &Stop) -> Vec<SearchedLine> {
        self.search.clear();
        self.search.set_options(SearchOptions {
            hash: HASH,
            lines: question.lines,
            ..SearchOptions::default()
        });
        self.search.set_search_moves(question.only.to_vec());
        // Without a legal move there is no line.
        ask(&mut self.search, question, &Limit::nodes(question.nodes), stop).unwrap_or_default()
    }

    /// Asks the UCI engine.
    fn ask_uci(
        engine: &mut Engine,
        question: &Question<'_>,
        stop: &Stop,
    ) -> Result<Vec<SearchedLine>, PlayerError> {
        let lines = question.lines.to_string();
        if engine.options().iter().any(|option| option.name == "MultiPV") {
            engine.set_option("MultiPV", &lines)?;
        }
        engine.set_search_moves(question.only.to_vec());
        ask(engine, question, &Limit { time: Some(TIMEOUT), ..Limit::nodes(question.nodes) }, stop)
    }
}

fn ask(
    player: &mut impl Player,
    question: &Question<'_>,
    limit: &Limit,
    stop: &Stop,
) -> Result<Vec<SearchedLine>, PlayerError> {
    let mut last: Vec<Info> = Vec::new();
    let choice = player.choose(question.game, limit, stop, &mut |info| {
        let rank = info.line.max(1) - 1;
        if rank < question.lines && info.bound.is_none() && !info.pv.is_empty() {
            match last.get_mut(rank) {
                Some(known) => *known = info.clone(),
                None => last.push(info.clone()),
            }
        }
    })?;
    // The chosen move has the result of the last, possibly partial iteration.
    if let Some(info) = choice.info
        && info.bound.is_none()
        && !info.pv.is_empty()
    {
        last.retain(|known| known.pv.first() != info.pv.first());
        last.insert(0, info);
    }
    let turn = question.game.position().turn();
    let line = |info: Info| Some(SearchedLine { value: info.score?.of(turn), moves: info.pv });
    Ok(last.into_iter().filter_map(line).take(question.lines).collect())
}

/// A question to an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// The game; its current position is searched.
    pub(crate) game: &'a History,
    /// The number of nodes.
    pub(crate) nodes: u64,
    /// The number of lines.
    pub(crate) lines: usize,
    /// The moves to search; all if empty.
    pub(crate) only: &'a [Move],
}

impl Question<'_> {
    /// Returns the number of the question in a journal.
    fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.start().fen(EnPassantMode::Fen).hash(&mut hasher);
        let played = self.game.plies().iter().map(|ply| ply.played);
        for mv in played.chain(self.only.iter().copied()) {
            mv.hash(&mut hasher);
        }
        (self.game.plies().len(), self.nodes, self.lines).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the answer of a journal; `None` if it has none, or not a valid one.
    fn find(&self, journal: &dyn Journal) -> Option<Vec<SearchedLine>> {
        let text = journal.find(self.number())?;
        let position = self.game.position();
        let lines = text.split(';').filter(|line| !line.is_empty());
        lines.map(|line| SearchedLine::from_text(line, position)).collect()
    }

    /// Keeps the answer in a journal.
    fn record(&self, answer: &[SearchedLine], journal: &dyn Journal) {
        let lines: Vec<String> = answer.iter().map(|line| line.to_text(self.game.position())).collect();
        journal.record(self.number(), &lines.join(";"));
    }
}

/// The engines of a coach: one per thread, made on demand and kept.
pub(crate) struct Engines {
    config: Option<EngineConfig>,
    /// Stores the answers; `None` to forget them.
    pub(crate) journal: Option<Arc<dyn Journal>>,
    idle: Mutex<Vec<Analyst>>,
    failure: Mutex<Option<String>>,
}

impl Engines {
    /// Uses the built-in search, or the UCI engine of a configuration.
    pub(crate) fn new(config: Option<EngineConfig>) -> Self {
        Self { config, journal: None, idle: Mutex::default(), failure: Mutex::default() }
    }

    /// Why the UCI engine was replaced by the built-in search, if it was.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fail(&self, error: &impl ToString) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert_with(|| error.to_string());
    }

    /// Asks the engine. Without a legal move there is no line.
    fn ask(&self, question: &Question<'_>, stop: &Stop) -> Vec<SearchedLine> {
        let mut analyst = self.take();
        let answer = match &mut analyst.uci {
            Some(engine) => match Analyst::ask_uci(engine, question, stop) {
                Ok(lines) => lines,
                Err(PlayerError::NoMove) => Vec::new(),
                Err(error) => {
                    self.fail(&error);
                    analyst.uci = None;
                    analyst.search(question, stop)
                }
            },
            None => analyst.search(question, stop),
        };
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(analyst);
        answer
    }

    /// Takes an idle analyst, or makes one.
    fn take(&self) -> Analyst {
        let failed = self.failure().is_some();
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut analyst = idle.unwrap_or_else(|| {
            let config = self.config.as_ref().filter(|_| !failed);
            Analyst::new(
                config.and_then(|config| Engine::start(config).map_err(|error| self.fail(&error)).ok()),
            )
        });
        // After one failure all threads use the same engine.
        if failed {
            analyst.uci = None;
        }
        analyst
    }
}

/// Asks the engines until a flag is raised. Answers after that are incomplete: discard what follows from them.
#[derive(Clone, Copy)]
pub(crate) struct Session<'a> {
    pub(crate) engines: &'a Engines,
    pub(crate) stop: &'a Stop,
}

impl Session<'_> {
    /// Asks the engine. Without a legal move, or once the flag is raised, there is no line.
    pub(crate) fn ask(&self, question: &Question<'_>) -> Vec<SearchedLine> {
        if self.stop.is_raised() {
            return Vec::new();
        }
        let Some(journal) = self.engines.journal.as_deref() else {
            return self.engines.ask(question, self.stop);
        };
        if let Some(known) = question.find(journal) {
            return known;
        }
        let answer = self.engines.ask(question, self.stop);
        // An answer after the flag is incomplete; after a failure it comes from the built-in search.
        if !self.stop.is_raised() && self.engines.failure().is_none() {
            question.record(&answer, journal);
        }
        answer
    }
}
