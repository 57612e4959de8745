//! JSON with the feature `serde`.

use pinsight_rules::{Color, Piece, Position, Role, San, Setup, Square, UciMove};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that the value is written as the JSON string and read back from it.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
    let json = format!("\"{text}\"");
    assert_eq!(serde_json::to_string(value).expect("a string"), json);
    assert_eq!(serde_json::from_str::<T>(&json).expect(text), *value);
}

#[test]
fn values_round_trip_as_chess_notation() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    round_trip(&Square::E4, "e4");
    round_trip(&Color::Black, "black");
    round_trip(&Role::Knight, "knight");
    round_trip(&Piece::new(Color::Black, Role::Queen), "q");
    round_trip(&Piece::new(Color::White, Role::Pawn), "P");
    round_trip(&"e7e8q".parse::<UciMove>().expect("UCI"), "e7e8q");
    round_trip(&San::parse("Nbxd2+").expect("SAN"), "Nbxd2+");
    round_trip(&fen.parse::<Setup>().expect("a FEN"), fen);
    round_trip(&fen.parse::<Position>().expect("a position"), fen);
}

#[test]
fn moves_are_written_in_uci() {
    let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a position");
    let castling = position.parse_move("O-O").expect("legal");
    assert_eq!(serde_json::to_string(&castling).expect("a string"), "\"e1g1\"");
}

#[test]
fn invalid_texts_are_refused_with_what_was_expected() {
    let error = serde_json::from_str::<Square>("\"i9\"").expect_err("no square").to_string();
    assert!(error.contains("expected a square from a1 to h8"), "{error}");
    for text in ["\"x\"", "\"PP\"", "\"\"", "1"] {
        assert!(serde_json::from_str::<Piece>(text).is_err(), "{text}");
    }
    let no_kings = "\"8/8/8/8/8/8/8/8 w - - 0 1\"";
    assert!(serde_json::from_str::<Setup>(no_kings).is_ok());
    assert!(serde_json::from_str::<Position>(no_kings).is_err());
}
