//! Pruning of whole nodes: reverse futility, razoring and null move.

use pinsight_rules::{Piece, Role};

use super::frame::Frame;
use super::node::{Node, NodeKind};
use super::value::{MATE_BOUND, Value};
use super::worker::Worker;

/// Reverse futility pruning: the highest depth, and the margin per half-move in centipawns.
const REVERSE_FUTILITY: (i32, Value) = (7, 80);
/// Razoring: the highest depth, and the margin per half-move.
const RAZORING: (i32, Value) = (2, 280);
const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a null-move cutoff is verified.
const VERIFICATION_DEPTH: i32 = 10;

impl Worker<'_> {
    /// Returns a value if the node need not be searched at its full depth. Never in a PV node, where the value must be
    /// exact, nor in check, where the static evaluation means nothing.
    pub(super) fn prune_node(&mut self, node: &Node, frame: &Frame) -> Option<Value> {
        let (false, None, Some(eval)) = (frame.is_pv(), frame.excluded, frame.eval) else {
            return None;
        };
        if frame.beta.abs() >= MATE_BOUND {
            return None;
        }
        frame
            .reverse_futility_value(eval)
            .or_else(|| self.razor(node, frame, eval))
            .or_else(|| self.null_move_prune(node, frame, eval))
    }

    /// Razoring: the evaluation is so far below alpha that only captures can help, so the quiescence search decides.
    fn razor(&mut self, node: &Node, frame: &Frame, eval: Value) -> Option<Value> {
        let (max_depth, margin) = RAZORING;
        if frame.depth > max_depth || eval + margin * frame.depth >= frame.alpha {
            return None;
        }
        let value = self.quiesce(node, frame.alpha, frame.beta);
        (value <= frame.alpha).then_some(value)
    }

    /// Null-move pruning: a position that is good enough even without a move is good enough with one.
    ///
    /// Not without pieces, where zugzwang is likely, and not twice in a row.
    fn null_move_prune(&mut self, node: &Node, frame: &Frame, eval: Value) -> Option<Value> {
        let &Frame { beta, depth, .. } = frame;
        let follows_null_move = self.previous_moves(node.ply).theirs.is_none();
        if depth < NULL_MOVE_DEPTH
            || eval < beta
            || follows_null_move
            || node.ply < self.null_move_from
            || !has_pieces(node)
        {
            return None;
        }
        let next = node.after_null_move()?;
        let reduced = depth - (3 + depth / 4 + ((eval - beta) / 200).min(3));
        self.path[node.ply] = None;
        self.keys.push(node.key);
        let value = -self.search(&next, -beta, -beta + 1, reduced, frame.kind.opposite());
        self.keys.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A mate after a null move is not proved.
        let value = if value >= MATE_BOUND { beta } else { value };
        let is_verification = self.null_move_from > 0;
        (depth < VERIFICATION_DEPTH || is_verification || self.verify(node, beta, reduced)).then_some(value)
    }

    /// Searches `node` without null moves in the upper part of its tree. At high depth an error by zugzwang costs more
    /// than this search.
    fn verify(&mut self, node: &Node, beta: Value, depth: i32) -> bool {
        self.null_move_from = node.ply + 1 + 3 * depth.max(0) as usize / 4;
        let value = self.search(node, beta - 1, beta, depth, NodeKind::Cut);
        self.null_move_from = 0;
        !self.stopped && value >= beta
    }
}

impl Frame {
    /// Reverse futility pruning: the evaluation is so far above beta that no reply is expected to make up for it. The
    /// value between both is safer than the evaluation.
    fn reverse_futility_value(&self, eval: Value) -> Option<Value> {
        let (max_depth, margin) = REVERSE_FUTILITY;
        let margin = margin * (self.depth - i32::from(self.improving));
        (self.depth <= max_depth && eval - margin >= self.beta).then_some((eval + self.beta) / 2)
    }
}

/// Whether the side to move has more than king and pawns.
fn has_pieces(node: &Node) -> bool {
    let (board, turn) = (node.position.board(), node.position.turn());
    let king = board.by_piece(Piece::new(turn, Role::King));
    (board.by_color(turn) - board.by_role(Role::Pawn) - king).any()
}
