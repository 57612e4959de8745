//! Late moves: those behind the first in the move order are pruned near the leaves and reduced elsewhere, because a good
//! move order makes them unlikely to raise alpha.

use super::frame::{Candidate, Frame};
use super::node::{Node, NodeKind};
use super::picker::{self, LOSING};
use super::value::Value;

impl Frame {
    /// Whether to skip a move: late move, futility, history and SEE pruning. Not for moves that give check.
    pub(super) fn prunes_move(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        quiets_tried: usize,
    ) -> bool {
        let Some(eval) = self.eval.filter(|_| !candidate.next.in_check) else {
            return false;
        };
        let &Candidate { mv, score, is_quiet, .. } = candidate;
        let depth = self.depth;
        if !is_quiet {
            // SEE pruning: the capture loses too much material.
            return depth <= 5 && score < LOSING / 2 && picker::see(&node.position, mv) < -100 * depth;
        }
        // Late move pruning: so many quiet moves have failed that the rest will too.
        let max_quiets = (3 + depth * depth) as usize / (2 - usize::from(self.improving));
        depth <= 7 && quiets_tried > max_quiets
            // Futility pruning: a quiet move hardly gains more than the margin.
            || depth <= 6 && eval + 100 + 90 * depth <= alpha
            // History pruning: the move has failed in other positions.
            || depth <= 4 && score < -3_000 * depth
            // SEE pruning: the move loses the piece.
            || depth <= 6 && picker::see(&node.position, mv) < -50 * depth
    }

    /// The depth of the first search of the move at position `number` (from 1) in the move order; `depth` without a
    /// reduction. Captures that do not lose material are not reduced.
    pub(super) fn reduced_depth(&self, node: &Node, candidate: &Candidate, depth: i32, number: usize) -> i32 {
        let &Candidate { score, is_quiet, .. } = candidate;
        if self.depth < 3 || number == 1 || !is_quiet && score >= LOSING / 2 {
            return depth;
        }
        let mut reduction = base_reduction(self.depth, number);
        reduction += i32::from(!self.improving) + i32::from(self.kind == NodeKind::Cut);
        reduction -= i32::from(self.is_pv()) + i32::from(candidate.next.in_check) + i32::from(node.in_check);
        if is_quiet {
            // Moves with a good history are reduced less.
            reduction -= score.clamp(-16_384, 16_384) / 6_000;
        }
        // A root move may be a sacrifice with a bad history: it would stay at depth 1 for ten iterations.
        if node.ply == 0 {
            reduction /= 3;
        }
        (depth - reduction).clamp(1, depth.max(1))
    }
}

/// The binary logarithm in 256ths, linearly interpolated between powers of two: integers give the same result on every
/// machine.
const fn log2(n: u32) -> u32 {
    let whole = n.ilog2();
    (whole << 8) + ((n << 8) >> whole) - 256
}

/// The reduction in half-moves by depth and number of the move: a quarter of the product of their logarithms, rounded.
fn base_reduction(depth: i32, number: usize) -> i32 {
    let depth = log2(depth.clamp(1, 64) as u32);
    let number = log2(number.clamp(1, 64) as u32);
    ((depth * number / 4 + (1 << 15)) >> 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        assert_eq!(base_reduction(1, 1), 0);
        for depth in 2..64 {
            for number in 2..64 {
                assert!(base_reduction(depth, number) >= base_reduction(depth - 1, number));
                assert!(base_reduction(depth, number) >= base_reduction(depth, number - 1));
                assert!(base_reduction(depth, number) < depth.max(2));
            }
        }
    }
}
