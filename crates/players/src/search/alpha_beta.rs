//! Principal variation search (PVS), a form of alpha-beta: the phases of one node.
//!
//! 1. Limits, draws and mate distance pruning ([`Worker::enter`]).
//! 2. Transposition table cutoff.
//! 3. Static evaluation (`frame.rs`).
//! 4. Pruning of the whole node (`pruning.rs`): reverse futility, razoring, null move.
//! 5. Internal iterative reduction.
//! 6. Singular extension of the table move (`singular.rs`).
//! 7. The moves in the order of `picker.rs`: pruned or reduced if late (`late_moves.rs`), searched with a null window,
//!    and again at full depth and with the full window as far as they fail high.
//! 8. Updates of the histories, the correction history and the table.

use std::ops::ControlFlow;

use pinsight_rules::Move;

use super::frame::{Candidate, Frame};
use super::history::{PreviousMoves, bonus, piece_to};
use super::node::{Node, NodeKind};
use super::picker::Picker;
use super::singular::Singular;
use super::table::MoveCode;
use super::value::{DRAW, INFINITE, MATE_BOUND, Value, mated_in};
use super::worker::{Worker, causes_cutoff};
use crate::player::Bound;

/// From this depth on, a node without a table move is searched one half-move less deep.
const INTERNAL_REDUCTION_DEPTH: i32 = 5;
/// Close to the fifty-move rule the value depends on the clock, which the table does not store.
const MAX_TABLE_CLOCK: u16 = 90;

/// What the moves of a node have given so far.
struct Outcome {
    alpha: Value,
    best: Value,
    best_move: Option<Move>,
    /// The number of moves searched.
    searched: usize,
    /// The moves that have not caused a cutoff.
    quiets: Vec<Move>,
    captures: Vec<Move>,
}

impl Worker<'_> {
    /// Returns the value of `node`, searched to `depth` half-moves.
    pub(super) fn search(
        &mut self,
        node: &Node,
        alpha: Value,
        beta: Value,
        depth: i32,
        kind: NodeKind,
    ) -> Value {
        // Check extension: the few evasions cost little, and the quiescence search must not begin in check.
        let depth = depth + i32::from(node.in_check);
        if depth <= 0 {
            return self.quiesce(node, alpha, beta);
        }
        let (alpha, beta) = match self.enter(node, alpha, beta) {
            ControlFlow::Continue(window) => window,
            ControlFlow::Break(value) => return value,
        };
        let entry = self.shared.table.get(node.key, node.ply);
        if let Some(entry) = entry
            && kind != NodeKind::Pv
            && self.excluded[node.ply].is_none()
            && i32::from(entry.depth) >= depth
            && node.position.halfmove_clock() < MAX_TABLE_CLOCK
            && causes_cutoff(&entry, alpha, beta)
        {
            return entry.value;
        }
        let mut frame = self.frame(node, (alpha, beta), depth, kind, entry);
        self.histories.moves.clear_killers(node.ply + 1);
        if let Some(value) = self.prune_node(node, &frame) {
            return value;
        }
        // Internal iterative reduction: without a table move the move order is a guess.
        if depth >= INTERNAL_REDUCTION_DEPTH && frame.table_move().is_none() {
            frame.depth -= 1;
        }
        let extension = match self.singular_search(node, &frame) {
            Singular::Cutoff(value) => return value,
            Singular::Extension(extension) => extension,
        };
        if self.stopped {
            return DRAW;
        }
        // Discard the line of the singular search.
        self.pv[node.ply].clear();
        self.search_moves(node, &frame, extension)
    }

    /// Counts the node. Returns its window after mate distance pruning, or its value if it is not searched.
    fn enter(&mut self, node: &Node, alpha: Value, beta: Value) -> ControlFlow<Value, (Value, Value)> {
        let ply = node.ply;
        self.pv[ply].clear();
        if !self.visit(ply) {
            return ControlFlow::Break(DRAW);
        }
        if ply == 0 {
            return ControlFlow::Continue((alpha, beta));
        }
        if let Some(value) = self.terminal_value(node) {
            return ControlFlow::Break(value);
        }
        // Mate distance pruning: no line from here is better than a mate that is already found.
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)));
        if alpha < beta { ControlFlow::Continue((alpha, beta)) } else { ControlFlow::Break(alpha) }
    }

    /// Searches the moves of a node and stores the result. `extension` is for the table move.
    fn search_moves(&mut self, node: &Node, frame: &Frame, extension: i32) -> Value {
        let ply = node.ply;
        let is_root = ply == 0;
        let previous = self.previous_moves(ply);
        let table_move = frame.table_move();
        let mut picker = Picker::all(&node.position, table_move, &self.histories.moves, ply, previous);
        if picker.len() == 0 {
            return if node.in_check { mated_in(ply) } else { DRAW };
        }
        let mut outcome = Outcome::new(frame.alpha);
        while let Some((mv, score)) = picker.next() {
            let code = MoveCode::of(mv);
            if is_root && !self.root_moves.contains(&mv) || frame.excluded == Some(code) {
                continue;
            }
            let candidate = Candidate::new(node, mv, score);
            if !is_root
                && outcome.best > -MATE_BOUND
                && frame.prunes_move(node, &candidate, outcome.alpha, outcome.quiets.len())
            {
                continue;
            }
            outcome.searched += 1;
            let extension = if table_move == Some(code) { extension } else { 0 };
            let value = self.search_move(node, frame, &candidate, outcome.alpha, extension, outcome.searched);
            if self.stopped {
                return DRAW;
            }
            if outcome.add(mv, value) {
                self.update_pv(ply, mv);
                if is_root {
                    self.root_value = value;
                }
            }
            if outcome.alpha >= frame.beta {
                self.reward(node, &candidate, &outcome, frame.depth, previous);
                break;
            }
            outcome.add_failed(&candidate);
        }
        if outcome.searched == 0 {
            // Only when the excluded move is the only one.
            return frame.alpha;
        }
        // The value of a subset of the moves must not be stored as the value of the position.
        if frame.excluded.is_none() && (!is_root || self.root_moves.len() == picker.len()) {
            self.store(node, frame, &outcome, previous);
        }
        outcome.best
    }

    /// Searches one move: the first with the full window, the others with a null window and at reduced depth (late
    /// move reductions), again at full depth and with the full window as far as they fail high.
    fn search_move(
        &mut self,
        node: &Node,
        frame: &Frame,
        candidate: &Candidate,
        alpha: Value,
        extension: i32,
        number: usize,
    ) -> Value {
        let next = &candidate.next;
        self.path[node.ply] = Some(piece_to(&node.position, candidate.mv));
        self.keys.push(node.key);
        let mut depth = frame.depth - 1 + extension;
        let mut value = -INFINITE;
        let child = frame.kind.opposite();
        if number > 1 {
            let reduced = frame.reduced_depth(node, candidate, depth, number);
            let is_reduced = reduced < depth;
            let kind = if is_reduced { NodeKind::Cut } else { child };
            value = -self.search(next, -alpha - 1, -alpha, reduced, kind);
            if value > alpha && is_reduced {
                // The margin by which the reduced search fails high decides how deep the move is searched again.
                if node.ply > 0 {
                    depth += i32::from(value > alpha + 60 + 8 * reduced) - i32::from(value < alpha + 8);
                }
                if reduced < depth {
                    value = -self.search(next, -alpha - 1, -alpha, depth, child);
                }
            }
        }
        if number == 1 || frame.is_pv() && value > alpha && value < frame.beta {
            let kind = if frame.is_pv() { NodeKind::Pv } else { child };
            value = -self.search(next, -frame.beta, -alpha, depth, kind);
        }
        self.keys.pop();
        value
    }

    /// Updates the histories after `candidate` caused a beta cutoff.
    fn reward(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        outcome: &Outcome,
        depth: i32,
        previous: PreviousMoves,
    ) {
        let history = &mut self.histories.moves;
        let position = &node.position;
        if candidate.is_quiet {
            history.reward(position, candidate.mv, &outcome.quiets, depth, node.ply, previous);
        } else {
            history.add_capture(position, candidate.mv, bonus(depth));
        }
        for &capture in &outcome.captures {
            history.add_capture(position, capture, -bonus(depth));
        }
    }

    /// Stores the result in the table and learns the error of the static evaluation.
    fn store(&mut self, node: &Node, frame: &Frame, outcome: &Outcome, previous: PreviousMoves) {
        let entry = frame.result(outcome.best, outcome.best_move);
        self.shared.table.put(node.key, entry, node.ply);
        let Some(static_eval) = frame.static_eval else {
            return;
        };
        let contradicts = match entry.bound {
            Some(Bound::Lower) => outcome.best > static_eval,
            Some(Bound::Upper) => outcome.best < static_eval,
            None => true,
        };
        // The static evaluation is for quiet positions: a capture says nothing about it.
        let is_quiet = outcome.best_move.is_none_or(|mv| !node.position.is_capture(mv));
        if contradicts && is_quiet && outcome.best.abs() < MATE_BOUND {
            let error = outcome.best - static_eval;
            self.histories.corrections.update(&node.position, previous.theirs, error, frame.depth);
        }
    }
}

impl Outcome {
    fn new(alpha: Value) -> Self {
        let (quiets, captures) = (Vec::new(), Vec::new());
        Self { alpha, best: -INFINITE, best_move: None, searched: 0, quiets, captures }
    }

    /// Adds the value of a move. Returns whether it raises alpha.
    fn add(&mut self, mv: Move, value: Value) -> bool {
        self.best = self.best.max(value);
        let raises_alpha = value > self.alpha;
        if raises_alpha {
            self.alpha = value;
            self.best_move = Some(mv);
        }
        raises_alpha
    }

    /// Adds a move that has not caused a cutoff.
    fn add_failed(&mut self, candidate: &Candidate) {
        let moves = if candidate.is_quiet { &mut self.quiets } else { &mut self.captures };
        moves.push(candidate.mv);
    }
}
