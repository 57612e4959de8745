//! Games from large collections, which are not part of the repository and may be missing.

use std::path::PathBuf;

use pinsight_pgn::{Source, Splitter};
use pinsight_rules::{Move, Position};

/// Returns the path of a collection, or `None` if this machine does not have it.
pub fn file(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    path.exists().then_some(path)
}

/// Returns the moves of the first `max` games of a collection, each with the position before it. Empty if the
/// collection is missing.
pub fn games(name: &str, max: usize) -> Vec<Vec<(Position, Move)>> {
    let Some(path) = file(name) else {
        return Vec::new();
    };
    let source = Source::open(path).unwrap_or_else(|error| panic!("{error}"));
    let mut splitter = Splitter::new(source);
    let mut replayer = pinsight_pgn::Replayer::new();
    let mut games = Vec::new();
    while games.len() < max {
        let Some(raw) = splitter.next_game() else {
            break;
        };
        let raw = raw.unwrap_or_else(|error| panic!("{error}"));
        let mut moves = Vec::new();
        replayer.replay_with(&raw, |step| moves.push((*step.before, step.played)));
        games.push(moves);
    }
    games
}
