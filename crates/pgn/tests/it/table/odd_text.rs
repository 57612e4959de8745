//! Text that real collections contain and the standard does not: nothing is misread, nothing is lost silently.

use pinsight_pgn::{
    Diagnostic, Fault, Game, GameResult, NodeMove, SetAside, Severity, Source, SplitOptions, Step, Verdict,
};
use pinsight_rules::{CastlingSide, Color, Legality};

use super::{comments, faults, played, read, read_all, read_bytes};

const WHITE_WINS: GameResult = GameResult::Win(Color::White);
const BLACK_WINS: GameResult = GameResult::Win(Color::Black);

/// Returns the movetext of the written game.
fn written(game: &Game) -> String {
    let text = game.to_string();
    let movetext = text.split_once("\n\n").expect("tags").1.trim_end().to_owned();
    let again = read(&text);
    assert_eq!(again.to_string(), text, "writing is a fixed point");
    movetext
}

/// Returns line, column and text of the only fault.
fn only(game: &Game) -> (u64, u64, &str) {
    let [Diagnostic { line, column, found, .. }] = &game.diagnostics[..] else {
        panic!("one fault: {:?}", game.diagnostics);
    };
    (*line, *column, found)
}

#[test]
fn a_blank_or_line_break_inside_a_move_is_repaired() {
    for (text, expected, read_as) in [
        ("1. e4 e5 2. N f3 Nc6 *", &["e4", "e5", "Nf3", "Nc6"][..], "Nf3"),
        ("1. e4 e5 2. N\nf3 Nc6 *", &["e4", "e5", "Nf3", "Nc6"], "Nf3"),
        ("1. e4 e5 2. Nf 3 Nc6 *", &["e4", "e5", "Nf3", "Nc6"], "Nf3"),
        ("1. e 4 e5 *", &["e4", "e5"], "e4"),
        ("1. e4 d5 2. e x d5 Qxd5 *", &["e4", "d5", "exd5", "Qxd5"], "exd5"),
        ("1. e4 d5 2. ex d5 Qxd5 *", &["e4", "d5", "exd5", "Qxd5"], "exd5"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O - O d6 *",
            &["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "d6"],
            "O-O",
        ),
        // No pawn can move to a6.
        ("1. e4 e5 2. N a3 *", &["e4", "e5", "Na3"], "Na3"),
    ] {
        let game = read(text);
        assert_eq!(faults(&game), [Fault::SplitMove { read: read_as.to_owned() }], "{text}");
        assert_eq!(played(&game), expected, "{text}");
        assert_eq!(game.verdict(), Verdict::Repaired);
        assert_eq!(faults(&read(&game.to_string())), []);
    }
    let game = read("1. e4 e5 2. N f3 Nc6 *");
    assert_eq!(only(&game), (1, 13, "N f3"));
    assert_eq!(game.diagnostics[0].ply, Some(3));
    assert!(game.diagnostics[0].message().contains("`N f3`, read as `Nf3`"));
}

#[test]
fn a_letter_after_a_move_is_joined_only_if_that_is_the_only_legal_reading() {
    // A novelty: Nd5 is not legal.
    let game = read("1. e4 N d5 2. exd5 *");
    assert_eq!((faults(&game), played(&game)), (vec![], vec!["e4".into(), "d5".into(), "exd5".into()]));
    // Both Nf6 and f6 are legal.
    let game = read("1. e4 N f6 *");
    assert_eq!((faults(&game), played(&game)), (vec![Fault::DoubtfulNag], vec!["e4".into(), "f6".into()]));
    // A number precedes a move, never an annotation.
    let game = read("1. e4 1... N f6 *");
    assert_eq!(played(&game), ["e4", "Nf6"]);
    // Two whole moves are never one.
    let game = read("1. e4 e5 2. Bb9 a6 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: SetAside { count: 1, .. }, .. }]));
}

#[test]
fn numbers_that_are_not_move_numbers_are_a_warning() {
    let game = read("1. e4 2024 e5 2. Nf3 17 *");
    assert_eq!(faults(&game), [Fault::StrayNumber, Fault::StrayNumber]);
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    let found: Vec<_> = game.diagnostics.iter().map(|found| (found.column, found.found.as_str())).collect();
    assert_eq!(found, [(7, "2024"), (22, "17")]);
    assert_eq!(faults(&read("1. e4 17 2024 e5 *")), [Fault::StrayNumber, Fault::StrayNumber]);
    // Numbers without dots are move numbers, if right; so is one without its move.
    assert_eq!(faults(&read("1 e4 e5 2 Nf3 Nc6 3 *")), []);
    assert_eq!(faults(&read("1. e4 e5 2. *")), []);
}

#[test]
fn wrong_move_numbers_are_a_warning_once_per_game() {
    for (text, column, expected) in [
        ("1. e4 e5 3. Nf3 Nc6 7. Bb5 *", 10, 2),
        ("1. e4 e5 2. Nf3 5... Nc6 3. Bb5 *", 17, 2),
        ("1. e4 e5 (3... c5) 2. Nf3 *", 11, 1),
        ("0. e4 e5 1. Nf3 *", 1, 1),
        ("2. {c} e4 e5 *", 1, 1),
        ("1. e4 e5 22. Nf3! Nc6 *", 10, 2),
    ] {
        let game = read(text);
        assert_eq!(faults(&game), [Fault::WrongNumber { expected }], "{text}");
        assert_eq!(only(&game).1, column, "{text}");
        assert_eq!(faults(&read(&game.to_string())), []);
    }
    let tagged = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n\n";
    assert_eq!(faults(&read(&format!("{tagged}40... Kd7 41. e4 *"))), []);
    assert_eq!(faults(&read(&format!("{tagged}1... Kd7 2. e4 *"))), [Fault::WrongNumber { expected: 40 }]);
    assert_eq!(faults(&read("1. e4 e5 2. -- Nf6 3. -- -- 4. Nf3 *")), []);
    assert_eq!(faults(&read("1. e4 (1. d4 d5 2.) e5 *")), []);
}

#[test]
fn an_unclosed_comment_in_a_file_without_tags_ends_before_the_next_game() {
    for second in ["1. d4 {fine} d5 *\n", "1. d4 d5 *\n"] {
        let games = read_all(format!("1. e4 {{oops e5 1-0\n\n{second}").as_bytes());
        assert_eq!(games.len(), 2, "{second}");
        let found = &games[0].diagnostics[0];
        assert_eq!((&found.fault, found.severity()), (&Fault::UnterminatedComment, Severity::Error));
        assert_eq!((found.line, found.column), (1, 7));
        assert_eq!((played(&games[0]), comments(&games[0])), (vec!["e4".into()], vec!["oops e5 1-0".into()]));
        assert_eq!((faults(&games[1]), played(&games[1])), (vec![], vec!["d4".into(), "d5".into()]));
    }
    // Before the moves, the moves are those of the same game.
    let game = read("[Event \"a\"]\n\n{oops\n\n1. e4 e5 *\n");
    assert_eq!((faults(&game), played(&game).len()), (vec![Fault::UnterminatedComment], 2));
    // A closed comment may contain anything.
    let game = read("1. e4 {see\n\n1. d4 d5} e5 *\n");
    assert_eq!((faults(&game), played(&game).len()), (vec![], 2));
}

#[test]
fn moves_after_a_result_belong_to_the_game_and_the_last_result_counts() {
    let game = read("1. e4 e5 1-0 2. Nf3 Nc6 0-1");
    assert_eq!(faults(&game), [Fault::MovesAfterResult]);
    assert_eq!(only(&game), (1, 10, "1-0"));
    assert_eq!((played(&game).len(), game.result), (4, BLACK_WINS));
    let game = read("[Event \"a\"]\n\n1. e4 1-0 1... e5 2. Nf3\n");
    assert_eq!((faults(&game), game.result), (vec![Fault::MovesAfterResult], WHITE_WINS));
    assert_eq!(played(&game).len(), 3);
    let game = read("1. e4 1-0 (1. d4 d5) 1... e5 1-0");
    assert_eq!((faults(&game), game.tree.len()), (vec![Fault::MovesAfterResult], 4));
    // Without a number, on the same line.
    for (text, plies, result) in [
        ("1. e4 e5 * Nf3 Nc6 1-0", 4, WHITE_WINS),
        ("[Event \"a\"]\n\n1. e4 e5 * Nf3 Nc6 1-0\n\n", 4, WHITE_WINS),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 * O-O Nf6 0-1", 8, BLACK_WINS),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 * 0-0 Nf6 0-1", 8, BLACK_WINS),
        ("1. e4 e5 1-0 2 Nf3 Nc6 0-1", 4, BLACK_WINS),
    ] {
        let game = read(text);
        assert!(faults(&game).contains(&Fault::MovesAfterResult), "{text}");
        assert_eq!((played(&game).len(), game.result), (plies, result), "{text}");
    }
    // Another game.
    assert_eq!(read_all(b"1. e4 e5 1-0 1. d4 *").len(), 2);
    assert_eq!(read_all(b"e4 e5 1-0\nd4 d5 *\n").len(), 2);
    // No moves between them: the first counts.
    let game = read("1. e4 e5 1-0 0-1");
    assert_eq!((faults(&game), game.result), (vec![Fault::SecondResult], WHITE_WINS));
}

#[test]
fn variations_and_comments_at_an_illegal_move_are_kept() {
    let game = read("1. e4 e5 2. Nf3 Nc6 3. Bb9 {what?} (3. Bb5 a6 {Ruy}) 3... Nf6 {so} 1-0");
    let [Fault::IllegalMove { set_aside, .. }] = &faults(&game)[..] else {
        panic!("{:?}", game.diagnostics);
    };
    assert_eq!((set_aside.count, set_aside.words.as_str()), (1, "Nf6"));
    assert_eq!(only(&game), (1, 24, "Bb9"));
    assert_eq!(
        written(&game),
        "1. e4 e5 2. Nf3 Nc6 3. Bb9 { what? } (3. Bb5 a6 { Ruy }) 3... Nf6 { so } 1-0"
    );
    let legal = game.tree.walk().filter(
        |step| matches!(step, Step::Move(step) if matches!(step.node.played(), Some(NodeMove::Move(_)))),
    );
    assert_eq!(legal.count(), 6, "Bb5 and a6 are legal moves");
    // A variation without a move to replace is kept as a comment.
    let game = read("(1. d4 d5) 1. e4 *");
    assert_eq!(faults(&game), [Fault::VariationBeforeMove]);
    assert_eq!(written(&game), "{ (1. d4 d5) } 1. e4 *");
}

#[test]
fn a_piece_letter_after_a_move_number_is_a_doubtful_annotation() {
    let game = read("1. e4 e5 2. N {hm} f3 Nc6 1-0");
    assert_eq!(faults(&game), [Fault::DoubtfulNag]);
    assert_eq!(only(&game), (1, 13, "N"));
}

#[test]
fn a_result_glued_to_a_move_is_read() {
    for (text, result) in [
        ("1. f3 e5 2. g4 Qh4#0-1", BLACK_WINS),
        ("1. f3 e5 2. g4 Qh40-1", BLACK_WINS),
        ("1. e4 e51/2-1/2", GameResult::Draw),
        ("1. e4 e51-0\n\n1. d4 *", WHITE_WINS),
    ] {
        let game = read_all(text.as_bytes()).remove(0);
        assert_eq!((faults(&game), game.result), (vec![Fault::GluedResult], result), "{text}");
        assert!(played(&game).len() >= 2);
    }
    assert_eq!(read_all(b"1. e4 e51-0\n\n1. d4 *").len(), 2);
    assert_eq!(only(&read("1. f3 e5 2. g4 Qh4#0-1")), (1, 20, "0-1"));
    for (glued, result) in [("0-00-1", BLACK_WINS), ("0-01-0", WHITE_WINS), ("0-01/2-1/2", GameResult::Draw)]
    {
        let game = read(&format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {glued}"));
        let castling = Fault::OddCastling { side: CastlingSide::KingSide };
        assert_eq!((faults(&game), game.result), (vec![castling, Fault::GluedResult], result), "{glued}");
        assert_eq!(played(&game).last().map(String::as_str), Some("O-O"));
    }
}

#[test]
fn unusual_blanks_are_read_with_a_warning_that_names_them() {
    for (blank, name) in [
        ('\u{A0}', "no-break space (U+00A0)"),
        ('\u{202F}', "narrow no-break space (U+202F)"),
        ('\u{3000}', "ideographic space (U+3000)"),
        ('\u{2003}', "blank (U+2003)"),
        ('\t', "tab (U+0009)"),
        ('\u{B}', "vertical tab (U+000B)"),
    ] {
        for text in
            ["1._e4 e5 2. Nf3 1-0", "1. e4_e5 2. Nf3 1-0", "1. e4 e5_2._Nf3_1-0_", "1_e4 e5 2. Nf3 1-0"]
        {
            let game = read(&text.replace('_', &blank.to_string()));
            assert_eq!(faults(&game), [Fault::OddBlank { character: blank }], "{text} {name}");
            assert_eq!((played(&game).len(), game.result), (3, WHITE_WINS), "{text} {name}");
            assert!(game.diagnostics[0].message().starts_with(name), "{}", game.diagnostics[0]);
            assert_eq!(game.diagnostics[0].ply, None, "{text} {name}");
        }
    }
    // The no-break space of Windows-1252.
    let game = read_bytes(b"1.\xA0e4\xA0e5 1-0");
    assert_eq!((played(&game).len(), game.result), (2, WHITE_WINS));
    // Other characters that cannot be seen are named, too.
    let game = read("1. e4\u{200B} e5 *");
    assert!(game.diagnostics[0].message().ends_with("with zero-width space (U+200B), read as e4"));
    // Blanks in comments and tags are text.
    assert_eq!(faults(&read("[Event \"a\u{A0}\tb\"]\n\n1. e4 {a\u{A0}\tb} e5 *")), []);
}

#[test]
fn every_message_says_what_was_done() {
    for (text, done) in [
        ("[Event]\n\n1. e4 *", ", read as empty: `[Event]`"),
        ("[Event a]\n\n1. e4 *", ", accepted: `[Event a]`"),
        ("[Event \"a \"b\" c\"]\n\n1. e4 *", ", kept: "),
        ("[Event \"a]\n\n1. e4 *", ", accepted: "),
        ("[Event \"a\"\n[Site \"b\"]\n\n1. e4 *", ", accepted: "),
        ("[ \"a\"]\n\n1. e4 *", ", ignored: "),
        ("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *", ", ignored: "),
        ("[SetUp \"1\"]\n\n1. e4 *", "; the standard starting position is used"),
        ("[Result \"0-1\"]\n\n1. e4 1-0", "; the end counts"),
        ("1. e4 e5 1 - 0", ", read as 1-0"),
        ("1. f3 e5 2. g4 Qh4#0-1", ", accepted"),
        ("1. e4 e5 1-0 0-1", ", ignored"),
        ("1. e4 (1. d4 1-0) e5 *", ", ignored"),
        ("1. e4 () e5 *", ", ignored"),
        ("1. e4 e5 2... Nf3 *", ", ignored"),
        ("1. e4 e5 2. nf3 *", ", accepted: `nf3`"),
        ("1. e4 e5 2. Nxf3 *", ", accepted without `x`"),
        ("1. e4 d5 2. Nf3 Bg4 3. h3 Bf3 *", ", accepted"),
        ("1. e4 e5 2. Sf3 *", "; the game is read in this language"),
        ("1. e4e5 *", ", read one by one: `e4e5`"),
        ("1. e4 e52. Nf3 *", ", read as two words: "),
        ("1. e4 $999 e5 *", ", ignored"),
        ("$1 1. e4 e5 *", ", ignored"),
        ("1. e4 {open *", "; it ends before the next tags or first move"),
        ("1. e4 (1. d4 *", "; it ends with the game"),
    ] {
        let game = read(text);
        let messages: Vec<String> = game.diagnostics.iter().map(Diagnostic::message).collect();
        assert!(messages.iter().any(|message| message.contains(done)), "{text}: {messages:?}");
    }
    let games = read_all(b"[White \"a\"]\n\n1. e4 *\n[White \"b\"]\n\n1. e4 *\n");
    assert_eq!(games[1].diagnostics[0].message(), "no blank line before the tags; they begin a new game");
}

#[test]
fn results_in_other_spellings_are_read() {
    for (text, result) in [
        ("1 - 0", WHITE_WINS),
        ("0 - 1", BLACK_WINS),
        ("1:0", WHITE_WINS),
        ("0:1", BLACK_WINS),
        ("0.5-0.5", GameResult::Draw),
        ("0,5-0,5", GameResult::Draw),
        ("1/2 - 1/2", GameResult::Draw),
        ("1/2:1/2", GameResult::Draw),
        ("½ - ½", GameResult::Draw),
        ("1 \u{2013} 0", WHITE_WINS),
        ("1 -0", WHITE_WINS),
        ("0- 1", BLACK_WINS),
        ("1-O", WHITE_WINS),
        ("O-1", BLACK_WINS),
        ("l-0", WHITE_WINS),
        ("1-0+", WHITE_WINS),
        ("0-1#", BLACK_WINS),
        ("1.0-0.0", WHITE_WINS),
        ("0,0-1,0", BLACK_WINS),
        ("1-0.", WHITE_WINS),
        ("1/2-1/2.", GameResult::Draw),
        ("*.", GameResult::Unfinished),
        ("+:-", WHITE_WINS),
        ("-:+", BLACK_WINS),
        ("=:=", GameResult::Draw),
        ("1-\u{200B}0", WHITE_WINS),
    ] {
        for before in ["", "[Event \"a\"]\n\n"] {
            let games = read_all(format!("{before}1. e4 e5 {text}\n\n1. d4 d5 *\n").as_bytes());
            assert_eq!(games.len(), 2, "{text}");
            assert_eq!(
                (faults(&games[0]), games[0].result),
                (vec![Fault::OddResult { read_as: result }], result),
                "{text}"
            );
            assert_eq!(played(&games[0]).len(), 2, "{text}");
            assert_eq!(games[0].diagnostics[0].found, text);
            assert_eq!((faults(&games[1]), played(&games[1]).len()), (vec![], 2), "{text}");
        }
    }
    let games = read_all(b"1. e4 e5 1-0 (time)\n\n1. d4 d5 *\n");
    assert_eq!(games.len(), 2);
    assert_eq!((faults(&games[0]), games[0].result), (vec![Fault::TextAfterResult], WHITE_WINS));
    assert_eq!(comments(&games[0]), ["(time)"]);
    for text in ["time", "White resigns", "Zeit\u{FC}berschreitung", "2024", "40 moves", "+-"] {
        for before in ["", "[Event \"a\"]\n\n"] {
            let games = read_all(format!("{before}1. e4 e5 1-0 {text}\n\n1. d4 d5 *\n").as_bytes());
            assert_eq!(games.len(), 2, "{text}");
            assert_eq!(
                (faults(&games[0]), games[0].result),
                (vec![Fault::TextAfterResult], WHITE_WINS),
                "{text}"
            );
            assert_eq!((comments(&games[0]), played(&games[0]).len()), (vec![text.to_owned()], 2));
            assert_eq!((faults(&games[1]), played(&games[1]).len()), (vec![], 2), "{text}");
        }
    }
    // Castling at move 1, not a result.
    let game = read("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1.0-0 Kd7 1-0");
    assert_eq!((played(&game).len(), game.result), (2, WHITE_WINS));
}

#[test]
fn dots_for_black_before_a_move_of_white_are_a_warning() {
    for (text, column) in [
        ("1. e4 e5 2... Nf3 Nc6 3... Bb5 *", 10),
        ("1... e4 e5 2. Nf3 *", 1),
        ("1. e4 e5 2.. O-O *", 10),
        ("1. e4 e5 (1... c5 2... Nf3) 2. Nf3 *", 19),
    ] {
        let text = text.replace("O-O", "Nf3");
        let game = read(&text);
        assert_eq!(faults(&game), [Fault::WrongDots], "{text}");
        assert_eq!(only(&game).1, column, "{text}");
    }
    let game = read("1. e4 e5 2... Nf3 *");
    assert_eq!(game.diagnostics[0].message(), "`2...` before a move of White, ignored");
    assert_eq!(faults(&read("1. e4 1... e5 2. Nf3 2... Nc6 *")), []);
    let black = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n\n40... Kd7 41. e4 *";
    assert_eq!(faults(&read(black)), []);
}

#[test]
fn a_lost_character_is_a_warning() {
    // UTF-16 with an unpaired surrogate in a comment.
    let mut bytes = vec![0xFF, 0xFE];
    let units = "1. e4 {a".encode_utf16().chain([0xD800]).chain("b} e5 *\n".encode_utf16());
    bytes.extend(units.flat_map(u16::to_le_bytes));
    let mut splitter = pinsight_pgn::Splitter::new(Source::from_bytes("utf16.pgn", bytes));
    let game = Game::read(&splitter.next_game().expect("a game").expect("readable"));
    assert_eq!((faults(&game), comments(&game)), (vec![Fault::LostCharacter], vec!["a\u{FFFD}b".to_owned()]));
    assert_eq!(only(&game), (1, 9, "\u{FFFD}"));
}

#[test]
fn a_start_that_no_game_can_reach_is_accepted_if_allowed() {
    let text = "[FEN \"6k1/QQQQ4/QQQQ4/QQ6/8/8/8/K7 w - - 0 1\"]\n\n1. Qh2 Kf8 *\n";
    let strict = read(text);
    assert!(matches!(faults(&strict)[..], [Fault::BadStart { .. }]));
    let options = SplitOptions { legality: Legality::AllowImpossible, ..SplitOptions::default() };
    let mut splitter = pinsight_pgn::Splitter::with_options(Source::from_bytes("a.pgn", text), options);
    let raw = splitter.next_game().expect("a game").expect("readable").to_buf();
    let game = Game::read(&raw.as_raw());
    assert_eq!(played(&game)[..1], ["Qh2"]);
    assert!(game.to_string().contains("[FEN \"6k1/QQQQ4/QQQQ4/QQ6/8/8/8/K7 w - - 0 1\"]"));
}

#[test]
fn a_game_that_cannot_be_played_keeps_its_line_ends() {
    for text in ["[Variant \"Atomic\"]\r\n\r\n1. e4 e5 *\r\n", "[Variant \"Atomic\"]\n\n1. e4 e5 *\n"] {
        assert_eq!(read(text).to_string(), text);
        let mut writer = pinsight_pgn::Writer::new(Vec::new());
        writer.write(&read(text)).expect("written");
        assert_eq!(writer.into_inner(), text.as_bytes());
    }
    assert!(read("[Variant \"Atomic\"]\n\n1. e4 e5 *").to_string().ends_with("*\n"));
}

#[test]
fn invisible_characters_inside_a_word_are_skipped_and_named() {
    for (hidden, name) in [
        ("\u{200B}", "zero-width space (U+200B)"),
        ("\u{AD}", "soft hyphen (U+00AD)"),
        ("\0", "NUL (U+0000)"),
        ("\u{2060}", "word joiner (U+2060)"),
    ] {
        for (text, fault) in [
            ("1. e4 e5 2. N_f3 Nc6 *", "odd-move"),
            ("1. e4 e5 2. Nf3_ Nc6 *", "odd-move"),
            ("1. e4 e5_ 2. Nf3 Nc6 *", "odd-move"),
            ("1. e4 e5 2. Nf3 Nc6 1-0_", "odd-result"),
            ("1. e4 e5 2. Nf3 Nc6 1_-0", "odd-result"),
            ("1. e4 e5 2. Nf3 _ Nc6 *", "stray"),
        ] {
            let game = read(&text.replace('_', hidden));
            assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"], "{text} {name}");
            let [found] = &game.diagnostics[..] else { panic!("{text} {name}: {:?}", game.diagnostics) };
            assert_eq!(found.fault.code(), fault, "{text} {name}");
            assert!(found.message().contains(name), "{}", found.message());
        }
    }
    let game = read("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\u{200B}-O *");
    let message = game.diagnostics[0].message();
    assert!(message.ends_with("with zero-width space (U+200B), read as O-O"), "{message}");
    // The soft hyphen of Windows-1252.
    let game = read_bytes(b"1. e4 e5 2. N\xADf3 *");
    assert_eq!((played(&game).len(), game.verdict()), (3, Verdict::Repaired));
    // Padding at the end of a file is not a game.
    let game = read("1. e4 e5 1-0\n\n\0\0\0\0");
    assert_eq!(faults(&game), [Fault::Stray]);
    assert_eq!(game.diagnostics[0].message(), "unexpected NUL (U+0000), ignored");
}

#[test]
fn only_the_bytes_that_are_not_utf8_are_windows_1252() {
    let game = read_bytes(
        b"[White \"M\xC3\xBCller\"]\n[Event \"Gr\xC3\xBCn \xFC\x96\"]\n\n1. e4 {\xC3\xA9\xE9} *\n",
    );
    assert_eq!(faults(&game), [Fault::NotUtf8 { byte: 0xFC }]);
    assert_eq!(game.tags.get("White"), Some("M\u{FC}ller"));
    assert_eq!(game.tags.get("Event"), Some("Gr\u{FC}n \u{FC}\u{2013}"));
    assert_eq!(comments(&game), ["\u{E9}\u{E9}"]);
}

#[test]
fn a_result_that_mate_or_stalemate_contradicts_is_a_warning() {
    let game = read("1. f3 e5 2. g4 Qh4# 1-0");
    assert!(matches!(faults(&game)[..], [Fault::ResultAgainstBoard { .. }]));
    assert_eq!((only(&game), game.result), ((1, 21, "1-0"), WHITE_WINS));
    assert_eq!(
        game.diagnostics[0].message(),
        "the result is `1-0`, but the game ended 0-1 by checkmate; the result is kept"
    );
    // By Sam Loyd, 1906: stalemate in ten moves.
    let stalemate = "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 \
                     9. Qxc8 Kg6 10. Qe6";
    assert!(matches!(faults(&read(&format!("{stalemate} 1-0")))[..], [Fault::ResultAgainstBoard { .. }]));
    let start = "[FEN \"7k/8/6Q1/8/8/8/8/K7 b - - 0 1\"]\n\n1-0";
    assert!(
        matches!(faults(&read(start))[..], [Fault::ResultAgainstBoard { .. }]),
        "stalemate without a move"
    );
    let game = read("1. f3 e5 2. g4 Qh4# *");
    assert_eq!((only(&game), game.result), ((1, 21, "*"), GameResult::Unfinished));
    assert_eq!(
        game.diagnostics[0].message(),
        "the result is `*`, but the game ended 0-1 by checkmate; the result is kept"
    );
    assert!(matches!(faults(&read(&format!("{stalemate} *")))[..], [Fault::ResultAgainstBoard { .. }]));
    for right in [&format!("{stalemate} 1/2-1/2"), "1. f3 e5 2. g4 Qh4# 0-1", "1. e4 1-0", "1. e4 *"] {
        assert_eq!(faults(&read(right)), [], "{right}");
    }
}

#[test]
fn escape_lines_are_counted_and_kept() {
    let game = read("% exported\n[Event \"a\"]\n\n1. e4\n%note { } (\ne5 *\n% end\n");
    assert_eq!(faults(&game), [Fault::EscapeLine, Fault::EscapeLine, Fault::EscapeLine]);
    assert_eq!(game.diagnostics[1].found, "%note { } (");
    assert_eq!(written(&game), "{ % exported } 1. e4 ; %note { } (\n1... e5 { % end } *");
}

#[test]
fn line_breaks_and_nul_in_a_tag_are_a_warning() {
    let game = read_bytes(b"[Event \"a\nb\"]\n[Site \"c\0d\"]\n\n1. e4 *\n");
    assert_eq!(
        faults(&game),
        [Fault::TagControlCharacter { nul: false }, Fault::TagControlCharacter { nul: true }]
    );
    assert_eq!((game.tags.get("Event"), game.tags.get("Site")), (Some("a b"), Some("c d")));
    assert_eq!(faults(&read(&game.to_string())), []);
}

#[test]
fn games_that_cannot_be_played_are_written_as_they_were_read() {
    for text in [
        "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1.e4 e5 2. Nf3  {odd   blanks} (2. d4 $5) Nc6!? 3. @@x *",
        "[Event \"b\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[Result \"1-0\"]\n\n1.e4 {x\n\ny} e5",
    ] {
        let mut game = read(text);
        assert_eq!(game.verdict(), Verdict::Broken);
        assert_eq!(game.to_string(), format!("{text}\n"));
        // A changed game is not the text any more.
        game.tags.set("White", "Anna");
        assert!(game.to_string().contains("[White \"Anna\"]"), "{game}");
    }
    let bytes = b"[White \"M\xFCller\"]\n[Variant \"Atomic\"]\n\n1. e4 {\x80} *\n";
    let mut writer = pinsight_pgn::Writer::new(Vec::new());
    writer.write(&read_bytes(bytes)).expect("memory");
    assert_eq!(writer.into_inner(), bytes);
}

#[test]
fn bytes_that_are_not_utf_8_are_shown_as_they_were_read() {
    let game = read_bytes(b"[White \"M\xFCller\"]\n\n1. e4 {\x93smart\x94 \x85 \x80} *\n");
    assert_eq!(faults(&game), [Fault::NotUtf8 { byte: 0xFC }]);
    assert_eq!(only(&game), (1, 10, "ü"));
    assert_eq!(game.diagnostics[0].message(), "byte 0xFC is not UTF-8, read as Windows-1252: `ü`");
    assert_eq!(game.diagnostics[0].excerpt, "[White \"Müller\"]");
    assert_eq!(game.tags.get("White"), Some("Müller"));
    assert_eq!(comments(&game), ["\u{201C}smart\u{201D} \u{2026} €"]);
}

#[test]
fn utf_16_is_recognised_and_decoded() {
    let text = "[White \"Müller ♞\"]\n\n1. e4 {Grünfeld 𝄞} e5 1-0\n".repeat(1000);
    let words: Vec<u16> = text.encode_utf16().collect();
    let little = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let big = |words: &[u16]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
    let marked: Vec<u16> = std::iter::once(0xFEFF).chain(words.iter().copied()).collect();
    for bytes in [little(&words), big(&words), little(&marked), big(&marked)] {
        let compressed = zstd::encode_all(&bytes[..], 1).expect("memory");
        for bytes in [bytes, compressed] {
            let games: Vec<Game> =
                Source::from_bytes("x", bytes).games().map(|game| game.expect("whole")).collect();
            assert_eq!(games.len(), 1000);
            assert!(games.iter().all(|game| faults(game).is_empty() || game.number() > 1));
            assert_eq!(games[999].tags.get("White"), Some("Müller ♞"));
            assert_eq!(comments(&games[999]), ["Grünfeld 𝄞"]);
        }
    }
}

#[test]
fn other_files_are_refused_by_their_content() {
    let binary: Vec<u8> =
        (0..4096u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let parts: [(&[u8], &str); 8] = [
        (b"PK\x03\x04\x14\0", "this is a zip archive; unpack it first"),
        (b"\xFD7zXZ\0\0", "this is an xz file; unpack it first"),
        (b"7z\xBC\xAF\x27\x1C", "this is a 7z archive; unpack it first"),
        (b"PAR1\x15\x04", "this is a Parquet file; expected PGN text"),
        (b"\x89PNG\r\n\x1A\n", "this is a PNG image; expected PGN text"),
        (b"%PDF-1.7\n", "this is a PDF document; expected PGN text"),
        (b"SQLite format 3\0", "this is an SQLite database; expected PGN text"),
        (&binary, "this is a binary file; expected PGN text"),
    ];
    for (bytes, message) in parts {
        let mut games = Source::from_bytes("games.pgn", bytes).games();
        let error = games.next().expect("an error").expect_err("not PGN");
        assert_eq!(error.to_string(), format!("games.pgn: cannot open: {message}"));
        assert!(games.next().is_none());
    }
}

#[test]
fn games_without_tags_and_results_begin_at_move_one() {
    let games = read_all(b"1. e4 e5 2. Nf3\n1. d4 d5\n\n1. c4 {x\n1. y} c5 (1... e5\n1... Nf6)\n");
    let moves: Vec<_> = games.iter().map(|game| played(game).join(" ")).collect();
    assert_eq!(moves, ["e4 e5 Nf3", "d4 d5", "c4 c5"]);
    let missing = || Fault::MissingResult { taken: GameResult::Unfinished };
    assert_eq!(faults(&games[0]), [missing()]);
    assert_eq!(faults(&games[1]), [Fault::NoBlankLine, missing()]);
    // Black's first move, and a number in the middle of a line, begin no game.
    for text in ["1. e4\n1... e5\n2. Nf3 *", "1. e4\n1. ... e5\n2. Nf3 *"] {
        assert_eq!(played(&read(text)).len(), 3, "{text}");
    }
}

#[test]
fn nested_comments_end_at_the_first_brace_and_the_place_is_named() {
    let game = read("1. e4 { a { b } c } e5 *");
    assert!(
        matches!(faults(&game)[..], [Fault::NestedComment, Fault::IllegalMove { .. }]),
        "{:?}",
        game.diagnostics
    );
    let found = &game.diagnostics[0];
    assert_eq!((found.line, found.column, found.found.as_str()), (1, 15, "}"));
    assert!(found.message().starts_with("comments do not nest"));
    // What follows is read as moves.
    let game = read("1. e4 { a { b } e5 } 2. Nf3 *");
    assert_eq!((faults(&game), played(&game).len()), (vec![Fault::NestedComment], 3));
    // An opening brace alone is text.
    assert_eq!(faults(&read("1. e4 { a { b } e5 *")), []);
    assert_eq!(faults(&read("1. e4 { a } } e5 *")), [Fault::Stray]);
}

#[test]
fn paragraphs_of_a_comment_are_kept() {
    let game = read("1. e4 {one\ntwo\n\n  three\n\n\n% four\n\n[Event \"five\"]} e5 *");
    assert_eq!(faults(&game), []);
    assert_eq!(comments(&game), ["one two\n\nthree\n\n% four\n\n[Event \"five\"]"]);
    assert_eq!(written(&game), "1. e4 { one two\n\nthree\n\n % four\n\n [Event \"five\"] } 1... e5 *");
}

#[test]
fn more_than_a_thousand_tags_are_a_warning() {
    let tags = |count: usize| (0..count).map(|number| format!("[Tag{number} \"x\"]\n")).collect::<String>();
    assert_eq!(faults(&read(&format!("{}\n1. e4 *\n", tags(1000)))), []);
    let game = read(&format!("{}\n1. e4 *\n", tags(1001)));
    assert_eq!(faults(&game), [Fault::ManyTags { count: 1001 }]);
    assert_eq!((game.tags.len(), game.diagnostics[0].line), (1001, 1001));
}
