//! What a search thread learns, kept from move to move of a game.

use super::correction::Corrections;
use super::history::MoveHistory;

/// The history scores of moves and the corrections of the static evaluation.
pub(super) struct Histories {
    pub(super) moves: MoveHistory,
    pub(super) corrections: Corrections,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self { moves: MoveHistory::new(), corrections: Corrections::new() }
    }
}
