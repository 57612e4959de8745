//! What is known about a node before its moves are searched.

use pinsight_rules::Move;

use super::node::{Node, NodeKind};
use super::table::{Entry, MoveCode};
use super::value::Value;
use super::worker::{Worker, bound_of, refine_eval};

/// A node with its window, depth and evaluations.
pub(super) struct Frame {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) kind: NodeKind,
    /// The move that a singular search excludes.
    pub(super) excluded: Option<MoveCode>,
    pub(super) entry: Option<Entry>,
    /// The static evaluation as the table stores it; `None` in check.
    pub(super) raw_eval: Option<Value>,
    /// The static evaluation with its correction.
    pub(super) static_eval: Option<Value>,
    /// The static evaluation, or the value of the table entry where that is a better estimate.
    pub(super) eval: Option<Value>,
    /// Whether the static evaluation is higher than two plies before.
    pub(super) improving: bool,
}

/// A move that is about to be searched.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// The ordering score of the picker.
    pub(super) score: i32,
    pub(super) is_quiet: bool,
    pub(super) next: Node,
}

impl Worker<'_> {
    pub(super) fn frame(
        &mut self,
        node: &Node,
        (alpha, beta): (Value, Value),
        depth: i32,
        kind: NodeKind,
        entry: Option<Entry>,
    ) -> Frame {
        let raw_eval = self.static_eval(node, entry);
        let static_eval = raw_eval.map(|eval| self.corrected(node, eval));
        self.static_evals[node.ply] = static_eval;
        let improving = match (static_eval, node.ply.checked_sub(2).and_then(|ply| self.static_evals[ply])) {
            (Some(now), Some(then)) => now > then,
            _ => false,
        };
        let eval = static_eval.map(|eval| entry.map_or(eval, |entry| refine_eval(eval, &entry)));
        let excluded = self.excluded[node.ply];
        Frame { alpha, beta, depth, kind, excluded, entry, raw_eval, static_eval, eval, improving }
    }
}

impl Frame {
    pub(super) fn is_pv(&self) -> bool {
        self.kind == NodeKind::Pv
    }

    pub(super) fn table_move(&self) -> Option<MoveCode> {
        self.entry.and_then(|entry| entry.mv)
    }

    /// The table entry of the searched node.
    pub(super) fn result(&self, best: Value, best_move: Option<Move>) -> Entry {
        Entry {
            mv: best_move.map(MoveCode::of),
            value: best,
            static_eval: self.raw_eval,
            depth: self.depth.min(255) as u8,
            bound: bound_of(best, self.alpha, self.beta),
        }
    }
}

impl Candidate {
    pub(super) fn new(node: &Node, mv: Move, score: i32) -> Self {
        let is_quiet = !node.position.is_capture(mv) && mv.promotion().is_none();
        Self { mv, score, is_quiet, next: node.after(mv) }
    }
}
