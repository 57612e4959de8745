//! Real games, where a collection is at hand: it is no part of the project.

use std::path::PathBuf;

use pinsight_pgn::{Source, Splitter};
use pinsight_rules::{Move, Position};

/// A collection's file, if this machine has it.
pub fn file(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    path.exists().then_some(path)
}

/// The first games of a collection: their moves, each with the position before it. None where it is not at hand.
pub fn games(name: &str, most: usize) -> Vec<Vec<(Position, Move)>> {
    let Some(path) = file(name) else {
        return Vec::new();
    };
    let source = Source::open(path).unwrap_or_else(|error| panic!("{error}"));
    let mut splitter = Splitter::new(source);
    let mut replayer = pinsight_pgn::Replayer::new();
    let mut games = Vec::new();
    while games.len() < most {
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
