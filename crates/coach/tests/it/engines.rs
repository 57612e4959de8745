//! Engines that fail or are stopped in the middle of a review.

use std::thread;
use std::time::Duration;

use pinsight_coach::{Budget, Coach};
use pinsight_players::{EngineConfig, Stop};
use pinsight_rules::Position;

use crate::plies;

const GAME: &str = "f3 e5 g4 Qh4#";

fn failing(mode: &str) -> EngineConfig {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/tests/scripted_engine.py");
    let arguments = vec![script.to_owned(), mode.to_owned()];
    EngineConfig { arguments, timeout: Duration::from_secs(3), ..EngineConfig::new(python) }
}

#[test]
fn the_built_in_search_replaces_an_engine_that_dies_hangs_or_plays_illegally() {
    let start = Position::default();
    let plies = plies(&start, GAME);
    let expected = Coach::new(None, Budget::new(1_000), 1).review(&start, &plies);
    for mode in ["dead", "gone", "mute", "silent", "illegal"] {
        let review = Coach::new(Some(failing(mode)), Budget::new(1_000), 2).review(&start, &plies);
        assert!(review.engine_failure.is_some(), "{mode}");
        assert_eq!(review.moves[2], expected.moves[2], "{mode}");
    }
}

#[test]
fn a_missing_engine_is_reported() {
    let start = Position::default();
    let coach = Coach::new(Some(EngineConfig::new("/does/not/exist")), Budget::new(1_000), 1);
    let review = coach.review(&start, &plies(&start, GAME));
    assert!(review.engine_failure.is_some_and(|failure| failure.contains("/does/not/exist")));
    assert_eq!(review.moves.len(), 4);
}

#[test]
fn raising_the_flag_ends_a_search_under_way() {
    let start = Position::default();
    let stop = Stop::new();
    let coach = Coach::new(None, Budget::new(u64::MAX / 16), 1);
    let plies = plies(&start, GAME);
    let review = thread::scope(|scope| {
        let review = scope.spawn(|| coach.review_until(&start, &plies, &stop, &|_, _| {}));
        thread::sleep(Duration::from_millis(200));
        stop.raise();
        review.join().expect("no panic")
    });
    assert_eq!(review, None);
    assert_eq!(coach.engine_failure(), None);
}

#[test]
fn raising_the_flag_ends_the_proof_of_a_move() {
    let start = Position::default();
    let e4 = start.parse_move("e4").expect("a move");
    let stop = Stop::new();
    let coach = Coach::new(None, Budget::new(u64::MAX / 16), 1);
    let proof = thread::scope(|scope| {
        let proof = scope.spawn(|| coach.prove_move(&start, e4, 1, &stop));
        thread::sleep(Duration::from_millis(200));
        stop.raise();
        proof.join().expect("no panic")
    });
    assert!(proof.is_none());
}
