//! Static replies to a relative pin: by exchanges on one square alone.

use pinsight_rules::attacks::line;
use pinsight_rules::{Bitboard, Placed, Role, Square, UciMove, exchange};

use super::Pin;
use super::freedom::promotions;

/// A move of the pinned piece off the line that mates, or gains at least the cost of leaving by exchanges on its target
/// square alone. It is a hint: only a search decides whether the pin matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticReply {
    /// The pinned piece.
    pub piece: Placed,
    /// Its move.
    pub played: UciMove,
    /// The target square.
    pub to: Square,
    /// The promotion, if any.
    pub promotion: Option<Role>,
    /// Whether the move is a capture.
    pub takes: bool,
    /// What it gains; `None` for mate.
    pub gain: Option<i32>,
}

impl Pin {
    /// For a relative pin: the best legal move of the pinned piece off the line that mates, or captures and gains at
    /// least the cost.
    pub fn static_reply(&self) -> Option<StaticReply> {
        self.static_reply_with(self.targets())
    }

    pub(super) fn static_reply_with(&self, legal: Bitboard) -> Option<StaticReply> {
        let cost = self.cost?;
        let off_line = legal - line(self.attacker.square, self.pinned.square);
        let mut best: Option<StaticReply> = None;
        for to in self.context.state.forcing_targets(self.pinned, off_line) {
            for &promotion in promotions(self.pinned.piece, to) {
                let Some(found) = self.try_reply(to, promotion, cost) else {
                    continue;
                };
                if found.gain.is_none() {
                    return Some(found);
                }
                if best.is_none_or(|best| found.gain > best.gain) {
                    best = Some(found);
                }
            }
        }
        best
    }

    fn try_reply(&self, to: Square, promotion: Option<Role>, cost: i32) -> Option<StaticReply> {
        let (state, values) = (&self.context.state, &self.context.values);
        let piece = self.pinned;
        let after = state.after(piece, to, promotion);
        let victim = state.victim(piece, to);
        let mate = state.is_mate(&after, piece, to);
        let promoted = promotion.map_or(0, |role| values[role] - values[Role::Pawn]);
        let taken = victim.map(|victim| values[victim.piece.role] + promoted);
        // A recapture never gains less than 0, so a capture below the cost needs no exchange.
        let gain = taken
            .filter(|&taken| taken >= cost)
            .map(|taken| taken - exchange(&after, to, self.attacker.piece.color, values));
        let is_reply = mate || gain.is_some_and(|gain| gain >= cost);
        is_reply.then(|| StaticReply {
            piece,
            played: UciMove::Normal { from: piece.square, to, promotion },
            to,
            promotion,
            takes: victim.is_some(),
            gain: if mate { None } else { gain },
        })
    }
}
