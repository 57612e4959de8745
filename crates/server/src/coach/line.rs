//! The main line of a game, as the coach reviews it.

use pinsight_pgn::NodeId;
use pinsight_rules::{Ply, Position};

use crate::error::ApiError;
use crate::game::Game;

/// The main line of a game.
pub(super) struct MainLine {
    pub(super) start: Position,
    /// The moves without null moves; each has its number in the line.
    pub(super) plies: Vec<Ply>,
    /// The root, and the node after each move.
    pub(super) nodes: Vec<u32>,
}

impl MainLine {
    /// Returns the main line of a game; an error if it has no move.
    pub(super) fn of(game: &Game) -> Result<Self, ApiError> {
        let tree = &game.tree;
        let nodes: Vec<u32> =
            std::iter::once(tree.root()).chain(tree.mainline()).map(|node| node.id().number()).collect();
        let last = tree.mainline().last().map_or(NodeId::ROOT, |node| node.id());
        let plies: Vec<Ply> = tree.plies_to(last).collect();
        if plies.is_empty() {
            return Err(ApiError::bad_request("the game has no moves to review: play or import some"));
        }
        Ok(Self { start: game.position(NodeId::ROOT), plies, nodes })
    }
}
