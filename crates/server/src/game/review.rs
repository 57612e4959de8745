//! The pins along a line of a game.

use pinsight_openings::Opening;
use pinsight_pgn::{NodeId, NodeRef};
use pinsight_rules::Ply;
use pinsight_tactics::{PinOptions, Review};
use pinsight_wire::{LineOpening, LineReview, LineStory};

use super::model::Game;

/// The number of plies in which openings are named; no line of the table is longer.
const LONGEST_OPENING: usize = 40;

/// Returns the pins along the line through an existing node, from the start to the end.
pub(crate) fn review_line(game: &Game, node: NodeId) -> LineReview {
    let tree = &game.tree;
    let last = std::iter::successors(tree.get(node), NodeRef::next).last().map_or(node, |last| last.id());
    let line = tree.line(last);
    let review = Review::of(&game.position(NodeId::ROOT), tree.plies_to(last), &PinOptions::default());
    let stories = review.stories.iter().map(|story| LineStory::new(story, line.len())).collect();
    let nodes = std::iter::once(tree.root()).chain(line).map(|node| node.id().number()).collect();
    LineReview { nodes, stories, openings: openings(game, last) }
}

/// Returns the positions of the line to `last` that have the name of an opening.
fn openings(game: &Game, last: NodeId) -> Vec<LineOpening> {
    let named = |ply: Ply| {
        let opening = Opening::of(&ply.after)?;
        Some(LineOpening { at: ply.number, opening: opening.into() })
    };
    game.tree.plies_to(last).take(LONGEST_OPENING).filter_map(named).collect()
}
