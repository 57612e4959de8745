//! The cases of the definition: position, move, and the pins that change.

use pinsight_rules::{Position, Square};
use pinsight_tactics::{By, Cause, LineKind, Pin, PinOptions, detect, detect_forced, detect_pins};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn new_pins(fen: &str, mv: &str) -> Vec<Pin> {
    let position = position(fen);
    detect_pins(&position, position.parse_move(mv).unwrap())
}

/// `b2 g7 h8`.
fn squares(pin: &Pin) -> String {
    pin.squares().map(|square| square.to_string()).join(" ")
}

#[track_caller]
fn assert_one(fen: &str, mv: &str, expected: &str, kind: LineKind, cause: Cause, by: By) {
    let pins = new_pins(fen, mv);
    let found: Vec<_> = pins.iter().map(|pin| (squares(pin), pin.kind, pin.cause, pin.by)).collect();
    assert_eq!(found, [(expected.to_owned(), kind, Some(cause), Some(by))]);
}

use By::{Attacker, Itself};
use LineKind::{AbsolutePin, RelativePin};

#[test]
fn a_moved_attacker_creates_a_pin() {
    assert_one("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2", "b2 g7 h8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn a_blocker_of_the_attacker_discovers_a_pin() {
    let fen = "7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1";
    assert_one(fen, "d4d5", "b2 g7 h8", AbsolutePin, Cause::Discovered, Attacker);
}

#[test]
fn a_blocker_of_the_pinned_side_discovers_a_self_inflicted_pin() {
    let fen = "7k/6q1/8/4p3/8/2B5/2K5/8 b - - 0 1";
    assert_one(fen, "e5e4", "c3 g7 h8", AbsolutePin, Cause::Discovered, Itself);
}

#[test]
fn one_queen_creates_two_pins() {
    let pins = new_pins("1q5k/2n3r1/8/8/8/8/4Q3/K7 w - - 0 1", "e2e5");
    let found: Vec<_> = pins.iter().map(|pin| (squares(pin), pin.kind, pin.cause)).collect();
    assert_eq!(
        found,
        [
            ("e5 c7 b8".to_owned(), RelativePin, Some(Cause::Created)),
            ("e5 g7 h8".to_owned(), AbsolutePin, Some(Cause::Created)),
        ]
    );
}

#[test]
fn an_illegal_move_is_refused_with_its_reason_unless_forced() {
    let position = position("1q5k/2n3r1/8/8/8/8/4Q3/1K6 w - - 0 1");
    let refusal = position.parse_move("e2e5").unwrap_err().to_string();
    assert!(refusal.contains("the king on b1 is in check from the queen on b8"), "{refusal}");
    let change = detect_forced(&position, Square::E2, Square::E5, None, &PinOptions::default());
    let found: Vec<_> = change.new.iter().map(squares).collect();
    assert_eq!(found, ["e5 c7 b8", "e5 g7 h8"]);
    assert!(change.new[0].explain().starts_with("New relative pin, created by e2e5: the queen on e5 pins"));
}

#[test]
fn another_piece_behind_replaces_the_shielded_one() {
    let fen = "8/8/8/8/Q2BB1rk/8/8/K7 w - - 0 1";
    assert_one(fen, "d4e5", "g4 e4 a4", RelativePin, Cause::Replaced, Itself);
}

#[test]
fn a_promotion_creates_a_pin() {
    let fen = "3n2k1/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_one(fen, "a7a8q", "a8 d8 g8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn a_castled_rook_creates_a_pin() {
    let fen = "5k2/5n2/8/8/8/8/8/4K2R w K - 0 1";
    assert_one(fen, "e1g1", "f1 f7 f8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn en_passant_opens_a_rank() {
    let fen = "4k3/8/8/r2pP1NK/8/8/8/8 w - d6 0 1";
    assert_one(fen, "e5d6", "a5 g5 h5", AbsolutePin, Cause::EnPassant, Itself);
}

#[test]
fn a_piece_that_moves_in_front_of_its_king_is_pinned() {
    let fen = "4k3/8/8/2b5/8/8/8/4RK2 b - - 0 1";
    assert_one(fen, "c5e7", "e1 e7 e8", AbsolutePin, Cause::SteppedInFront, Itself);
}

#[test]
fn a_king_that_moves_behind_a_piece_pins_it() {
    let fen = "8/3k4/4n3/8/8/8/8/4R1K1 b - - 0 1";
    assert_one(fen, "d7e7", "e1 e6 e7", AbsolutePin, Cause::SteppedBehind, Itself);
}

#[test]
fn a_piece_that_moves_in_front_of_its_queen_is_pinned() {
    let fen = "4q2k/8/8/3n4/8/8/8/4R1K1 b - - 0 1";
    assert_one(fen, "d5e7", "e1 e7 e8", RelativePin, Cause::SteppedInFront, Itself);
}

#[test]
fn a_piece_that_leaves_from_between_pinned_and_shielded_unmasks_a_pin() {
    let fen = "4k3/4N3/4n3/8/8/8/8/4R1K1 w - - 0 1";
    assert_one(fen, "e7g8", "e1 e6 e8", AbsolutePin, Cause::Unmasked, Attacker);
}

#[test]
fn a_pin_from_before_the_move_is_not_new() {
    assert!(new_pins("4k3/4n3/8/8/2P1R2p/8/8/6K1 w - - 0 1", "c4c5").is_empty());
}

#[test]
fn a_pin_whose_attacker_stays_on_the_line_is_kept_and_shifted() {
    let position = position("4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1");
    let change = detect(&position, position.parse_move("e1e3").unwrap(), &PinOptions::default());
    assert!(change.new.is_empty() && change.released.is_empty());
    let kept: Vec<_> = change.kept.iter().map(|pin| (squares(pin), pin.shifted)).collect();
    assert_eq!(kept, [("e3 e7 e8".to_owned(), true)]);
}

#[test]
fn a_lost_defender_turns_an_x_ray_into_a_pin() {
    // The knight on e5 shields the bishop on e7 of equal value, which the queen on d8 defends.
    let fen = "3q3k/4b3/8/4n3/8/8/8/4R1K1 b - - 0 1";
    assert_one(fen, "d8a5", "e1 e5 e7", RelativePin, Cause::Revalued, Itself);
}

#[test]
fn a_capture_onto_the_line_steps_in_front() {
    // Before the capture a white knight blocks the file.
    let fen = "4q2k/8/8/2n5/4N3/8/8/4R1K1 b - - 0 1";
    assert_one(fen, "c5e4", "e1 e4 e8", RelativePin, Cause::SteppedInFront, Itself);
}

#[test]
fn castling_in_chess960_moves_two_pieces() {
    // The king goes from b1 to g1, the rook from c1 to f1.
    let fen = "5k2/5b2/8/8/8/8/8/1KR5 w C - 0 1";
    assert_one(fen, "O-O", "f1 f7 f8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn castling_queenside_creates_a_pin_with_the_rook() {
    // The rook goes to d1.
    let fen = "3k4/3n4/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_one(fen, "O-O-O", "d1 d7 d8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn castling_moves_the_king_out_of_a_pin() {
    let fen = "4k3/4r3/8/8/8/8/4B3/4K2R w K - 0 1";
    assert_released(fen, "O-O", "e7 e2 e1", Cause::ShieldedMoved, Itself);
}

#[test]
fn a_capture_with_promotion_creates_a_pin() {
    // The new rook on b8 attacks the knight on d8 in front of the king.
    let fen = "1r1n2k1/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_one(fen, "axb8=R", "b8 d8 g8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn a_shielded_pawn_that_promotes_is_the_same_piece() {
    // The pawn on e7 hangs behind the defended knight, and so does the queen that it becomes.
    let position = position("7k/4P3/8/8/8/4N3/K4P2/4r3 w - - 0 1");
    let change = detect(&position, position.parse_move("e8=Q+").unwrap(), &PinOptions::default());
    assert!(change.new.is_empty() && change.released.is_empty());
    let kept: Vec<_> = change.kept.iter().map(|pin| (squares(pin), pin.shifted, pin.cost)).collect();
    assert_eq!(kept, [("e1 e3 e8".to_owned(), true, Some(9))]);
}

#[test]
fn en_passant_captures_the_pinned_pawn() {
    // The black pawn on d5 shields its queen from the rook. It is captured on d5; the capturing pawn goes to d6.
    let fen = "3q3k/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1";
    assert_released(fen, "exd6", "d1 d5 d8", Cause::PinnedCaptured, Attacker);
}

#[test]
fn en_passant_opens_a_diagonal_for_the_attacker() {
    // The pawn leaves e5, and the bishop on b2 attacks the knight on g7 in front of the king.
    let fen = "7k/6n1/8/3pP3/8/8/1B6/6K1 w - d6 0 1";
    assert_one(fen, "exd6", "b2 g7 h8", AbsolutePin, Cause::EnPassant, Attacker);
}

#[test]
fn a_capture_along_the_line_pins_the_next_piece() {
    // The rook captures the pawn in front of the knight.
    let fen = "4k3/4n3/4p3/8/8/8/8/4R1K1 w - - 0 1";
    assert_one(fen, "Rxe6", "e6 e7 e8", AbsolutePin, Cause::Created, Attacker);
}

#[test]
fn a_capture_of_the_shielded_piece_releases_the_pin_and_makes_no_other() {
    let fen = "4k3/4r3/4n3/8/1B6/8/8/4R1K1 w - - 0 1";
    assert!(new_pins(fen, "Bxe7").is_empty());
    assert_released(fen, "Bxe7", "e1 e6 e7", Cause::ShieldedCaptured, Attacker);
}

#[test]
fn a_pin_to_a_rook_is_replaced_by_one_to_the_queen_behind_it() {
    let fen = "4q2k/4r3/4n3/8/8/8/8/4R1K1 b - - 0 1";
    assert_one(fen, "Rb7", "e1 e6 e8", RelativePin, Cause::Replaced, Itself);
    assert_released(fen, "Rb7", "e1 e6 e7", Cause::ShieldedMoved, Itself);
}

#[track_caller]
fn assert_released(fen: &str, mv: &str, expected: &str, cause: Cause, by: By) {
    let position = position(fen);
    let change = detect(&position, position.parse_move(mv).unwrap(), &PinOptions::default());
    let found: Vec<_> = change.released.iter().map(|pin| (squares(pin), pin.cause, pin.by)).collect();
    assert_eq!(found, [(expected.to_owned(), Some(cause), Some(by))]);
}

#[test]
fn each_release_has_its_cause() {
    let knight = "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1";
    assert_released(knight, "e1d1", "e1 e7 e8", Cause::AttackerMoved, Attacker);
    let attacker = "4q2k/4n3/8/5n2/3P4/4R3/8/6K1 b - - 0 1";
    assert_released(attacker, "f5e3", "e3 e7 e8", Cause::AttackerCaptured, Itself);
    let queen = "4q2k/4n3/8/8/8/8/8/4R1K1 b - - 0 1";
    assert_released(queen, "e7c6", "e1 e7 e8", Cause::PinnedMoved, Itself);
    let taken = "4k3/4n3/8/8/8/B7/8/4R1K1 w - - 0 1";
    assert_released(taken, "a3e7", "e1 e7 e8", Cause::PinnedCaptured, Attacker);
    assert_released(queen, "e8a8", "e1 e7 e8", Cause::ShieldedMoved, Itself);
    let behind = "4q2k/4n3/8/8/B7/8/8/4R1K1 w - - 0 1";
    assert_released(behind, "a4e8", "e1 e7 e8", Cause::ShieldedCaptured, Attacker);
    let block = "4k3/4n3/8/8/8/8/8/4RNK1 w - - 0 1";
    assert_released(block, "f1e3", "e1 e7 e8", Cause::LineBlocked, Attacker);
    // The bishop on e7 hangs behind the knight until the queen defends it.
    let revalued = "7k/4b3/8/q3n3/8/8/8/4R1K1 b - - 0 1";
    assert_released(revalued, "a5d8", "e1 e5 e7", Cause::Revalued, Itself);
}

#[test]
fn a_pinned_piece_that_captures_its_attacker_releases_the_pin_by_capture() {
    let fen = "4k3/4r3/8/8/8/8/8/4R1K1 b - - 0 1";
    assert_released(fen, "e7e1", "e1 e7 e8", Cause::AttackerCaptured, Itself);
}

#[test]
fn a_forced_move_from_an_empty_square_changes_nothing() {
    let change = detect_forced(
        &Position::default(),
        Square::E4,
        Square::E5,
        None,
        &PinOptions { all: true, ..PinOptions::default() },
    );
    assert_eq!(change, pinsight_tactics::PinDiff::default());
}
