//! Castling: `can_castle`, `castling_conditions` and move generation.

use pinsight_rules::{CastlingSide, Position};
use pinsight_testkit::random;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the faults of the conditions of castling.
fn faults(position: &Position, side: CastlingSide) -> Vec<String> {
    position.castling_conditions(side).into_iter().filter_map(|condition| condition.fault).collect()
}

/// Whether castling is legal. Asserts that the conditions agree.
fn can_castle(fen: &str, side: CastlingSide) -> bool {
    let position = position(fen);
    let legal = position.can_castle(side).is_ok();
    assert_eq!(faults(&position, side).is_empty(), legal, "{fen}");
    legal
}

#[test]
fn every_failed_condition_is_listed() {
    let faults = |fen: &str, side| faults(&position(fen), side);
    assert_eq!(
        faults("4k3/8/8/8/1b6/3n4/8/RN2KN1R w KQ - 0 1", CastlingSide::KingSide),
        ["the knight on d3 and the bishop on b4 give check", "the knight on f1 is in the way"],
    );
    assert_eq!(
        faults("4k3/8/8/8/1b6/5n2/8/RN2K2R w KQ - 0 1", CastlingSide::QueenSide),
        ["the knight on f3 and the bishop on b4 give check", "the knight on b1 is in the way"],
    );
    let rooks = "2r1kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(faults(rooks, CastlingSide::KingSide), ["the rook on f8 attacks f1"]);
    assert_eq!(faults(rooks, CastlingSide::QueenSide), ["the rook on c8 attacks c1"]);
    // Chess960: the rook on b1 shields the king on c1 from the rook on a1.
    assert_eq!(
        faults("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", CastlingSide::QueenSide),
        ["the rook on a1 attacks c1"]
    );
}

#[test]
fn only_the_path_of_the_king_has_to_be_safe() {
    let [king_side, queen_side] = CastlingSide::ALL;
    for (fen, side, expected, why) in [
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side, true, "b1 may be attacked"),
        ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side, false, "c1 is attacked"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side, false, "d1 is attacked"),
        ("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side, true, "the rook may be attacked"),
        ("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", queen_side, false, "the rook on b1 shields the king from a1"),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", queen_side, true, "no rook on a1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", king_side, true, "king and rook swap places"),
        ("4k3/8/8/8/8/8/8/5KRr w G - 0 1", king_side, false, "the rook on g1 shields the king from h1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", king_side, true, "the king does not move"),
    ] {
        assert_eq!(can_castle(fen, side), expected, "{why}: {fen}");
    }
}

#[test]
fn castling_is_legal_exactly_when_it_is_generated_and_no_condition_fails() {
    for position in random::positions(30_000, 16) {
        for side in CastlingSide::ALL {
            let generated = position.legal_moves().into_iter().find(|mv| mv.castling_side() == Some(side));
            assert_eq!(position.can_castle(side).ok(), generated, "{position}");
            assert_eq!(faults(&position, side).is_empty(), generated.is_some(), "{position}");
        }
    }
}
