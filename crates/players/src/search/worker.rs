//! The state of one search thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pinsight_rules::Move;

use super::histories::Histories;
use super::history::{PieceTo, PreviousMoves};
use super::node::Node;
use super::table::{Entry, MoveCode, Table};
use super::time::Budget;
use super::value::{DRAW, MATE, MATE_BOUND, MAX_PLY, Value};
use crate::evaluation::{Weights, evaluate};
use crate::player::{Bound, Stop};

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: &'a Weights,
    pub(super) budget: Budget,
    pub(super) stop: &'a Stop,
    /// Set when the main thread has finished.
    pub(super) done: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) node_limit: Option<u64>,
    pub(super) threads: usize,
}

/// One search thread. `alpha_beta.rs` and `quiescence.rs` add the search itself.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The keys of the positions before the current node: first those of the game, then those of the search path.
    pub(super) keys: Vec<u64>,
    /// How many of `keys` belong to the game.
    game_keys: usize,
    pub(super) histories: Histories,
    /// Null-move pruning is off at smaller plies, while a null move is verified.
    pub(super) null_move_from: usize,
    /// The principal variation from each ply.
    pub(super) pv: Vec<Vec<Move>>,
    /// The move played at each ply of the current path; `None` for null moves and in quiescence.
    pub(super) path: [Option<PieceTo>; MAX_PLY + 2],
    pub(super) static_evals: [Option<Value>; MAX_PLY + 2],
    /// The move that a singular search excludes at each ply.
    pub(super) excluded: [Option<MoveCode>; MAX_PLY + 2],
    /// The root moves that may be played.
    pub(super) root_moves: Vec<Move>,
    /// The value of the best root move so far.
    pub(super) root_value: Value,
    /// The depth of the current iteration.
    pub(super) root_depth: i32,
    pub(super) nodes: u64,
    /// How many of `nodes` have been added to the shared counter.
    reported_nodes: u64,
    /// The selective depth: the longest path so far.
    pub(super) seldepth: usize,
    /// False during the first iteration, which always completes so that there is a move.
    pub(super) may_stop: bool,
    pub(super) stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, game_keys: Vec<u64>, histories: Histories) -> Self {
        Self {
            shared,
            game_keys: game_keys.len(),
            keys: game_keys,
            histories,
            null_move_from: 0,
            pv: vec![Vec::new(); MAX_PLY + 2],
            path: [None; MAX_PLY + 2],
            static_evals: [None; MAX_PLY + 2],
            excluded: [None; MAX_PLY + 2],
            root_moves: Vec::new(),
            root_value: DRAW,
            root_depth: 0,
            nodes: 0,
            reported_nodes: 0,
            seldepth: 0,
            may_stop: false,
            stopped: false,
        }
    }

    /// Counts a node and checks the limits. Returns whether the search continues.
    pub(super) fn visit(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.may_stop {
            // Exact with one thread, so that a search with a node limit is reproducible.
            let is_due = |nodes| self.shared.node_limit.is_some_and(|limit| nodes >= limit);
            if self.shared.threads == 1 && is_due(self.nodes) {
                self.stopped = true;
            } else if self.nodes.is_multiple_of(1_024) {
                self.report_nodes();
                self.stopped |= self.shared.stop.is_raised()
                    || self.shared.done.load(Ordering::Relaxed)
                    || self.shared.budget.is_hard_limit_reached()
                    || is_due(self.shared.nodes.load(Ordering::Relaxed));
            }
        }
        !self.stopped
    }

    /// Adds the nodes since the last report to the shared counter.
    pub(super) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
        self.reported_nodes = self.nodes;
    }

    /// The value of a node that is not searched further: a draw, or a node at the ply limit.
    pub(super) fn terminal_value(&self, node: &Node) -> Option<Value> {
        if self.is_draw(node) {
            return Some(DRAW);
        }
        (node.ply >= MAX_PLY)
            .then(|| if node.in_check { DRAW } else { evaluate(&node.position, self.shared.weights) })
    }

    /// Whether the node is a draw by the fifty-move rule, by insufficient material or by repetition. One repetition
    /// inside the tree suffices: the position could be repeated again.
    fn is_draw(&self, node: &Node) -> bool {
        let clock = usize::from(node.position.halfmove_clock());
        if clock >= 100 {
            return !node.in_check || node.position.count_legal_moves() > 0;
        }
        if node.position.is_dead() {
            return true;
        }
        let len = self.keys.len();
        let mut before_root = 0;
        for back in (4..=clock.min(len)).step_by(2) {
            if self.keys[len - back] == node.key {
                before_root += 1;
                if len - back >= self.game_keys || before_root == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The static evaluation, from the table if it is stored there; `None` in check, where it means nothing.
    pub(super) fn static_eval(&self, node: &Node, entry: Option<Entry>) -> Option<Value> {
        if node.in_check {
            return None;
        }
        entry
            .and_then(|entry| entry.static_eval)
            .or_else(|| Some(evaluate(&node.position, self.shared.weights)))
    }

    /// The static evaluation corrected by the errors in similar positions.
    pub(super) fn corrected(&self, node: &Node, static_eval: Value) -> Value {
        let correction = self.histories.corrections.get(&node.position, self.previous_moves(node.ply).theirs);
        (static_eval + correction).clamp(-MATE_BOUND + 1, MATE_BOUND - 1)
    }

    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let piece_to = |back| ply.checked_sub(back).and_then(|ply| self.path[ply]);
        PreviousMoves { theirs: piece_to(1), ours: piece_to(2) }
    }

    /// Sets the principal variation at `ply` to `mv` followed by the variation of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        if let [here, below, ..] = &mut self.pv[ply..] {
            here.clear();
            here.push(mv);
            here.extend_from_slice(below);
        }
    }
}

/// The value of the table entry where it is a better estimate than the static evaluation.
pub(super) fn refine_eval(static_eval: Value, entry: &Entry) -> Value {
    let is_better = match entry.bound {
        None => true,
        Some(Bound::Lower) => entry.value > static_eval,
        Some(Bound::Upper) => entry.value < static_eval,
    };
    if is_better && entry.value.abs() < MATE_BOUND { entry.value } else { static_eval }
}

/// Whether the entry alone decides the window: it is exact, or its bound lies outside.
pub(super) fn causes_cutoff(entry: &Entry, alpha: Value, beta: Value) -> bool {
    debug_assert!(entry.value.abs() <= MATE);
    match entry.bound {
        None => true,
        Some(Bound::Lower) => entry.value >= beta,
        Some(Bound::Upper) => entry.value <= alpha,
    }
}

/// How `best` relates to the true value after a search with this window; `None` if it is exact.
pub(super) fn bound_of(best: Value, alpha: Value, beta: Value) -> Option<Bound> {
    if best >= beta {
        Some(Bound::Lower)
    } else if best > alpha {
        None
    } else {
        Some(Bound::Upper)
    }
}
