//! Quiescence search: captures and promotions until the position is quiet; all evasions in check.

use pinsight_rules::Move;

use super::history::PreviousMoves;
use super::node::Node;
use super::picker::{self, LOSING, Picker};
use super::table::{Entry, MoveCode};
use super::value::{DRAW, INFINITE, MATE_BOUND, Value, mated_in};
use super::worker::{Worker, bound_of, causes_cutoff, refine_eval};

impl Worker<'_> {
    pub(super) fn quiesce(&mut self, node: &Node, mut alpha: Value, beta: Value) -> Value {
        let ply = node.ply;
        self.pv[ply].clear();
        if !self.visit(ply) {
            return DRAW;
        }
        if let Some(value) = self.terminal_value(node) {
            return value;
        }
        let is_pv = beta - alpha > 1;
        let entry = self.shared.table.get(node.key, ply);
        if let Some(entry) = entry
            && !is_pv
            && causes_cutoff(&entry, alpha, beta)
        {
            return entry.value;
        }
        let static_eval = self.static_eval(node, entry);
        let stand_pat = static_eval.map(|static_eval| {
            let corrected = self.corrected(node, static_eval);
            entry.map_or(corrected, |entry| refine_eval(corrected, &entry))
        });
        let original_alpha = alpha;
        let best = stand_pat.unwrap_or(-INFINITE);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let table_move = entry.and_then(|entry| entry.mv);
        let picker = match static_eval {
            Some(_) => Picker::noisy(&node.position, table_move, &self.histories.moves),
            None => {
                Picker::all(&node.position, table_move, &self.histories.moves, ply, PreviousMoves::default())
            }
        };
        if picker.len() == 0 && node.in_check {
            return mated_in(ply);
        }
        let (best, best_move) = self.quiesce_moves(node, picker, static_eval, best, (alpha, beta), is_pv);
        if self.stopped {
            return DRAW;
        }
        let bound = bound_of(best, original_alpha, beta);
        let entry = Entry { mv: best_move.map(MoveCode::of), value: best, static_eval, depth: 0, bound };
        self.shared.table.put(node.key, entry, ply);
        best
    }

    /// Searches the moves that are worth it. Returns the best value, at least `best`, and its move.
    fn quiesce_moves(
        &mut self,
        node: &Node,
        mut picker: Picker<'_>,
        static_eval: Option<Value>,
        mut best: Value,
        (mut alpha, beta): (Value, Value),
        is_pv: bool,
    ) -> (Value, Option<Move>) {
        let mut best_move = None;
        while let Some((mv, score)) = picker.next() {
            if let Some(static_eval) = static_eval {
                let captured = node.position.captured(mv).map_or(0, |piece| picker::VALUES[piece.role]);
                // Delta pruning.
                let is_futile = mv.promotion().is_none() && static_eval + captured + 200 <= alpha;
                if is_futile || picker::loses_material(&node.position, mv) {
                    continue;
                }
            } else if best > -MATE_BOUND && score < LOSING / 2 {
                continue;
            }
            let next = node.after(mv);
            self.path[node.ply] = None;
            self.keys.push(node.key);
            let value = -self.quiesce(&next, -beta, -alpha);
            self.keys.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if is_pv {
                        self.update_pv(node.ply, mv);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        (best, best_move)
    }
}
