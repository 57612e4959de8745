//! Moves in all spellings.

use pinsight_pgn::{Fault, GameResult, SetAside, Verdict};
use pinsight_rules::{CastlingSide, Color, Language};

use super::{faults, from, played, read};

#[test]
fn a_pinned_twin_needs_no_disambiguation() {
    let game = from("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "1. Ne2");
    assert_eq!(faults(&game), []);
    let ply = game.plies().next().expect("a move");
    assert_eq!(ply.played.from().to_string(), "g1");
    assert!(game.to_string().ends_with("\n1. Ne2 *\n"));
}

#[test]
fn over_specified_and_long_and_uci_moves_are_accepted() {
    for word in ["Nge2", "Ng1e2", "Ng1-e2", "g1e2", "N1e2"] {
        let game = from("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", &format!("1. {word}"));
        assert_eq!(faults(&game), [], "{word}");
        assert_eq!(played(&game), ["Ne2"], "{word}");
    }
    let game = read("1. e2-e4 e7e5 2. g1f3 Nb8-c6 *");
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
}

#[test]
fn a_wrong_x_is_a_warning_and_wrong_check_marks_are_ignored() {
    let game = read("1. Nxf3 d5+ 2. e4# dxe4 3. Ng5 Nf6 4. Ne4 *");
    assert_eq!(faults(&game), [Fault::WrongCapture { takes: false }, Fault::WrongCapture { takes: true }]);
    assert_eq!(played(&game), ["Nf3", "d5", "e4", "dxe4", "Ng5", "Nf6", "Nxe4"]);
    assert_eq!(game.verdict(), Verdict::Repaired);
    // The writer adds missing marks.
    let game = read("1. f3 e5 2. g4 Qh4 0-1");
    assert!(game.to_string().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
}

#[test]
fn odd_spellings_of_castling_and_results_are_warnings() {
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7";
    for castling in ["0-0", "o-o", "O\u{2013}O", "0\u{2013}0"] {
        let game = read(&format!("{moves} 4. {castling} *"));
        let side = CastlingSide::KingSide;
        assert_eq!(faults(&game), [Fault::OddCastling { side }], "{castling}");
        assert_eq!(played(&game).last().map(String::as_str), Some("O-O"));
    }
    for (result, meant) in [
        ("1\u{2013}0", GameResult::Win(Color::White)),
        ("0\u{2014}1", GameResult::Win(Color::Black)),
        ("1/2\u{2013}1/2", GameResult::Draw),
        ("½-½", GameResult::Draw),
        ("1/2", GameResult::Draw),
    ] {
        let game = read(&format!("1. e4 {result}"));
        assert_eq!(faults(&game), [Fault::OddResult { read_as: meant }], "{result}");
        assert_eq!(game.result, meant, "{result}");
    }
}

#[test]
fn promotions_in_all_spellings_are_accepted_and_impossible_ones_are_errors() {
    let fen = "3k1r2/6P1/8/8/8/8/8/4K3 w - - 0 1";
    for word in ["gxf8Q", "gxf8=Q", "gxf8(Q)", "gxf8/Q", "gxf8Q+", "gxf8=Q+", "gxf8(Q)+"] {
        let game = from(fen, &format!("1. {word}"));
        assert_eq!(faults(&game), [], "{word}");
        assert_eq!(played(&game), ["gxf8=Q+"], "{word}");
    }
    for word in ["gxf8=K", "gxf8=P", "gxf8"] {
        let game = from(fen, &format!("1. {word}"));
        assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }]), "{word}");
        assert_eq!(played(&game), [""; 0], "{word}");
    }
}

#[test]
fn en_passant_may_be_marked() {
    for word in ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep", "exd6 e.p.", "exd6"] {
        let game = read(&format!("1. e4 a6 2. e5 d5 3. {word} cxd6 *"));
        assert_eq!(faults(&game), [], "{word}");
        assert_eq!(played(&game), ["e4", "a6", "e5", "d5", "exd6", "cxd6"], "{word}");
    }
}

#[test]
fn case_distinguishes_pawn_and_bishop() {
    // A pawn on b2 and a bishop on e1 can both take on c3.
    let fen = "4k3/8/8/8/8/2p5/1P6/4BK2 w - - 0 1";
    for (word, from_square) in [("bxc3", "b2"), ("Bxc3", "e1")] {
        let game = from(fen, &format!("1. {word}"));
        assert_eq!(faults(&game), [], "{word}");
        let ply = game.plies().next().expect("a move");
        assert_eq!(ply.played.from().to_string(), from_square);
    }
    // Without the `x` it is still the pawn, with a warning.
    let game = from(fen, "1. bc3");
    assert_eq!(faults(&game), [Fault::WrongCapture { takes: true }]);
    let ply = game.plies().next().expect("a move");
    assert_eq!(ply.played.from().to_string(), "b2");
    // No pawn can capture: then it is the bishop, with a warning.
    let game = from("4k3/8/8/8/8/2p5/8/4BK2 w - - 0 1", "1. bxc3");
    assert_eq!(faults(&game), [Fault::LowerCasePiece]);
    assert_eq!(played(&game), ["Bxc3"]);
    let game = read("1. nf3 nc6 *");
    assert_eq!(faults(&game), [Fault::LowerCasePiece, Fault::LowerCasePiece]);
    assert_eq!(played(&game), ["Nf3", "Nc6"]);
}

#[test]
fn piece_letters_of_other_languages_are_accepted_if_unambiguous() {
    let foreign = |language| [Fault::ForeignLetters { language }];
    let english = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Qe7"];
    let game = read("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O De7 *");
    assert_eq!(faults(&game), foreign(Language::German));
    assert_eq!(played(&game), english);
    let game = read("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O De7 *");
    assert_eq!(faults(&game), foreign(Language::French));
    assert_eq!(played(&game), english);
    let game = read("1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. O-O De7 *");
    assert_eq!(faults(&game), foreign(Language::Spanish));
    assert_eq!(played(&game), english);
    let game = read("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. O-O De7 *");
    assert_eq!(faults(&game), foreign(Language::Dutch));
    assert_eq!(played(&game), english);
    assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Qe7 *\n"));
    // Promotion letters too.
    let game = from("3k4/6P1/8/8/8/8/8/4K3 w - - 0 1", "1. g8=D+ Kc7 2. Dd5");
    assert_eq!(played(&game), ["g8=Q+", "Kc7", "Qd5"]);
    // No language has all of these letters.
    let game = read("1. e4 e5 2. Sf3 Nc6 3. Fb5 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }]));
    assert_eq!(played(&game), ["e4", "e5"]);
    // Glued moves may precede the first piece letter.
    let game = read("1. e4e5 2. Sf3 *");
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    // So may moves with blanks in them, novelties and checks in words.
    for text in ["1. e 4 e5 2. Sf3 *", "1. e4 N e 5 ch 2. Sf3 *"] {
        assert_eq!(played(&read(text)), ["e4", "e5", "Nf3"], "{text}");
    }
    assert_eq!(played(&read("1. e4 e5 2. Sf3 S c6 *")), ["e4", "e5", "Nf3", "Nc6"]);
    // Variations use the language of the game.
    let game = read("1. e4 e5 2. Sf3 (2. Sc3 Sf6) Sc6 *");
    assert_eq!(faults(&game), foreign(Language::German));
}

#[test]
fn a_typo_is_not_a_foreign_language() {
    // `R` is a king in French and Spanish, but an English game stays English.
    let game = read("1. e4 e5 2. Re2 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }]));
}

#[test]
fn figurines_are_accepted() {
    let game = read("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♟a6 4. O-O *");
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]);
}

#[test]
fn null_moves_are_accepted_unless_in_check() {
    for null in ["--", "Z0", "null"] {
        let game = read(&format!("1. e4 {null} 2. d4 *"));
        assert_eq!(faults(&game), [], "{null}");
        // A null move yields no ply.
        assert_eq!(played(&game), ["e4", "d4"]);
        assert!(game.to_string().ends_with("1. e4 -- 2. d4 *\n"));
    }
    let game = read("1. e4 e5 2. Bc4 d6 3. Bxf7+ -- 4. d4 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: SetAside { count: 1, .. }, .. }]));
}

#[test]
fn right_move_numbers_are_optional() {
    for text in [
        "1. e4 1...e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "e4 e5 Nf3 *",
        "1. e4 1. e5 2. Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "1 . e4 1. ... e5 2 Nf3 *",
        "1e4 e5 2Nf3 *",
        "1. e4 e5\n2.\nNf3 *",
    ] {
        let game = read(text);
        assert_eq!(faults(&game), [], "{text}");
        assert_eq!(played(&game), ["e4", "e5", "Nf3"], "{text}");
    }
    // `1...` at the start is a move of White.
    let game = read("1... e4 *");
    assert_eq!(faults(&game), [Fault::WrongDots]);
    let game = from("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "1... e5");
    assert_eq!(faults(&game), []);
    assert!(game.to_string().ends_with("1... e5 *\n"));
}

const GLUED_PAIR: Fault = Fault::GluedMoves { moves: 2 };

#[test]
fn glued_moves_are_split_if_there_is_no_other_reading() {
    let game = read("1.e4e5 2.Nf3Nc6 *");
    assert_eq!(faults(&game), [GLUED_PAIR, GLUED_PAIR]);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 Nc6 *\n"));
    // Two squares are one move.
    let game = read("1. e2e4 *");
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4"]);
    // A variation after two glued moves replaces the second.
    let game = read("1.e4e5!? {x} (1... c5 2. Nf3) 2. d4 *");
    assert_eq!(faults(&game), [GLUED_PAIR]);
    assert!(game.to_string().ends_with("1. e4 e5 $5 { x } (1... c5 2. Nf3) 2. d4 *\n"));
}

#[test]
fn glued_moves_with_another_fault_are_split_too() {
    for (text, expected, slips) in [
        ("1. e4nf6 *", &["e4", "Nf6"][..], &[Fault::LowerCasePiece][..]),
        ("1. e4 d5 2. ed5Qxd5 *", &["e4", "d5", "exd5", "Qxd5"], &[Fault::WrongCapture { takes: true }]),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0Nf6 *",
            &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6"],
            &[Fault::OddCastling { side: CastlingSide::KingSide }],
        ),
        ("1. e4e52Nf3 *", &["e4", "e5", "Nf3"], &[]),
        ("1. e4e5 2. Sf3Sc6 *", &["e4", "e5", "Nf3", "Nc6"], &[]),
    ] {
        let game = read(text);
        assert_eq!(played(&game), expected, "{text}");
        assert!(faults(&game).iter().any(|fault| matches!(fault, Fault::GluedMoves { .. })), "{text}");
        assert!(slips.iter().all(|slip| faults(&game).contains(slip)), "{text}: {:?}", faults(&game));
        assert_eq!(game.verdict(), Verdict::Repaired, "{text}");
    }
    // A legal move glued to an illegal one is not split.
    let game = read("1. e4e4 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }]));
}

#[test]
fn a_number_glued_to_the_move_before_it_is_separate() {
    let game = read("1.e4e52.Nf3 Nc63.Bb5+4.x *");
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    let game = read("1.e4e52.Nf3Nc63.Bb5a64.O-ONf65.Re1 *");
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6", "Re1"]);
    assert_eq!(game.verdict(), Verdict::Repaired);
    let game = read("1.e4 e52.Nf3 Nc6 *");
    assert_eq!(faults(&game), [Fault::GluedNumber]);
    let found = &game.diagnostics[0];
    assert_eq!((found.found.as_str(), found.span.clone(), found.ply), ("e52", 5..8, Some(2)));
}

#[test]
fn plies_are_right_after_glued_moves_and_lone_signs() {
    // The third word is the fifth ply, and the sign after the fourth word is not a move.
    let game = read("1.e4e5 2.Nf3Nc6 3.Bxb5 a6 D <> 4.Ke3 *");
    let plies: Vec<_> = game.diagnostics.iter().map(|found| (found.fault.code(), found.ply)).collect();
    let expected = [
        ("glued-moves", Some(1)),
        ("glued-moves", Some(3)),
        ("wrong-capture", Some(5)),
        ("stray", Some(6)),
        ("illegal-move", Some(7)),
    ];
    assert_eq!(plies, expected);
    // In a variation too.
    let game = read("1.e4e5 (1...c5 2.Ke3) 2.Ke3 *");
    let plies: Vec<_> = game.diagnostics.iter().map(|found| found.ply).collect();
    assert_eq!(plies, [Some(1), Some(3), Some(3)]);
}
