//! Ledgers of short games.

use pinsight_pgn::Game;
use pinsight_rules::{Ply, Position};
use pinsight_tactics::{PinOptions, Review};
use pinsight_wire::PinReview;
use serde_json::{Value, json};

const START: &str = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1";

fn review() -> Review {
    let start: Position = START.parse().unwrap();
    let mut position = start;
    let mut plies = Vec::new();
    for (index, san) in ["Bb2", "Qxb2+", "Kxb2", "Kg7"].into_iter().enumerate() {
        plies.push(Ply::new(index + 1, position, position.parse_move(san).unwrap()));
        position = plies[index].after;
    }
    Review::of(&start, plies, &PinOptions::default())
}

fn value(review: Option<&Review>) -> Value {
    let game = Game::parse("[White \"Anna\"]\n\n*\n").unwrap();
    serde_json::to_value(PinReview::new("games.pgn", &game, review)).unwrap()
}

#[test]
fn a_review_lists_moves_pins_and_tallies() {
    let value = value(Some(&review()));
    assert_eq!(
        (&value["file"], &value["game"], &value["result"]),
        (&json!("games.pgn"), &json!(1), &json!("*"))
    );
    assert_eq!(value["tags"], json!({"White": "Anna"}));
    assert_eq!(value["start"], START);
    assert_eq!(value["standing"], json!([]));
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!(
        (&moves[1]["ply"], &moves[1]["move_number"], &moves[1]["side"], &moves[1]["san"], &moves[1]["uci"]),
        (&json!(2), &json!(1), &json!("black"), &json!("Qxb2+"), &json!("g7b2"))
    );
    assert_eq!(moves[0]["fen"], START);
    assert_eq!(moves[0]["new"][0]["cause"], "created");
    assert_eq!(moves[1]["released"][0]["cause"], "attacker_captured");
    assert_eq!((&moves[2]["new"], &moves[2]["released"]), (&json!([]), &json!([])));
    let story = &value["pins"][0];
    assert_eq!(story["pin"]["kind"], "absolute_pin");
    assert_eq!((&story["since"], &story["until"], &story["stood"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(story["released"], json!({"cause": "attacker_captured", "by": "self"}));
    assert_eq!(story["loss"], 6);
    let side = |pins: u32| {
        json!({
            "pins": pins, "absolute": pins, "relative": 0, "self_inflicted": 0, "won_material": pins,
        })
    };
    assert_eq!(value["summary"], json!({"white": side(1), "black": side(0)}));
}

#[test]
fn a_game_without_a_legal_start_has_the_same_fields_with_null() {
    let (with, without) = (value(Some(&review())), value(None));
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&with), names(&without));
    for name in ["start", "standing", "moves", "pins", "summary"] {
        assert_eq!(without[name], Value::Null, "{name}");
    }
}
