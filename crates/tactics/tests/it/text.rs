//! Attributes and wording, in positions where they follow from the board.

use pinsight_rules::{Bitboard, Position, Square, VALUES};
use pinsight_tactics::{
    AttackerFlags, Freedom, LineKind, Pin, PinOptions, Relevance, SituationalPin, cross_pinned, detect,
    detect_pins, lines, situational_pins, standing, standing_pins,
};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[track_caller]
fn only_pin(fen: &str) -> Pin {
    let pins = standing_pins(&position(fen));
    assert_eq!(pins.len(), 1, "{pins:?}");
    pins[0]
}

#[track_caller]
fn assert_freedom(fen: &str, freedom: Freedom, targets: &[Square], words: &str) {
    let pin = only_pin(fen);
    assert_eq!(pin.freedom(), freedom);
    assert_eq!(pin.targets(), targets.iter().copied().collect::<Bitboard>());
    assert!(pin.explain().contains(words), "{}", pin.explain());
}

#[test]
fn a_pinned_knight_is_frozen() {
    let fen = "4k3/4n3/8/8/8/8/8/4R1K1 b - - 0 1";
    assert_freedom(fen, Freedom::Frozen, &[], "The knight cannot move.");
}

#[test]
fn freedom_does_not_depend_on_the_side_to_move() {
    let fen = "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1";
    assert_freedom(fen, Freedom::Frozen, &[], "The knight cannot move.");
}

#[test]
fn a_pinned_rook_can_move_along_the_file_and_capture_the_attacker() {
    use Square::{E1, E2, E3, E4, E5, E6};
    let fen = "4k3/4r3/8/8/8/8/8/4R1K1 b - - 0 1";
    let words = "The rook may move along the file or take on e1.";
    assert_freedom(fen, Freedom::AlongTheLine, &[E1, E2, E3, E4, E5, E6], words);
}

#[test]
fn a_pinned_pawn_can_only_capture_its_attacker() {
    let fen = "4k3/3p4/2B5/8/8/8/8/6K1 b - - 0 1";
    assert_freedom(fen, Freedom::AlongTheLine, &[Square::C6], "The pawn may only take on c6.");
}

#[test]
fn a_pawn_that_cannot_leave_its_file_is_pinned_geometrically() {
    let fen = "4k3/4p3/8/8/8/8/8/4R1K1 b - - 0 1";
    let words = "The pawn could not leave the file anyway.";
    assert_freedom(fen, Freedom::Geometric, &[Square::E6, Square::E5], words);
    // With a capture it could leave.
    let fen = "4k3/4p3/3P4/8/8/8/8/4R1K1 b - - 0 1";
    let words = "The pawn may move along the file.";
    assert_freedom(fen, Freedom::AlongTheLine, &[Square::E6, Square::E5], words);
}

#[test]
fn a_relatively_pinned_piece_is_free_to_move() {
    let pin = only_pin("4q2k/4n3/8/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!((pin.kind, pin.freedom(), pin.cost), (LineKind::RelativePin, Freedom::Free, Some(9)));
    // All six targets of a knight on e7.
    let moves: Vec<String> = pin.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["e7d5", "e7f5", "e7c6", "e7g6", "e7c8", "e7g8"]);
}

#[test]
fn the_cost_is_zero_if_the_shielded_piece_is_well_defended() {
    // The rook on a8 recaptures: queen for queen gains 0, rook for queen gains 9 - 5.
    let pin = only_pin("r3q2k/8/8/4n3/8/8/8/4Q1K1 b - - 0 1");
    assert_eq!((pin.kind, pin.cost), (LineKind::RelativePin, Some(0)));
    assert!(pin.explain().contains("If the knight leaves, the queen on e8 is attacked, but well defended."));
    let pin = only_pin("r3q2k/8/8/4n3/8/8/8/4R1K1 b - - 0 1");
    assert_eq!(pin.cost, Some(4));
    assert!(pin.explain().contains("If the knight leaves, capturing on e8 wins 4 points."));
}

#[test]
fn a_capture_that_gains_the_cost_is_a_static_reply() {
    let pins = standing_pins(&position("4q2k/4n3/2Q5/8/8/8/8/4R1K1 b - - 0 1"));
    let pin = pins.iter().find(|pin| pin.attacker.square == Square::E1).unwrap();
    assert_eq!((pin.cost, pin.relevance()), (Some(9), Some(Relevance::Real)));
    assert_eq!(pin.static_reply().unwrap().played.to_string(), "e7c6");
    let text = pin.explain();
    assert!(text.contains("By exchanges on c6 alone, Nxc6 gains 9 points."), "{text}");
}

#[test]
fn a_capture_that_gains_less_is_no_static_reply() {
    let pin = only_pin("4q2k/4n3/2R5/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!((pin.cost, pin.static_reply()), (Some(9), None));
    assert!(!pin.explain().contains("By exchanges"));
}

#[test]
fn a_mate_is_a_static_reply() {
    let pin = only_pin("4q2k/8/8/8/4n3/8/6PP/4R1RK b - - 0 1");
    let reply = pin.static_reply().unwrap();
    assert_eq!((reply.played.to_string(), reply.gain), ("e4f2".to_owned(), None));
    assert!(pin.explain().contains("Nf2# is mate."));
}

#[test]
fn only_a_relative_pin_has_a_static_reply() {
    let pin = only_pin("4k3/4n3/8/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!((pin.cost, pin.static_reply()), (None, None));
}

#[test]
fn a_pin_is_statically_real_if_it_is_absolute_or_costs_something_to_leave() {
    for (fen, relevance) in [
        // Absolute.
        ("4k3/4n3/8/8/8/8/8/4R1K1 b - - 0 1", Relevance::Real),
        // The queen hangs if the knight leaves.
        ("4q2k/4n3/8/8/8/8/8/4R1K1 b - - 0 1", Relevance::Real),
        // The queen is well defended against a rook that costs as much: cost 0.
        ("4qrk1/4n3/8/8/8/8/8/4Q1K1 b - - 0 1", Relevance::Potential),
        // A pawn that cannot leave the file.
        ("4q2k/8/4p3/8/8/8/8/4R1K1 b - - 0 1", Relevance::Potential),
    ] {
        assert_eq!(only_pin(fen).relevance(), Some(relevance), "{fen}");
    }
}

#[test]
fn an_absolutely_pinned_attacker_still_pins_to_a_king() {
    let pins = standing_pins(&position("4k3/4n3/8/8/r3R2K/8/8/8 w - - 0 1"));
    let pin = pins.iter().find(|pin| pin.attacker.square == Square::E4).unwrap();
    assert_eq!(pin.kind, LineKind::AbsolutePin);
    let flags = AttackerFlags { absolutely_pinned: true, en_prise: true, pinned_can_take: false };
    assert_eq!(pin.attacker_flags(), flags);
    assert!(
        pin.explain().ends_with("The rook on e4 is itself pinned to its king. The rook on e4 is en prise.")
    );
}

#[test]
fn an_absolutely_pinned_attacker_pins_to_a_queen_only_along_its_own_line() {
    let kind_of = |fen: &str| {
        let lines = lines(position(fen).board(), &VALUES);
        lines.into_iter().find(|line| line.attacker.square == Square::E4).unwrap().kind
    };
    assert_eq!(kind_of("4q2k/4n3/8/8/r3R2K/8/8/8 w - - 0 1"), LineKind::XRay);
    assert_eq!(kind_of("4q2k/4r3/8/8/4R3/8/8/4K3 w - - 0 1"), LineKind::RelativePin);
}

#[test]
fn a_piece_in_two_pins_is_cross_pinned() {
    let position = position("3qk3/3n4/8/1B6/8/8/8/3R2K1 b - - 0 1");
    let lines = lines(position.board(), &VALUES);
    assert_eq!(cross_pinned(&lines), Square::D7.into());
    let pins = standing_pins(&position);
    assert_eq!(pins.len(), 2);
    for pin in pins {
        assert!(pin.is_cross_pin());
        assert!(pin.explain().contains("The knight on d7 is cross-pinned."), "{}", pin.explain());
    }
}

#[test]
fn only_the_front_piece_of_a_battery_is_an_attacker() {
    let lines = lines(position("4k3/4n3/8/8/8/4R3/4Q3/6K1 w - - 0 1").board(), &VALUES);
    assert_eq!(lines.iter().map(|line| line.attacker.square).collect::<Vec<_>>(), [Square::E3]);
}

#[test]
fn the_first_kind_that_applies_wins() {
    let kind_of =
        |fen: &str| standing(&position(fen), &PinOptions { all: true, ..PinOptions::default() })[0].kind;
    assert_eq!(kind_of("4q3/8/8/4k3/8/8/8/4R1K1 b - - 0 1"), LineKind::AbsoluteSkewer);
    assert_eq!(kind_of("4r2k/8/8/4q3/8/8/8/4R1K1 b - - 0 1"), LineKind::Skewer);
    // Capturing the defended queen with a queen gains nothing, but the bishop behind it hangs.
    assert_eq!(kind_of("4b3/8/3p3k/4q3/8/8/8/4Q1K1 b - - 0 1"), LineKind::RelativePin);
    assert_eq!(kind_of("4k3/3ppp2/8/4p3/8/8/8/4R1K1 b - - 0 1"), LineKind::XRay);
}

#[test]
fn a_pin_has_a_sentence_and_an_explanation() {
    let position = position("7k/6q1/8/4p3/8/2B5/2K5/8 b - - 0 1");
    let pin = detect_pins(&position, position.parse_move("e4").unwrap())[0];
    assert_eq!(pin.to_string(), "The bishop on c3 is pinning the queen on g7 to the king on h8.");
    assert_eq!(
        pin.explain(),
        "New absolute pin, discovered by e4, self-inflicted: the bishop on c3 pins the queen on g7 to the king on h8. \
         The queen may move along the diagonal or take on c3."
    );
}

#[test]
fn released_and_kept_pins_have_explanations() {
    let position = position("4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1");
    let change = |mv: &str| detect(&position, position.parse_move(mv).unwrap(), &PinOptions::default());
    assert_eq!(
        change("Rd1").released[0].explain(),
        "Released absolute pin, by white: Rd1 moved the attacker away; \
         the rook on e1 no longer pins the knight on e7 to the king on e8."
    );
    assert_eq!(
        change("Re3").kept[0].explain(),
        "Kept absolute pin, shifted by Re3: the rook on e3 pins the knight on e7 to the king on e8. \
         The knight cannot move."
    );
}

fn situational(fen: &str) -> Vec<SituationalPin> {
    situational_pins(&position(fen), &VALUES)
}

#[test]
fn a_situational_pin_lists_the_moves_that_allow_the_mate() {
    let pins = situational("4r1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1");
    assert_eq!(pins.len(), 1);
    assert!(!pins[0].all_moves_allow());
    assert_eq!(pins[0].to_string(), "The rook on e8 is pinning the knight on e2 to a mate on e1.");
    assert_eq!(
        pins[0].explain(),
        "Situational pin: the rook on e8 pins the knight on e2 to a mate. \
         Nc1, Nc3, Nd4 and Nf4 allow Re1#; Ng3 does not."
    );
}

#[test]
fn a_situational_pin_does_not_depend_on_the_side_to_move() {
    let pins = situational("4r1k1/8/8/8/8/8/4BPPP/6K1 b - - 0 1");
    assert_eq!(
        pins[0].explain(),
        "Situational pin: the rook on e8 pins the bishop on e2 to a mate. \
         Bd1, Bf3, Bg4 and Bh5 allow Re1#; Bf1, Bd3, Bc4+, Bb5 and Ba6 do not."
    );
}

#[test]
fn there_is_no_situational_pin_in_check_or_with_a_mate_available() {
    assert!(situational("3rr1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1").is_empty());
    assert!(situational("4r1k1/8/8/8/8/6n1/4NPPP/7K w - - 0 1").is_empty());
}

#[test]
fn all_moves_of_the_piece_can_allow_the_mate() {
    let pins = situational("4r1k1/8/8/8/8/6P1/4NPPP/6K1 w - - 0 1");
    assert!(pins[0].all_moves_allow());
    assert_eq!(
        pins[0].explain(),
        "Situational pin: the rook on e8 pins the knight on e2 to a mate. \
         Nc1, Nc3, Nd4 and Nf4 allow Re1#; the knight has no safe move."
    );
}
