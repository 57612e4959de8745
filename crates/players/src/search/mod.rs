//! A player that looks ahead.
//!
//! Iterative deepening alpha-beta: principal variations, a transposition table, quiescence with exchanges, passing,
//! late moves less deep, killers and history, checks followed up, windows round the expected value. Several threads
//! share the table (lazy SMP). With one thread and a limit of nodes or depth the same game gives the same answer.

mod history;
mod key;
mod level;
mod picker;
mod reductions;
mod table;
mod time;
mod value;
mod worker;

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use pinsight_rules::{History, Move};

pub use level::Level;

use crate::evaluation::{WEIGHTS, Weights};
use crate::{Choice, Info, Limit, Player, PlayerError, Score, Stop};
use history::Quiets;
use table::Table;
use time::Budget;
use value::{INFINITE, MATE_FOUND, MAX_PLY, Value};
use worker::{At, Shared, Worker};

/// What can be set about a [`Search`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The size of the transposition table in megabytes, at least 1.
    pub hash: usize,
    /// How many threads search, at least 1.
    pub threads: usize,
    /// How many lines are looked for and told, at least 1.
    pub lines: usize,
    /// How strong it plays.
    pub level: Level,
    /// Where the choices of the weaker levels start.
    pub seed: u64,
    /// Time that gets lost between the players, kept back when a clock runs.
    pub overhead: Duration,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            seed: 0,
            overhead: Duration::from_millis(10),
        }
    }
}

/// A player that looks ahead.
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
    /// What the last search learned about quiet moves.
    quiets: Quiets,
    only: Vec<Move>,
}

/// A line that was searched.
#[derive(Clone, Debug)]
struct Line {
    value: Value,
    depth: u32,
    longest: u32,
    moves: Vec<Move>,
}

impl Search {
    /// A player with these options.
    pub fn new(options: SearchOptions) -> Self {
        Self::with_weights(options, Arc::new(WEIGHTS))
    }

    /// A player that judges by other weights than those it comes with.
    pub(crate) fn with_weights(options: SearchOptions, weights: Arc<Weights>) -> Self {
        let table = Table::new(options.hash.max(1));
        Self { table, weights, quiets: Quiets::new(), options, only: Vec::new() }
    }

    /// The options.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes the options; a table of another size starts empty.
    pub fn set_options(&mut self, options: SearchOptions) {
        if options.hash != self.options.hash {
            self.table = Table::new(options.hash.max(1));
        }
        self.options = options;
    }

    /// Forgets everything it has found out.
    pub fn clear(&mut self) {
        self.table.clear();
        self.quiets = Quiets::new();
    }

    /// Only these moves are looked at from now on, as far as they are legal; all if there is none.
    pub fn restrict(&mut self, moves: Vec<Move>) {
        self.only = moves;
    }

    /// The moves that may be played.
    fn candidates(&self, game: &History) -> Vec<Move> {
        let legal = game.position().legal_moves();
        let wanted: Vec<Move> = legal.iter().copied().filter(|mv| self.only.contains(mv)).collect();
        if wanted.is_empty() { legal.to_vec() } else { wanted }
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
        let turn = game.position().turn();
        let candidates = self.candidates(game);
        if candidates.is_empty() {
            return Err(PlayerError::NoMove);
        }
        self.table.grow_older();
        let mut quiets = mem::take(&mut self.quiets);
        quiets.fade();
        let threads = self.options.threads.max(1);
        let shared = Shared {
            table: &self.table,
            weights: &self.weights,
            budget: Budget::new(limit, turn, self.options.overhead),
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limit.nodes,
            threads,
        };
        let thinker = Thinker { search: self, game, limit, shared: &shared, candidates: &candidates };
        let (lines, quiets) = thread::scope(|scope| {
            for helper in 1..threads {
                let thinker = &thinker;
                let builder = thread::Builder::new().stack_size(STACK);
                // Where the system gives no more threads, those that run do the work.
                if builder.spawn_scoped(scope, move || thinker.help(helper)).is_err() {
                    break;
                }
            }
            let thought = thinker.think(quiets, &mut |info| inform(info));
            shared.done.store(true, Ordering::Relaxed);
            thought
        });
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let chosen = self.options.level.choose(&lines, game, self.options.seed);
        let line = lines.get(chosen).ok_or(PlayerError::NoMove)?;
        let mv = line.moves.first().copied().ok_or(PlayerError::NoMove)?;
        let info = thinker.info(chosen, line, nodes);
        self.quiets = quiets;
        Ok(Choice { mv, info: Some(info) })
    }
}

/// Enough for the longest line.
const STACK: usize = 8 << 20;

/// One search on its way.
struct Thinker<'a> {
    search: &'a Search,
    game: &'a History,
    limit: &'a Limit,
    shared: &'a Shared<'a>,
    candidates: &'a [Move],
}

impl Thinker<'_> {
    fn worker(&self, quiets: Quiets) -> Worker<'_> {
        let keys = self.game.plies().iter().map(|ply| key::of(&ply.before)).collect();
        Worker::new(self.shared, keys, quiets)
    }

    fn deepest(&self) -> u32 {
        let level = self.search.options.level.depth().unwrap_or(u32::MAX);
        self.limit.depth.unwrap_or(u32::MAX).min(level).clamp(1, MAX_PLY as u32 - 1)
    }

    /// The lines that were asked for, best first, as deep as the limit allows; and what it learned about quiet moves.
    fn think(&self, quiets: Quiets, inform: &mut dyn FnMut(&Info)) -> (Vec<Line>, Quiets) {
        let mut worker = self.worker(quiets);
        let root = At::root(self.game.position());
        let options = &self.search.options;
        let wanted = options.lines.max(options.level.lines()).clamp(1, self.candidates.len());
        let mut lines: Vec<Line> = Vec::new();
        let mut stable = 0;
        for depth in 1..=self.deepest() {
            let found = self.one_depth(&mut worker, &root, depth, wanted, &lines);
            let complete = found.len() == wanted && !worker.stopped;
            let best_before = first_move(&lines);
            lines = merge(found, lines, wanted);
            stable = if first_move(&lines) == best_before { stable + 1 } else { 0 };
            worker.tell_nodes();
            worker.may_stop = true;
            let nodes = self.shared.nodes.load(Ordering::Relaxed);
            for (rank, line) in lines.iter().enumerate().take(options.lines) {
                if complete || rank == 0 {
                    inform(&self.info(rank, line, nodes));
                }
            }
            if !complete || self.is_enough(&lines, depth, stable) {
                break;
            }
        }
        (lines, worker.quiets)
    }

    /// Searches all lines to one depth; fewer of them if it was stopped.
    fn one_depth(
        &self,
        worker: &mut Worker<'_>,
        root: &At,
        depth: u32,
        wanted: usize,
        before: &[Line],
    ) -> Vec<Line> {
        let mut found: Vec<Line> = Vec::new();
        for rank in 0..wanted {
            let taken: Vec<Option<Move>> = found.iter().map(|line| line.moves.first().copied()).collect();
            worker.root_moves =
                self.candidates.iter().copied().filter(|&mv| !taken.contains(&Some(mv))).collect();
            worker.longest = 0;
            let guess = before.get(rank).map(|line| line.value);
            aspire(worker, root, depth, guess);
            // What was found before the stop counts if the best line of the depth before was among it: it comes first.
            if !worker.pv[0].is_empty() && (!worker.stopped || rank == 0) {
                let moves = worker.pv[0].clone();
                let longest = worker.longest as u32;
                found.push(Line { value: worker.root_value, depth, longest, moves });
            }
            if worker.stopped {
                break;
            }
        }
        found.sort_by_key(|line| -line.value);
        found
    }

    /// Whether looking deeper is not worth it.
    fn is_enough(&self, lines: &[Line], depth: u32, stable: u32) -> bool {
        let Some(best) = lines.first() else {
            return false;
        };
        if let (Some(moves), crate::Value::MatesIn(found)) = (self.limit.mate, value::told(best.value))
            && found <= moves
        {
            return true;
        }
        let budget = &self.shared.budget;
        if self.limit.is_infinite() || self.limit.mate.is_some() {
            return false;
        }
        let plies_to_mate = (value::MATE - best.value.abs()) as u32;
        let mate_is_sure = best.value.abs() >= MATE_FOUND && depth > 2 * plies_to_mate;
        let forced = budget.is_clock() && self.candidates.len() == 1;
        mate_is_sure && self.limit.depth.is_none() || forced || budget.is_enough(stable)
    }

    /// A thread that fills the table for the first one.
    fn help(&self, helper: usize) {
        let mut worker = self.worker(Quiets::new());
        worker.may_stop = true;
        worker.root_moves = self.candidates.to_vec();
        let root = At::root(self.game.position());
        let mut guess = None;
        // Every other helper is a depth ahead, so that not all do the same.
        for depth in 1 + helper as u32 % 2..=self.deepest() {
            let value = aspire(&mut worker, &root, depth, guess);
            if worker.stopped {
                break;
            }
            guess = Some(value);
        }
        worker.tell_nodes();
    }

    fn info(&self, rank: usize, line: &Line, nodes: u64) -> Info {
        Info {
            line: rank + 1,
            depth: line.depth,
            longest: Some(line.longest),
            score: Some(Score::new(value::told(line.value), self.game.position().turn())),
            bound: None,
            nodes,
            time: self.shared.budget.elapsed(),
            table: Some(self.shared.table.filled()),
            pv: line.moves.clone(),
        }
    }
}

fn first_move(lines: &[Line]) -> Option<Move> {
    lines.first().and_then(|line| line.moves.first()).copied()
}

/// New lines, and of the old ones those that were not looked at again.
fn merge(new: Vec<Line>, old: Vec<Line>, wanted: usize) -> Vec<Line> {
    let mut lines = new;
    for line in old {
        if lines.len() < wanted && lines.iter().all(|known| known.moves.first() != line.moves.first()) {
            lines.push(line);
        }
    }
    lines
}

/// Searches with a window round the value that is expected, and a wider one if it was not met.
fn aspire(worker: &mut Worker<'_>, root: &At, depth: u32, guess: Option<Value>) -> Value {
    let depth = depth as i32;
    let Some(guess) = guess.filter(|value| depth >= 5 && value.abs() < MATE_FOUND) else {
        return worker.search(root, -INFINITE, INFINITE, depth, false);
    };
    let mut margin = 18;
    let (mut alpha, mut beta) = (guess - margin, guess + margin);
    loop {
        let value = worker.search(root, alpha, beta, depth, false);
        if worker.stopped || value > alpha && value < beta {
            return value;
        }
        margin *= 3;
        if margin > 600 {
            (alpha, beta) = (-INFINITE, INFINITE);
        } else if value <= alpha {
            alpha = value - margin;
        } else {
            beta = value + margin;
        }
    }
}
