//! Moves and start positions in spellings that the standard does not have.

use pinsight_pgn::{Diagnostic, Fault, Game, Severity, Verdict};
use pinsight_rules::{CastlingSide, Language, Position};

use super::{faults, from, played, read};

/// White and Black can castle on either side.
const CASTLING: &str = "1. d4 d5 2. Nf3 Nf6 3. Nc3 Nc6 4. Bf4 Bf5 5. e3 e6 6. Be2 Be7 7. Qd2 Qd7";

/// The last two moves of a game that castles.
fn castled(words: &str) -> (Game, Vec<String>) {
    let game = read(&format!("{CASTLING} 8. {words} *"));
    let moves = played(&game).split_off(14);
    (game, moves)
}

fn only_fault(game: &Game) -> &Diagnostic {
    match game.diagnostics.as_slice() {
        [found] => found,
        other => panic!("expected one diagnostic, found {other:?}"),
    }
}

/// The reason of the only fault, an illegal move.
fn reason(game: &Game) -> &str {
    match &only_fault(game).fault {
        Fault::IllegalMove { reason, .. } => reason,
        other => panic!("expected an illegal move, found {other:?}"),
    }
}

/// Reading what was written gives the same moves without a fault.
fn assert_clean_when_written(game: &Game) {
    let again = read(&game.to_string());
    assert_eq!(faults(&again), [], "{game}");
    assert_eq!((played(&again), again.start()), (played(game), game.start()));
}

#[test]
fn zeros_without_dashes_are_castling() {
    for (words, side) in [
        ("00 00", CastlingSide::KingSide),
        ("00\n8... 00", CastlingSide::KingSide),
        ("000 000", CastlingSide::QueenSide),
        ("000\n000", CastlingSide::QueenSide),
        ("000! $1 000{queen's side}", CastlingSide::QueenSide),
        ("00-0 0-00", CastlingSide::QueenSide),
    ] {
        let (game, moves) = castled(words);
        assert_eq!(moves, [side.san(); 2], "{words}");
        assert_eq!(faults(&game), vec![Fault::OddCastling { side }; 2], "{words}");
        assert_clean_when_written(&game);
    }
    let (game, _) = castled("00 O-O");
    let found = only_fault(&game);
    let column = format!("{CASTLING} 8. ").len() as u64 + 1;
    assert_eq!((found.found.as_str(), found.ply, found.column), ("00", Some(15), column));
    assert_eq!(found.message(), "nonstandard castling `00`, read as O-O");
    assert_eq!(found.expected(), "O-O or O-O-O");
    let game = from("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "1. 000+");
    assert_eq!(played(&game), ["O-O-O+"]);
    // Blanks around the dashes.
    let (game, moves) = castled("0 - 0 0 - 0 - 0");
    assert_eq!(moves, ["O-O", "O-O-O"]);
    let split = |read: &str| Fault::SplitMove { read: read.to_owned() };
    assert_eq!(faults(&game), [split("0-0"), split("0-0-0")]);
    let (_, moves) = castled("O - O O - O");
    assert_eq!(moves, ["O-O", "O-O"]);
    // Where castling is illegal, the words are one move that is kept, since a zero alone would read back as a number.
    let game = read("1. 0 - 0 e5 2. 0\n-0- 0+ *");
    assert_eq!(only_fault(&game).found, "0 - 0");
    let again = read(&game.to_string());
    assert!(again.to_string().contains("1. 0-0 e5 2. 0-0-0+ *"), "{again}");
    // Numbers in zeros and variations.
    let game = read("0. e4 00. e5 000. Nf3 (2. Bc4 Nf6 3. Nf3 Be7 4. 00) *");
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    let castling = Fault::OddCastling { side: CastlingSide::KingSide };
    assert_eq!(faults(&game), [Fault::WrongNumber { expected: 1 }, castling]);
}

#[test]
fn four_zeros_are_a_null_move() {
    let game = read("1. e4 0000 2. d4 *");
    assert_eq!(played(&game), ["e4", "d4"]);
    assert!(game.to_string().ends_with("1. e4 -- 2. d4 *\n"), "{game}");
    let found = only_fault(&game);
    assert_eq!((found.fault.clone(), found.ply), (Fault::OddNullMove, Some(2)));
    assert_eq!(found.message(), "nonstandard null move `0000`, read as --");
    let game = read("1. e4 e5 2. Bc4 d6 3. Bxf7+ 0000 *");
    assert!(reason(&game).contains("the king on e8 is in check from the bishop on f7"), "{game}");
}

#[test]
fn castling_without_dashes_or_in_cyrillic_letters_is_accepted() {
    for (words, side) in [
        ("OO OO", CastlingSide::KingSide),
        ("OOO ooo", CastlingSide::QueenSide),
        ("О-О О-О", CastlingSide::KingSide),
        ("О-О-О О–О–О", CastlingSide::QueenSide),
    ] {
        let (game, moves) = castled(words);
        assert_eq!(moves, [side.san(); 2], "{words}");
        assert_eq!(faults(&game), vec![Fault::OddCastling { side }; 2], "{words}");
        assert_clean_when_written(&game);
    }
}

#[test]
fn a_king_move_of_two_squares_is_castling() {
    for (words, side) in [
        ("Kg1 Kg8", CastlingSide::KingSide),
        ("Ke1-g1 Ke8g8", CastlingSide::KingSide),
        ("Kc1 Kc8", CastlingSide::QueenSide),
    ] {
        let game = from("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", &format!("1. {words}"));
        assert_eq!(played(&game), [side.san(); 2], "{words}");
        assert_eq!(faults(&game), vec![Fault::OddCastling { side }; 2], "{words}");
        assert_clean_when_written(&game);
    }
    // UCI writes castling like that.
    let (game, moves) = castled("e1g1 e8g8");
    assert_eq!((moves, faults(&game)), (vec!["O-O".to_owned(); 2], vec![]));
    // Like that in Chess960 only.
    let (game, moves) = castled("e1h1 e8a8");
    let faults_of = [CastlingSide::KingSide, CastlingSide::QueenSide].map(|side| Fault::OddCastling { side });
    assert_eq!((moves, faults(&game)), (vec!["O-O".to_owned(), "O-O-O".to_owned()], faults_of.to_vec()));
    let game = from("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "1. e1f1");
    assert_eq!((played(&game), faults(&game)), (vec!["O-O".to_owned()], vec![]));
    // The king moves one square: no castling.
    let game = from("4k3/8/8/8/8/8/8/5K1R w - - 0 1", "1. Kg1");
    assert_eq!((played(&game), faults(&game)), (vec!["Kg1".to_owned()], vec![]));
}

#[test]
fn a_king_does_not_castle_onto_its_rook() {
    let (game, moves) = castled("Kh1 O-O");
    assert_eq!(moves, [""; 0]);
    assert_eq!(
        reason(&game),
        "the king cannot go to h1: its own rook is there; castling is written O-O or O-O-O"
    );
    assert_eq!(game.verdict(), Verdict::Broken);
}

#[test]
fn a_pawn_capture_without_file_or_x_is_refused_and_the_captures_are_named() {
    let game = read("1. e4 d5 2. d5 *");
    assert_eq!(played(&game), ["e4", "d5"]);
    assert_eq!(reason(&game), "no pawn can go straight to d5; a capture names the pawn's file: exd5");
    let game = read("1. e4 d5 2. c4 Nf6 3. d5 *");
    assert!(reason(&game).ends_with("cxd5 or exd5"), "{}", reason(&game));
    // En passant.
    let game = read("1. e4 a6 2. e5 d5 3. d6 *");
    assert!(reason(&game).ends_with("exd6"), "{}", reason(&game));
}

#[test]
fn a_pawn_captures_without_its_rank() {
    for (text, moves) in [
        ("1. e4 d5 2. ed Qxd5 *", &["e4", "d5", "exd5", "Qxd5"][..]),
        ("1. e4 d5 2. exd *", &["e4", "d5", "exd5"]),
        ("1. e4 d5 2. e:d! *", &["e4", "d5", "exd5"]),
        // En passant.
        ("1. e4 a6 2. e5 d5 3. ed *", &["e4", "a6", "e5", "d5", "exd6"]),
    ] {
        let game = read(text);
        assert_eq!(played(&game), moves, "{text}");
        let read_as = moves.iter().find(|san| san.starts_with("ex")).expect("a capture").to_string();
        assert_eq!(faults(&game), [Fault::OddMove { read_as }], "{text}");
        assert_clean_when_written(&game);
    }
    let game = read("1. e4 d5 2. ed *");
    assert_eq!(only_fault(&game).message(), "nonstandard move `ed`, read as exd5");
    // Two readings, or none.
    let game = from("4k3/8/3p4/2P5/3p4/2P5/8/4K3 w - - 0 1", "1. cd");
    assert_eq!(reason(&game), "ambiguous, may be cxd4 or cxd6");
    let game = read("1. ed *");
    assert_eq!(reason(&game), "no white pawn on the e-file can capture on the d-file");
}

#[test]
fn check_and_mate_in_words_are_warnings() {
    let game = read("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7mate 1-0");
    assert_eq!(faults(&game), [Fault::OddMove { read_as: "Qxf7#".to_owned() }]);
    let game = read("1. e4 f5 2. Qh5ch g6 *");
    assert_eq!(
        (played(&game).len(), faults(&game)),
        (4, vec![Fault::OddMove { read_as: "Qh5+".to_owned() }])
    );
    for word in ["ch", "ch.", "check", "Check"] {
        let game = read(&format!("1. e4 f5 2. Qh5 {word} g6 *"));
        assert_eq!(played(&game), ["e4", "f5", "Qh5+", "g6"], "{word}");
        assert_eq!(only_fault(&game).fault, Fault::CheckInWords, "{word}");
    }
    let game = read("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate 1-0");
    assert_eq!(played(&game).last().map(String::as_str), Some("Qxf7#"));
    let found = only_fault(&game);
    assert_eq!((found.severity(), found.found.as_str(), found.ply), (Severity::Warning, "mate", Some(7)));
    assert_eq!(
        (found.message().as_str(), found.expected()),
        ("`mate` after a move, ignored", "`+` for check, `#` for mate")
    );
    // There is no move before it.
    let game = read("mate 1. e4 *");
    assert_eq!(game.verdict(), Verdict::Broken);
}

#[test]
fn russian_piece_letters_are_accepted() {
    let english = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Qe7", "Re1", "Kd8"];
    for text in [
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. O-O Фe7 5. Лe1 Крd8 *",
        "1. e4 e5 2. Кg1-f3 Кb8-c6 3. Сf1-b5 a7-a6 4. O-O Фd8-e7 5. Лf1-e1 Крe8-d8 *",
    ] {
        let game = read(text);
        assert_eq!(played(&game), english, "{text}");
        assert_eq!(faults(&game), [Fault::ForeignLetters { language: Language::Russian }]);
        assert_clean_when_written(&game);
    }
    let game = read("1. e4 e5 2. Кf3 (2. Сc4 Кf6) Кc6 3. Сb5 Кd4 4. К:d4 ed 5. О-О *");
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nd4", "Nxd4", "exd4", "O-O"]);
    assert_eq!(game.verdict(), Verdict::Repaired);
    // No language has both of these letters.
    let game = read("1. e4 e5 2. Кf3 Sc6 *");
    assert_eq!(game.verdict(), Verdict::Broken);
}

#[test]
fn the_fen_tag_is_used_in_any_case() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for name in ["fen", "Fen", "FeN"] {
        let game = read(&format!("[White \"a\"]\n[{name} \"{fen}\"]\n\n1. O-O *\n"));
        assert_eq!(played(&game), ["O-O"], "{name}");
        let found = only_fault(&game);
        assert_eq!(
            (found.fault.clone(), found.line, found.column),
            (Fault::TagNameCase { name: "FEN" }, 2, 2)
        );
        assert_eq!(found.message(), format!("tag name in another case: `{name}`, read as FEN"));
        assert_eq!(game.tags.get("FEN"), Some(fen));
        assert_clean_when_written(&game);
    }
    // The standard spelling counts, else the first.
    let other = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (tags, first, line) in [
        (format!("[fen \"{fen}\"]\n[FEN \"{other}\"]"), "Kd1", 1),
        (format!("[FEN \"{other}\"]\n[fen \"{fen}\"]"), "Kd1", 2),
        (format!("[fen \"{other}\"]\n[Fen \"{fen}\"]"), "Kd1", 2),
    ] {
        let game = read(&format!("{tags}\n\n1. {first} *\n"));
        assert_eq!(played(&game), [first], "{tags}");
        assert_eq!(game.tags.get("FEN"), Some(other), "{tags}");
        let duplicate = game.diagnostics.iter().find(|found| found.fault == Fault::DuplicateTag);
        assert_eq!(duplicate.map(|found| found.line), Some(line), "{tags}");
    }
    let game = read("[variant \"Atomic\"]\n\n1. e4 *\n");
    assert!(faults(&game).contains(&Fault::UnknownVariant { variant: "Atomic".to_owned() }));
}

#[test]
fn a_fen_tag_without_a_position_is_the_standard_start() {
    for value in ["", "?", " ", "??"] {
        for set_up in ["", "[SetUp \"1\"]\n"] {
            let game = read(&format!("{set_up}[FEN \"{value}\"]\n\n1. e4 *\n"));
            assert_eq!(played(&game), ["e4"], "{value}");
            assert_eq!(faults(&game), [Fault::EmptyFen], "{value}");
            assert_eq!(game.start(), Some(Position::default()));
            let text = game.to_string();
            assert!(!text.contains("[FEN"), "{text}");
            assert_clean_when_written(&game);
        }
    }
    let game = read("[FEN \"?\"]\n\n1. e4 *\n");
    let expected = "FEN without a position: `[FEN \"?\"]`; the standard starting position is used";
    assert_eq!(game.diagnostics[0].message(), expected);
}

#[test]
fn impossible_rights_of_a_fen_tag_are_dropped_and_the_game_is_played() {
    for (fen, kept, dropped) in [
        // There is no rook on h1.
        (
            "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1",
            "white cannot have the right to castle with a rook on h1: there is no such rook; dropped",
        ),
        // The king has moved.
        (
            "r3k2r/8/8/8/8/8/4K3/R7 w Qkq - 0 1",
            "r3k2r/8/8/8/8/8/4K3/R7 w kq - 0 1",
            "white cannot have the right to castle with a rook on a1: its king is not on its first rank; dropped",
        ),
        // No pawn has made a double step.
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1",
            "d6 cannot be the en passant square: there is no pawn where the double step ends; dropped",
        ),
    ] {
        let game = from(fen, "1. Kd1");
        let Some(start) = game.start() else { panic!("{fen}: {:?}", game.diagnostics) };
        assert_eq!(start.to_string(), kept);
        assert_eq!(faults(&game)[0], Fault::FenRepaired { note: dropped.to_owned() });
        assert_eq!(played(&game), ["Kd1"], "{fen}");
        assert_clean_when_written(&game);
    }
    // Other faults are still refused, and all of them are named.
    let game = from("4k3/8/8/8/8/8/8/8 w K e6 0 1", "1. Kd1");
    assert!(
        matches!(&faults(&game)[..], [Fault::BadStart { reason }] if reason.contains("no king") && reason.contains("e6")),
        "{:?}",
        faults(&game)
    );
}

#[test]
fn adjacent_digits_in_a_rank_are_added() {
    let game = from("4k3/17/8/8/8/8/11111111/4K2R w K - 0 1", "1. O-O");
    assert_eq!(played(&game), ["O-O"]);
    let note = |text: &str| Fault::FenRepaired { note: format!("FEN field 1 (pieces): {text}") };
    assert_eq!(faults(&game), [note("`17` read as `8`"), note("`11111111` read as `8`")]);
    assert_clean_when_written(&game);
}

#[test]
fn illegal_castling_with_zeros_is_not_joined_with_the_next_move() {
    for text in ["1. e4 e5 2. Nf3 Nc6 3. 00 d4 d5 *", "1. e4 00 e5 *", "1. e4 OO e5 *"] {
        let game = read(text);
        assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }, ..]), "{text}: {:?}", faults(&game));
    }
}
