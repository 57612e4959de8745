//! Principal variation search (PVS), a form of alpha-beta, with its pruning, reductions and extensions.

use pinsight_rules::{Move, Piece, Role};

use super::history::piece_to;
use super::node::Node;
use super::picker::{self, LOSING, Picker};
use super::reductions::reduction;
use super::table::{Entry, MoveCode};
use super::value::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, mated_in};
use super::worker::{Worker, bound_of, causes_cutoff, refine_eval};
use crate::player::Bound;

/// What is known about a node before its moves are searched.
struct Frame {
    alpha: Value,
    beta: Value,
    depth: i32,
    is_pv: bool,
    /// The move that a singular search excludes.
    excluded: Option<MoveCode>,
    entry: Option<Entry>,
    static_eval: Option<Value>,
    /// The static evaluation, or the value of the table entry where that is a better estimate.
    eval: Option<Value>,
    /// Whether the static evaluation is higher than two plies before.
    improving: bool,
}

/// A move that is about to be searched.
struct Candidate {
    mv: Move,
    /// The ordering score of the picker.
    score: i32,
    is_quiet: bool,
    next: Node,
}

/// What a singular search found out about the table move.
enum Singular {
    /// It is the only good move.
    Yes,
    No,
    /// Another move reaches this value too, and it is at least beta (multi-cut).
    Cutoff(Value),
}

impl Worker<'_> {
    /// Returns the value of `node`, searched to `depth` half-moves.
    pub(super) fn search(
        &mut self,
        node: &Node,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        may_null_move: bool,
    ) -> Value {
        // Check extension.
        let depth = depth + i32::from(node.in_check);
        if depth <= 0 {
            return self.quiesce(node, alpha, beta);
        }
        let ply = node.ply;
        self.pv[ply].clear();
        if !self.visit(ply) {
            return DRAW;
        }
        let is_pv = beta - alpha > 1;
        if ply > 0 {
            if let Some(value) = self.terminal_value(node) {
                return value;
            }
            // Mate distance pruning.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.excluded[ply];
        let entry = self.shared.table.get(node.key, ply);
        if let Some(entry) = entry
            && !is_pv
            && excluded.is_none()
            && i32::from(entry.depth) >= depth
            && node.position.halfmove_clock() < 90
            && causes_cutoff(&entry, alpha, beta)
        {
            return entry.value;
        }
        let mut frame = self.frame(node, (alpha, beta), depth, is_pv, entry);
        self.history.clear_killers(ply + 1);
        if let Some(value) = self.prune(node, &frame, may_null_move) {
            return value;
        }
        // Internal iterative reduction: without a table move the move order is a guess.
        if depth >= 5 && frame.table_move().is_none() {
            frame.depth -= 1;
        }
        let extension = match self.singular_search(node, &frame) {
            Singular::Cutoff(value) => return value,
            Singular::Yes => 1,
            Singular::No => 0,
        };
        if self.stopped {
            return DRAW;
        }
        // Discard the line of the singular search.
        self.pv[ply].clear();
        self.search_moves(node, &frame, extension)
    }

    fn frame(
        &mut self,
        node: &Node,
        (alpha, beta): (Value, Value),
        depth: i32,
        is_pv: bool,
        entry: Option<Entry>,
    ) -> Frame {
        let static_eval = self.static_eval(node, entry);
        self.static_evals[node.ply] = static_eval;
        let improving = match (static_eval, node.ply.checked_sub(2).and_then(|ply| self.static_evals[ply])) {
            (Some(now), Some(then)) => now > then,
            _ => false,
        };
        let eval = static_eval
            .map(|static_eval| entry.map_or(static_eval, |entry| refine_eval(static_eval, &entry)));
        let excluded = self.excluded[node.ply];
        Frame { alpha, beta, depth, is_pv, excluded, entry, static_eval, eval, improving }
    }

    /// Returns a value if the node need not be searched at its full depth.
    fn prune(&mut self, node: &Node, frame: &Frame, may_null_move: bool) -> Option<Value> {
        let (false, None, Some(eval)) = (frame.is_pv, frame.excluded, frame.eval) else {
            return None;
        };
        let &Frame { alpha, beta, depth, improving, .. } = frame;
        // Reverse futility pruning.
        if depth <= 7 && beta.abs() < MATE_BOUND && eval - 80 * (depth - i32::from(improving)) >= beta {
            return Some((eval + beta) / 2);
        }
        // Razoring.
        if depth <= 2 && alpha.abs() < MATE_BOUND && eval + 280 * depth < alpha {
            let value = self.quiesce(node, alpha, beta);
            if value <= alpha {
                return Some(value);
            }
        }
        if may_null_move { self.null_move_prune(node, eval, beta, depth) } else { None }
    }

    /// Null-move pruning: if even a null move fails high, a real move would too. Not without pieces, where zugzwang is
    /// likely.
    fn null_move_prune(&mut self, node: &Node, eval: Value, beta: Value, depth: i32) -> Option<Value> {
        let board = node.position.board();
        let turn = node.position.turn();
        let king = board.by_piece(Piece::new(turn, Role::King));
        let has_pieces = (board.by_color(turn) - board.by_role(Role::Pawn) - king).any();
        if depth < 3 || eval < beta || !has_pieces || beta.abs() >= MATE_BOUND {
            return None;
        }
        let next = node.after_null_move()?;
        let reduced = depth - (3 + depth / 4 + ((eval - beta) / 200).min(3));
        self.path[node.ply] = None;
        self.keys.push(node.key);
        let value = -self.search(&next, -beta, -beta + 1, reduced, false);
        self.keys.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A mate after a null move is not proved.
        let value = if value >= MATE_BOUND { beta } else { value };
        if depth < 10 {
            return Some(value);
        }
        // Verify at high depth, where an error costs more.
        let verified = self.search(node, beta - 1, beta, reduced, false);
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// Searches all moves but the table move at reduced depth, to see whether that move is singular: better than all
    /// others by a margin.
    fn singular_search(&mut self, node: &Node, frame: &Frame) -> Singular {
        let &Frame { beta, depth, is_pv, excluded, .. } = frame;
        let Some(entry) = frame.entry.filter(|_| node.ply > 0 && excluded.is_none() && depth >= 7) else {
            return Singular::No;
        };
        let is_reliable = i32::from(entry.depth) >= depth - 3
            && entry.bound != Some(Bound::Upper)
            && entry.value.abs() < MATE_BOUND;
        let Some(mv) = entry.mv.filter(|_| is_reliable && node.ply < MAX_PLY / 2) else {
            return Singular::No;
        };
        let singular_beta = entry.value - 2 * depth;
        self.excluded[node.ply] = Some(mv);
        let reduced = (depth - 1) / 2 - i32::from(node.in_check);
        let value = self.search(node, singular_beta - 1, singular_beta, reduced, false);
        self.excluded[node.ply] = None;
        if value < singular_beta {
            Singular::Yes
        } else if singular_beta >= beta && !is_pv {
            Singular::Cutoff(singular_beta)
        } else {
            Singular::No
        }
    }

    /// Searches the moves of a node and stores the result in the table. `extension` is for the table move.
    fn search_moves(&mut self, node: &Node, frame: &Frame, extension: i32) -> Value {
        let ply = node.ply;
        let is_root = ply == 0;
        let previous = self.previous_moves(ply);
        let table_move = frame.table_move();
        let mut picker = Picker::all(&node.position, table_move, &self.history, ply, previous);
        if picker.len() == 0 {
            return if node.in_check { mated_in(ply) } else { DRAW };
        }
        let (mut alpha, mut best, mut best_move) = (frame.alpha, -INFINITE, None);
        let mut tried = 0;
        let mut quiets_tried: Vec<Move> = Vec::new();
        while let Some((mv, score)) = picker.next() {
            let code = MoveCode::of(mv);
            if is_root && !self.root_moves.contains(&mv) || frame.excluded == Some(code) {
                continue;
            }
            let is_quiet = !node.position.is_capture(mv) && mv.promotion().is_none();
            let candidate = Candidate { mv, score, is_quiet, next: node.after(mv) };
            if !is_root
                && best > -MATE_BOUND
                && !candidate.next.in_check
                && frame.is_futile(node, &candidate, alpha, quiets_tried.len())
            {
                continue;
            }
            tried += 1;
            let extension = if table_move == Some(code) { extension } else { 0 };
            let value = self.search_move(node, frame, &candidate, alpha, extension, tried);
            if self.stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = Some(mv);
                self.update_pv(ply, mv);
                if is_root {
                    self.root_value = value;
                }
                if alpha >= frame.beta {
                    if is_quiet {
                        let depth = frame.depth;
                        self.history.reward(&node.position, mv, &quiets_tried, depth, ply, previous);
                    }
                    break;
                }
            }
            if is_quiet {
                quiets_tried.push(mv);
            }
        }
        if tried == 0 {
            // Only when the excluded move is the only one.
            return alpha;
        }
        // The value of a subset of the moves must not be stored as the value of the position.
        if frame.excluded.is_none() && (!is_root || self.root_moves.len() == picker.len()) {
            self.shared.table.put(node.key, frame.result(best, best_move), ply);
        }
        best
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
        let depth = frame.depth - 1 + extension;
        let mut value = -INFINITE;
        if number > 1 {
            let reduced = frame.reduced_depth(node, candidate, depth, number);
            value = -self.search(next, -alpha - 1, -alpha, reduced, true);
            if value > alpha && reduced < depth {
                value = -self.search(next, -alpha - 1, -alpha, depth, true);
            }
        }
        if number == 1 || frame.is_pv && value > alpha && value < frame.beta {
            value = -self.search(next, -frame.beta, -alpha, depth, true);
        }
        self.keys.pop();
        value
    }
}

impl Frame {
    fn table_move(&self) -> Option<MoveCode> {
        self.entry.and_then(|entry| entry.mv)
    }

    /// Whether a move near the leaves is too unlikely to raise alpha to be searched: late move pruning, futility
    /// pruning, history pruning and SEE pruning.
    fn is_futile(&self, node: &Node, candidate: &Candidate, alpha: Value, quiets_tried: usize) -> bool {
        let Some(eval) = self.eval else {
            return false;
        };
        let &Candidate { mv, score, is_quiet, .. } = candidate;
        let depth = self.depth;
        if is_quiet {
            let max_quiets = (3 + depth * depth) as usize / (2 - usize::from(self.improving));
            depth <= 7 && quiets_tried > max_quiets
                || depth <= 6 && eval + 100 + 90 * depth <= alpha
                || depth <= 4 && score < -3_000 * depth
                || depth <= 6 && picker::see(&node.position, mv) < -50 * depth
        } else {
            depth <= 5 && score < LOSING / 2 && picker::see(&node.position, mv) < -100 * depth
        }
    }

    /// The depth of a late move; `depth` for captures that win material.
    fn reduced_depth(&self, node: &Node, candidate: &Candidate, depth: i32, number: usize) -> i32 {
        let &Candidate { score, is_quiet, .. } = candidate;
        if self.depth < 3 || !is_quiet && score >= LOSING / 2 {
            return depth;
        }
        let mut less = reduction(self.depth, number);
        less -= i32::from(self.is_pv) + i32::from(candidate.next.in_check) + i32::from(node.in_check);
        less += i32::from(!self.improving);
        if is_quiet {
            less -= score.clamp(-16_384, 16_384) / 6_000;
        }
        // A root move may be a sacrifice with a bad history: it would stay at depth 1 for ten iterations.
        if node.ply == 0 {
            less /= 3;
        }
        (depth - less).clamp(1, depth)
    }

    /// The table entry of the searched node.
    fn result(&self, best: Value, best_move: Option<Move>) -> Entry {
        Entry {
            mv: best_move.map(MoveCode::of),
            value: best,
            static_eval: self.static_eval,
            depth: self.depth.min(255) as u8,
            bound: bound_of(best, self.alpha, self.beta),
        }
    }
}
