//! Iterative deepening with aspiration windows.

use std::iter;
use std::sync::atomic::Ordering;
use std::thread;

use pinsight_rules::{History, Move};

use super::histories::Histories;
use super::key;
use super::line::{Line, first_move, merge};
use super::node::{Node, NodeKind};
use super::options::SearchOptions;
use super::value::{self, INFINITE, MATE_BOUND, MAX_PLY, Value};
use super::worker::{Shared, Worker};
use crate::limit::Limit;
use crate::player::Info;
use crate::score::{self, Score};

/// Stack size of a helper thread, enough for the longest path.
const STACK: usize = 8 << 20;

/// One search by iterative deepening.
pub(super) struct Deepening<'a> {
    pub(super) options: &'a SearchOptions,
    pub(super) game: &'a History,
    pub(super) limit: &'a Limit,
    pub(super) shared: &'a Shared<'a>,
    pub(super) root_moves: &'a [Move],
}

impl Deepening<'_> {
    fn worker(&self, mut histories: Histories) -> Worker<'_> {
        histories.moves.start_new_search();
        let keys = self.game.plies().iter().map(|ply| key::of(&ply.before)).collect();
        Worker::new(self.shared, keys, histories)
    }

    fn max_depth(&self) -> u32 {
        self.limit.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1)
    }

    /// Searches with one thread for each of `histories` (lazy SMP): the helpers fill the transposition table for the main
    /// thread. Returns the lines, best first, and what the threads have learned.
    pub(super) fn run_threads(
        &self,
        histories: Vec<Histories>,
        inform: &mut dyn FnMut(&Info),
    ) -> (Vec<Line>, Vec<Histories>) {
        let mut histories = histories.into_iter();
        let main = histories.next().unwrap_or_else(Histories::new);
        thread::scope(|scope| {
            let start = |(helper, histories)| {
                let builder = thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, move || self.run_helper(helper, histories)).ok()
            };
            // Continue with fewer threads if the system starts no more.
            let helpers: Vec<_> = histories.enumerate().map_while(start).collect();
            let (lines, main) = self.run(main, inform);
            self.shared.done.store(true, Ordering::Relaxed);
            let learned = helpers.into_iter().map(|helper| helper.join().expect("a helper does not panic"));
            (lines, iter::once(main).chain(learned).collect())
        })
    }

    /// Runs the main thread.
    fn run(&self, histories: Histories, inform: &mut dyn FnMut(&Info)) -> (Vec<Line>, Histories) {
        let mut worker = self.worker(histories);
        let root = Node::root(self.game.position());
        let options = self.options;
        let count = options.lines.max(options.level.lines()).clamp(1, self.root_moves.len());
        let mut lines: Vec<Line> = Vec::new();
        let mut stable_depths = 0;
        for depth in 1..=self.max_depth() {
            let found = self.search_depth(&mut worker, &root, depth, count, &lines);
            let complete = found.len() == count && !worker.stopped;
            // A level chooses among lines of the same depth: values of different depths are not comparable.
            if !complete && options.level.is_restricted() && !lines.is_empty() {
                break;
            }
            let best_before = first_move(&lines);
            lines = merge(found, lines, count);
            stable_depths = if first_move(&lines) == best_before { stable_depths + 1 } else { 0 };
            worker.report_nodes();
            worker.may_stop = true;
            let nodes = self.shared.nodes.load(Ordering::Relaxed);
            for (rank, line) in lines.iter().enumerate().take(options.lines) {
                if complete || rank == 0 {
                    inform(&self.info(rank, line, nodes));
                }
            }
            if !complete || self.is_finished(&lines, depth, stable_depths) {
                break;
            }
        }
        (lines, worker.histories)
    }

    /// Searches `count` lines to one depth; fewer if the search is stopped.
    fn search_depth(
        &self,
        worker: &mut Worker<'_>,
        root: &Node,
        depth: u32,
        count: usize,
        before: &[Line],
    ) -> Vec<Line> {
        let mut found: Vec<Line> = Vec::new();
        for rank in 0..count {
            let taken: Vec<Option<Move>> = found.iter().map(|line| line.moves.first().copied()).collect();
            worker.root_moves =
                self.root_moves.iter().copied().filter(|&mv| !taken.contains(&Some(mv))).collect();
            worker.seldepth = 0;
            let guess = before.get(rank).map(|line| line.value);
            search_with_aspiration(worker, root, depth, guess);
            // A partial result of the first line is valid: the best move of the last depth is searched first.
            if !worker.pv[0].is_empty() && (!worker.stopped || rank == 0) {
                let moves = worker.pv[0].clone();
                let seldepth = worker.seldepth as u32;
                found.push(Line { value: worker.root_value, depth, seldepth, moves });
            }
            if worker.stopped {
                break;
            }
        }
        found.sort_by_key(|line| -line.value);
        found
    }

    /// Whether to finish without another depth.
    fn is_finished(&self, lines: &[Line], depth: u32, stable_depths: u32) -> bool {
        let Some(best) = lines.first() else {
            return false;
        };
        if let (Some(moves), score::Value::MatesIn(found)) = (self.limit.mate, value::to_score(best.value))
            && found <= moves
        {
            return true;
        }
        let budget = &self.shared.budget;
        if self.limit.is_infinite() || self.limit.mate.is_some() {
            return false;
        }
        let plies_to_mate = (value::MATE - best.value.abs()) as u32;
        let is_mate_proved = best.value.abs() >= MATE_BOUND && depth > 2 * plies_to_mate;
        let is_forced = budget.has_clock() && self.root_moves.len() == 1;
        is_mate_proved && self.limit.depth.is_none()
            || is_forced
            || !self.options.level.is_restricted() && budget.is_soft_limit_reached(stable_depths)
    }

    /// Runs the helper thread at index `helper`. Returns what it has learned.
    fn run_helper(&self, helper: usize, histories: Histories) -> Histories {
        let mut worker = self.worker(histories);
        worker.may_stop = true;
        worker.root_moves = self.root_moves.to_vec();
        let root = Node::root(self.game.position());
        let mut guess = None;
        // Every other helper starts one depth ahead, so that the threads search different trees.
        for depth in 1 + (helper + 1) as u32 % 2..=self.max_depth() {
            let value = search_with_aspiration(&mut worker, &root, depth, guess);
            if worker.stopped {
                break;
            }
            guess = Some(value);
        }
        worker.report_nodes();
        worker.histories
    }

    /// The report about the line at index `rank`.
    pub(super) fn info(&self, rank: usize, line: &Line, nodes: u64) -> Info {
        Info {
            line: rank + 1,
            depth: line.depth,
            seldepth: Some(line.seldepth),
            score: Some(Score::new(value::to_score(line.value), self.game.position().turn())),
            bound: None,
            nodes,
            time: self.shared.budget.elapsed(),
            hashfull: Some(self.shared.table.hashfull()),
            pv: line.moves.clone(),
        }
    }
}

/// Searches with a narrow window around `guess` and widens it while the value falls outside.
fn search_with_aspiration(worker: &mut Worker<'_>, root: &Node, depth: u32, guess: Option<Value>) -> Value {
    let depth = depth as i32;
    worker.root_depth = depth;
    let Some(guess) = guess.filter(|value| depth >= 5 && value.abs() < MATE_BOUND) else {
        return worker.search(root, -INFINITE, INFINITE, depth, NodeKind::Pv);
    };
    let mut margin = 18;
    let (mut alpha, mut beta) = (guess - margin, guess + margin);
    loop {
        let value = worker.search(root, alpha, beta, depth, NodeKind::Pv);
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
