//! The pins along a line of a game.

use pinsight_pgn::{NodeId, NodeRef};
use pinsight_tactics::{PinOptions, Review};
use pinsight_wire::{LineReview, LineStory};

use crate::game::Game;

/// Returns the pins along the line through an existing node, from the start to the end.
pub(crate) fn review_line(game: &Game, node: NodeId) -> LineReview {
    let tree = &game.tree;
    let last = std::iter::successors(tree.get(node), NodeRef::next).last().map_or(node, |last| last.id());
    let line = tree.line(last);
    let review = Review::of(&game.position(NodeId::ROOT), tree.plies_to(last), &PinOptions::default());
    let stories = review.stories.iter().map(|story| LineStory::new(story, line.len())).collect();
    let nodes = std::iter::once(tree.root()).chain(line).map(|node| node.id().number()).collect();
    LineReview { nodes, stories }
}
