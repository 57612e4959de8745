//! The opening of a game by its moves, for games whose tags do not name it.

use pinsight_openings::OpeningTracker;
use pinsight_pgn::{Tags, Tree};
use pinsight_rules::Position;

/// Sets the tags `ECO` and `Opening` by the mainline, unless there is an opening already.
pub(super) fn fill_in(tags: &mut Tags, tree: &Tree) {
    if tags.get("Opening").is_some() {
        return;
    }
    let mut tracker = OpeningTracker::new(tree.start().unwrap_or(&Position::default()));
    for ply in tree.plies() {
        tracker.play(&ply);
    }
    if let Some(opening) = tracker.opening().opening {
        tags.set("ECO", opening.eco);
        tags.set("Opening", opening.name);
    }
}
