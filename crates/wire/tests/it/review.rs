//! The coach's review of a short game.

use pinsight_coach::{Budget, Coach};
use pinsight_pgn::Game;
use pinsight_wire::GameReview;
use serde_json::{Value, json};

const GAME: &str = "[White \"Anna\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn value(game: &Game, with_review: bool) -> Value {
    let plies: Vec<_> = game.plies().collect();
    let coach = Coach::new(None, Budget::new(2_000), 1);
    let review = with_review.then(|| coach.review(&game.start().unwrap(), &plies));
    serde_json::to_value(GameReview::new("games.pgn", "search", game, review.as_ref())).unwrap()
}

#[test]
fn a_review_has_judgements_findings_and_accuracy() {
    let game = Game::parse(GAME).unwrap();
    let value = value(&game, true);
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let blunder = &moves[2];
    assert_eq!(
        (&blunder["ply"], &blunder["side"], &blunder["san"], &blunder["judgement"], &blunder["eval_after"]),
        (&json!(3), &json!("white"), &json!("g4"), &json!("blunder"), &json!({"mate": -1}))
    );
    let finding = &blunder["findings"][0];
    assert_eq!(finding["kind"], "allows");
    assert_eq!(finding["side"], "black");
    assert_eq!(finding["fen"], "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2");
    assert_eq!(finding["line"], json!(["d8h4"]));
    assert_eq!((&finding["gain"], &finding["mate"]), (&Value::Null, &json!(1)));
    assert_eq!(value["summary"]["white"]["blunders"], 1);
    assert!(value["accuracy"]["white"].as_f64() < value["accuracy"]["black"].as_f64());
}

#[test]
fn a_game_without_a_legal_start_has_the_same_fields_with_null() {
    let game = Game::parse(GAME).unwrap();
    let (with, without) = (value(&game, true), value(&game, false));
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&with), names(&without));
    for name in ["start", "moves", "accuracy", "pins", "summary"] {
        assert_eq!(without[name], Value::Null, "{name}");
    }
}
