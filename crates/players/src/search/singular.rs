//! Singular extensions.

use super::frame::Frame;
use super::node::{Node, NodeKind};
use super::value::{MATE_BOUND, MAX_PLY, Value};
use super::worker::Worker;
use crate::player::Bound;

/// The lowest depth at which the table move is tested.
const MIN_DEPTH: i32 = 7;
/// A move that is better than all others by so much more is extended twice.
const DOUBLE_MARGIN: Value = 20;

/// What a singular search found out about the table move.
pub(super) enum Singular {
    /// Search it this many half-moves deeper, or less deep if negative.
    Extension(i32),
    /// Another move reaches this value too, and it is at least beta (multi-cut).
    Cutoff(Value),
}

impl Worker<'_> {
    /// Searches all moves but the table move at reduced depth, to see whether that move is singular: better than all
    /// others by a margin. The line depends on a singular move, so it is searched deeper.
    pub(super) fn singular_search(&mut self, node: &Node, frame: &Frame) -> Singular {
        let &Frame { beta, depth, excluded, .. } = frame;
        let Some(entry) = frame.entry.filter(|_| node.ply > 0 && excluded.is_none() && depth >= MIN_DEPTH)
        else {
            return Singular::Extension(0);
        };
        let is_reliable = i32::from(entry.depth) >= depth - 3
            && entry.bound != Some(Bound::Upper)
            && entry.value.abs() < MATE_BOUND;
        // Extensions must not make the path longer than the search can follow.
        let Some(mv) = entry.mv.filter(|_| is_reliable && node.ply < MAX_PLY / 2) else {
            return Singular::Extension(0);
        };
        let singular_beta = entry.value - 2 * depth;
        self.excluded[node.ply] = Some(mv);
        let kind = if frame.kind == NodeKind::Cut { NodeKind::Cut } else { NodeKind::All };
        // The check extension is part of `depth` already.
        let reduced = (depth - 1) / 2 - i32::from(node.in_check);
        let value = self.search(node, singular_beta - 1, singular_beta, reduced, kind);
        self.excluded[node.ply] = None;
        if value < singular_beta {
            let is_double = !frame.is_pv()
                && value < singular_beta - DOUBLE_MARGIN
                && (node.ply as i32) < 2 * self.root_depth;
            Singular::Extension(1 + i32::from(is_double))
        } else if singular_beta >= beta && !frame.is_pv() {
            Singular::Cutoff(singular_beta)
        } else if entry.value >= beta {
            // Several moves seem to fail high: a shallower search will do.
            Singular::Extension(-2)
        } else {
            Singular::Extension(-i32::from(frame.kind == NodeKind::Cut))
        }
    }
}
