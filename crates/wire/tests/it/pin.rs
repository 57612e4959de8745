//! Pins, on positions where the values follow from the board.

use pinsight_rules::{Position, Square, VALUES};
use pinsight_tactics::{PinOptions, detect, detect_pins, situational_pins};
use pinsight_wire::{Pin, WordedPin};
use serde_json::{Value, json};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn new_absolute_pin() -> pinsight_tactics::Pin {
    let position = position("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1");
    detect_pins(&position, position.parse_move("Bb2").unwrap())[0]
}

fn fields_of_the_absolute_pin() -> Value {
    json!({
        "kind": "absolute_pin", "status": "new", "cause": "created", "by": "attacker",
        "attacker": {"square": "b2", "role": "bishop", "color": "white"},
        "pinned": {"square": "g7", "role": "queen", "color": "black"},
        "shielded": {"square": "h8", "role": "king", "color": "black"},
        "cost": null, "static_reply": null,
        "freedom": "along_the_line", "relevance": "real", "moves": ["g7b2", "g7c3", "g7d4", "g7e5", "g7f6"],
        "situational": null,
    })
}

#[test]
fn a_pin_has_the_stable_fields_in_their_order() {
    let text = serde_json::to_string(&Pin::from(&new_absolute_pin())).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), fields_of_the_absolute_pin());
    let order = [
        "kind",
        "status",
        "cause",
        "by",
        "attacker",
        "pinned",
        "shielded",
        "cost",
        "static_reply",
        "freedom",
        "relevance",
        "moves",
        "situational",
    ];
    let places: Vec<usize> = order.iter().map(|name| text.find(&format!("\"{name}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn a_worded_pin_adds_two_fields_to_a_pin() {
    let value = serde_json::to_value(WordedPin::from(&new_absolute_pin())).unwrap();
    let mut expected = fields_of_the_absolute_pin();
    let sentence = "The bishop on b2 is pinning the queen on g7 to the king on h8.";
    expected["sentence"] = sentence.into();
    expected["explanation"] = value["explanation"].clone();
    assert_eq!(value, expected);
    assert!(value["explanation"].as_str().unwrap().starts_with("New absolute pin, created by Bb2: "));
}

#[test]
fn a_pin_released_by_the_pinned_side_states_its_cost_and_static_reply() {
    let position = position("4q2k/4n3/2Q5/8/8/8/8/4R1K1 b - - 0 1");
    let change = detect(&position, position.parse_move("Nxc6").unwrap(), &PinOptions::default());
    let pin = change.released.iter().find(|pin| pin.attacker.square == Square::E1).unwrap();
    let value = serde_json::to_value(Pin::from(pin)).unwrap();
    assert_eq!(value["status"], "released");
    assert_eq!(value["cause"], "pinned_moved");
    assert_eq!(value["by"], "self");
    assert_eq!(value["kind"], "relative_pin");
    assert_eq!(value["pinned"]["square"], "e7");
    assert_eq!((&value["cost"], &value["static_reply"]), (&json!(9), &json!("e7c6")));
    assert_eq!(value["freedom"], "free");
}

#[test]
fn a_situational_pin_has_the_same_fields_and_its_proof() {
    let pins = situational_pins(&position("4r1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1"), &VALUES);
    let value = serde_json::to_value(Pin::from(&pins[0])).unwrap();
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&value), names(&fields_of_the_absolute_pin()));
    assert_eq!(value["kind"], "situational_pin");
    assert_eq!(value["shielded"], json!(null));
    assert_eq!(value["situational"]["all"], false);
    assert_eq!(value["situational"]["safe"], json!(["e2g3"]));
    assert_eq!(value["situational"]["allowing"][0], json!({"move": "e2c1", "mate": "e8e1"}));
}
