//! The alpha-beta engine as a player.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pinsight_rules::{History, Move};

use super::deepening::Deepening;
use super::histories::Histories;
use super::level::Level;
use super::options::SearchOptions;
use super::ponder::PonderHit;
use super::table::Table;
use super::time::Budget;
use super::worker::Shared;
use crate::error::PlayerError;
use crate::evaluation::{WEIGHTS, Weights};
use crate::limit::Limit;
use crate::player::{Choice, Info, Player, Stop};

/// The alpha-beta engine.
///
/// ```
/// use pinsight_players::{Limit, Player, Search, SearchOptions, Stop, Value};
/// use pinsight_rules::{Color, History};
///
/// let game = History::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?);
/// let mut player = Search::new(SearchOptions::default());
/// let choice = player.choose(&game, &Limit::depth(3), &Stop::new(), &mut |_| {})?;
/// assert_eq!(game.position().san(choice.mv), "Ra8#");
/// assert_eq!(choice.score().map(|score| score.of(Color::White)), Some(Value::MatesIn(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    options: SearchOptions,
    table: Table,
    weights: Arc<Weights>,
    /// What each thread has learned in the searches of this game; the main thread is the first.
    histories: Vec<Histories>,
    search_moves: Vec<Move>,
    ponder: Option<PonderHit>,
}

impl Search {
    /// Creates a player with these options.
    pub fn new(options: SearchOptions) -> Self {
        Self::with_weights(options, Arc::new(WEIGHTS))
    }

    /// Creates a player that evaluates with `weights` instead of the built-in ones.
    pub(crate) fn with_weights(options: SearchOptions, weights: Arc<Weights>) -> Self {
        let table = Table::new(options.hash.max(1));
        Self { table, weights, histories: Vec::new(), options, search_moves: Vec::new(), ponder: None }
    }

    /// The options.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes the options. A new hash size clears the table.
    pub fn set_options(&mut self, options: SearchOptions) {
        if options.hash != self.options.hash {
            self.table = Table::new(options.hash.max(1));
        }
        self.options = options;
    }

    /// Clears the transposition table and the history scores.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Restricts all following searches to these root moves (UCI `searchmoves`). Illegal ones are ignored. If none is
    /// left, all legal moves are searched.
    pub fn set_search_moves(&mut self, moves: Vec<Move>) {
        self.search_moves = moves;
    }

    /// Lets the following searches ponder: their time limits count from the hit.
    pub(crate) fn set_ponder(&mut self, ponder: Option<PonderHit>) {
        self.ponder = ponder;
    }

    /// The root moves that may be played.
    fn root_moves(&self, game: &History) -> Vec<Move> {
        let legal = game.position().legal_moves();
        let allowed: Vec<Move> = legal.iter().copied().filter(|mv| self.search_moves.contains(mv)).collect();
        if allowed.is_empty() { legal.to_vec() } else { allowed }
    }
}

impl Player for Search {
    fn name(&self) -> String {
        match self.options.level {
            Level::FULL => "search".to_owned(),
            level => format!("search level {}", level.number()),
        }
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.clear();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        let root_moves = self.root_moves(game);
        if root_moves.is_empty() {
            return Err(PlayerError::NoMove);
        }
        let level = self.options.level;
        let limit = &level.restrict(limit);
        self.table.start_new_search();
        let threads = if level.is_restricted() { 1 } else { self.options.threads.max(1) };
        let shared = Shared {
            table: &self.table,
            weights: &self.weights,
            budget: Budget::new(limit, game.position().turn(), self.options.overhead)
                .pondering(self.ponder.clone()),
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limit.nodes,
            threads,
        };
        let deepening =
            Deepening { options: &self.options, game, limit, shared: &shared, root_moves: &root_moves };
        let mut histories = mem::take(&mut self.histories);
        histories.resize_with(threads, Histories::new);
        let (lines, histories) = deepening.run_threads(histories, inform);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let chosen = level.choose(&lines, game, self.options.seed);
        let line = lines.get(chosen).ok_or(PlayerError::NoMove)?;
        let mv = line.moves.first().copied().ok_or(PlayerError::NoMove)?;
        let info = deepening.info(chosen, line, nodes);
        self.histories = histories;
        Ok(Choice { mv, info: Some(info) })
    }
}
