//! Checkmate, stalemate and draws.

use pinsight_rules::{Color, End, Outcome, Position, Termination};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn positions_without_mating_material_are_dead() {
    for (fen, dead, why) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true, "bare kings"),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true, "one knight"),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true, "one bishop"),
        ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", true, "both bishops on dark squares"),
        ("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", false, "bishops of both colours can mate in the corner"),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", false, "two knights can mate with help"),
        ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", false, "a knight each can mate with help"),
        ("8/8/4k3/4p3/8/3K4/8/8 w - - 0 1", false, "a pawn can promote"),
    ] {
        assert_eq!(position(fen).is_dead(), dead, "{why}: {fen}");
    }
}

#[test]
fn end_has_outcome_and_termination() {
    let end = |fen: &str| position(fen).end();
    let fools_mate = end("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let expected = End { outcome: Outcome::Win(Color::Black), termination: Termination::Checkmate };
    assert_eq!(fools_mate, Some(expected));
    let termination = |fen: &str| end(fen).map(|end| end.termination);
    assert_eq!(termination("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Termination::Stalemate));
    assert_eq!(termination("7k/8/8/8/8/8/R7/7K w - - 149 90"), None);
    assert_eq!(termination("7k/8/8/8/8/8/R7/7K w - - 150 90"), Some(Termination::SeventyFiveMoves));
    let mate = termination("R5k1/5ppp/8/8/8/8/8/7K b - - 150 90");
    assert_eq!(mate, Some(Termination::Checkmate), "checkmate takes precedence over 75 moves");
}
