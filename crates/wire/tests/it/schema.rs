//! The schemas describe what is written.

use std::collections::BTreeSet;

use pinsight_rules::Position;
use pinsight_wire::{Explanation, LegalMove, Pin, Seat, Why};
use serde::Serialize;
use serde_json::{Value, json};

fn schema(name: &str) -> Value {
    let document = serde_json::to_value(pinsight_wire::openapi()).unwrap();
    document["components"]["schemas"][name].clone()
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    names.into_iter().collect()
}

#[track_caller]
fn assert_described(name: &str, shape: &impl Serialize) {
    let (schema, value) = (schema(name), serde_json::to_value(shape).unwrap());
    let written = names(value.as_object().unwrap().keys().map(String::as_str));
    let properties = schema["properties"].as_object().unwrap_or_else(|| panic!("{name}: {schema}"));
    assert_eq!(names(properties.keys().map(String::as_str)), written, "{name}");
    let required = schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    assert_eq!(names(required), written, "{name}: a field without a value is null, not absent");
}

#[test]
fn every_written_field_is_described_and_required() {
    let position = Position::default();
    let e4 = position.parse_move("e4").unwrap();
    assert_described("Position", &pinsight_wire::Position::from(&position));
    assert_described("LegalMove", &LegalMove::new(&position, e4, position.castling_mode()));
    assert_described("Why", &Why::from(&Explanation::new(&position, "e4").unwrap()));
    let pinned: Position = "7k/6q1/8/8/8/8/1B6/1K6 b - - 0 1".parse().unwrap();
    assert_described("Pin", &Pin::from(&pinsight_tactics::standing_pins(&pinned)[0]));
}

#[test]
fn a_field_that_may_be_absent_is_not_required() {
    assert_eq!(serde_json::to_value(Seat::default()).unwrap(), json!({"player": "human"}));
    let schema = schema("Seat");
    assert_eq!(schema["required"], json!(["player"]));
    assert_eq!(schema["properties"]["level"]["type"], "integer");
}

#[test]
fn every_reference_leads_to_a_schema() {
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let document = serde_json::to_value(pinsight_wire::openapi()).unwrap();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() > 20);
    for reference in found {
        let path = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(path).is_some(), "{reference}");
    }
}

#[test]
fn names_of_closed_sets_are_listed() {
    assert_eq!(schema("Color")["enum"], json!(["white", "black"]));
    assert_eq!(schema("CastlingSide")["enum"], json!(["king_side", "queen_side"]));
    assert_eq!(schema("GameResult")["enum"], json!(["1-0", "0-1", "1/2-1/2", "*"]));
    let kinds = schema("PinKind")["enum"].clone();
    let kinds = names(kinds.as_array().unwrap().iter().map(|kind| kind.as_str().unwrap())).len();
    assert_eq!(kinds, 6);
}
