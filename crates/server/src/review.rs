//! The pins along a line of a game.

use pinsight_rules::Ply;
use pinsight_tactics::{PinOptions, Review};
use pinsight_wire::{LineReview, LineStory};

use crate::tree::{NodeId, Played, Tree};

/// Returns the pins along `line`, which starts at the root.
pub(crate) fn review_line(tree: &Tree, line: Vec<NodeId>) -> LineReview {
    let plies = line.iter().enumerate().filter_map(|(at, &id)| {
        let node = tree.get(id)?;
        match node.played? {
            Played::Move(mv) => Some(Ply::new(at, tree.get(node.parent?)?.position, mv)),
            Played::Null => None,
        }
    });
    let review = Review::of(&tree.start(), plies, &PinOptions::default());
    let last = line.len().saturating_sub(1);
    let stories = review.stories.iter().map(|story| LineStory::new(story, last)).collect();
    LineReview { nodes: line, stories }
}
