//! The pins along a line of a game: one story for each, from the move that brought it to the move that ended it.

use pinsight_rules::Ply;
use pinsight_tactics::{Cause, LineKind, PinOptions, PinStory, Review};
use serde::Serialize;

use crate::dto::PlaceDto;
use crate::tree::{NodeId, Played, Tree};

/// A pin's life, for the strip along the game.
#[derive(Serialize, Debug)]
pub(crate) struct StoryDto {
    kind: LineKind,
    color: &'static str,
    attacker: PlaceDto,
    pinned: PlaceDto,
    shielded: PlaceDto,
    from: usize,
    to: usize,
    cause: Option<Cause>,
    ended: Option<Cause>,
    loss: Option<i32>,
    sentence: String,
}

#[derive(Serialize, Debug)]
pub(crate) struct ReviewDto {
    nodes: Vec<NodeId>,
    stories: Vec<StoryDto>,
}

impl StoryDto {
    fn of(story: &PinStory, last: usize) -> Self {
        let PinStory { pin, since, end, loss, .. } = story;
        Self {
            kind: pin.kind,
            color: pin.attacker.piece.color.name(),
            attacker: pin.attacker.into(),
            pinned: pin.pinned.into(),
            shielded: pin.shielded.into(),
            from: since.unwrap_or(0),
            to: end.map_or(last, |end| end.ply - 1),
            cause: pin.cause,
            ended: end.and_then(|end| end.pin.cause),
            loss: *loss,
            sentence: pin.to_string(),
        }
    }
}

impl ReviewDto {
    /// Follows a line from the root.
    pub(crate) fn of(tree: &Tree, line: Vec<NodeId>) -> Self {
        let plies = line.iter().enumerate().filter_map(|(at, &id)| {
            let node = tree.get(id)?;
            match node.played? {
                Played::Move(mv) => Some(Ply::new(at, tree.get(node.parent?)?.position, mv)),
                Played::Null => None,
            }
        });
        let review = Review::of(&tree.start(), plies, &PinOptions::default());
        let last = line.len().saturating_sub(1);
        let stories = review.stories.iter().map(|story| StoryDto::of(story, last)).collect();
        Self { nodes: line, stories }
    }
}
