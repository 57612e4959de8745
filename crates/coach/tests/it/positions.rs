//! Positions whose verdict is known: a static rule gets each of them wrong.

use pinsight_coach::{Budget, Coach, FindingKind, Judgement, PinReason, Relevance};
use pinsight_players::Stop;
use pinsight_rules::{Position, Square};
use pinsight_tactics::MotifKind;

use crate::plies;

/// A knight that shields a mate on g7; by exchanges alone, Nxd5 wins a rook.
const PINNED_TO_A_MATE: &str = "5rk1/p1q1bppp/1p3n2/3R1N2/2r2B2/6P1/PQ3P1P/R5K1 b - - 1 22";
/// A knight in front of a rook that has a good move off the line: Ne5.
const FREE_KNIGHT: &str = "3qrr1k/3n1ppp/2B5/2P5/2Qp4/5R1P/6P1/5R1K b - - 0 35";
/// Légal's knight: Nxe5 wins although the queen behind it falls.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
/// A knight that shields a loose bishop.
const LOOSE_BISHOP: &str = "2r3k1/4b1pp/4n3/8/8/8/4RPPP/R5K1 b - - 0 1";
/// A knight, each of whose moves allows mate on the back rank.
const BACK_RANK: &str = "4r1k1/8/8/8/8/6Pb/4NP1P/6K1 w - - 0 1";

fn coach() -> Coach {
    Coach::new(None, Budget::new(20_000), 1)
}

/// Returns the relevance and the reason of the pin on a square.
fn pin(fen: &str, pinned: Square) -> (Relevance, Option<PinReason>) {
    let position: Position = fen.parse().expect(fen);
    let proofs = coach().prove_standing_pins(&position, &Stop::new());
    let proof = proofs.into_iter().find(|proof| proof.pin.pinned.square == pinned).expect("a pin");
    (proof.relevance, proof.reason)
}

#[test]
fn a_knight_pinned_to_a_mate_is_really_pinned() {
    let (relevance, reason) = pin(PINNED_TO_A_MATE, Square::F6);
    assert_eq!(relevance, Relevance::Real);
    // The best retreat avoids the mate, but loses a piece.
    assert!(matches!(reason, Some(PinReason::Leaving { loss: Some(300..) | None, .. })), "{reason:?}");
}

#[test]
fn a_capture_by_the_knight_pinned_to_a_mate_is_a_blunder() {
    let start: Position = PINNED_TO_A_MATE.parse().expect("a position");
    let review = coach().review(&start, &plies(&start, "Nxd5"));
    let played = &review.moves[0];
    assert_eq!(played.judgement, Some(Judgement::Blunder));
    let finding = &played.findings[0];
    assert_eq!((finding.kind, finding.motif()), (FindingKind::Allows, MotifKind::Pin));
    assert_eq!(finding.proof.mate, Some(1));
    let text = "22...Nxd5?? allows 23.Qxg7#: the knight was pinned to the mate.";
    assert_eq!(finding.text, text);
    assert!(played.text.starts_with(text), "{}", played.text);
}

#[test]
fn a_piece_with_a_good_move_off_the_line_is_only_potentially_pinned() {
    assert_eq!(pin(FREE_KNIGHT, Square::D7).0, Relevance::Potential);
    assert_eq!(pin(LEGAL, Square::F3).0, Relevance::Potential);
}

#[test]
fn a_knight_that_shields_a_loose_bishop_is_really_pinned() {
    let (relevance, reason) = pin(LOOSE_BISHOP, Square::E6);
    assert_eq!(relevance, Relevance::Real);
    assert!(matches!(reason, Some(PinReason::Leaving { loss: Some(100..), .. })), "{reason:?}");
}

#[test]
fn a_knight_that_shields_the_back_rank_is_pinned_to_a_mate() {
    let position: Position = BACK_RANK.parse().expect("a position");
    let pins = coach().threat_pins(&position, &Stop::new());
    assert_eq!(pins.len(), 1);
    assert_eq!((pins[0].attacker.square, pins[0].pinned.square), (Square::E8, Square::E2));
    assert_eq!(pins[0].mate, Some(1), "{}", pins[0].explain());
}
