//! Every promise of the reader and the writer, by name: one test or more for each row of the table of inputs.

use pinsight_pgn::{
    Command, CommentPlace, Fault, Game, GameResult, Language, Nag, Replayer, Severity, Tree, Verdict, Writer,
    split,
};
use pinsight_rules::Color;

/// The mainline as it is meant, from the moves that were played.
fn played(game: &Game) -> Vec<String> {
    let plies = game.replay().map_while(Result::ok);
    plies.map(|ply| ply.san()).collect()
}

fn faults(game: &Game) -> Vec<Fault> {
    game.diagnostics.iter().map(|found| found.fault.clone()).collect()
}

/// Reads one game and plays it out; the fast way has to agree.
fn read(text: &str) -> Game {
    read_bytes(text.as_bytes())
}

fn read_bytes(bytes: &[u8]) -> Game {
    let name = "test.pgn".into();
    let mut games: Vec<Game> = split(&name, bytes)
        .map(|raw| {
            let mut game = Game::read(&raw);
            let moves = game.check();
            let fast = Replayer::new().replay(&raw);
            assert_eq!(fast.diagnostics, game.diagnostics);
            assert_eq!((fast.moves, fast.result), (moves, game.result));
            let mut replay = game.replay();
            while let Some(Ok(_)) = replay.next() {}
            assert_eq!(fast.plies, replay.half_moves());
            assert_eq!(fast.last, game.start().ok().map(|_| *replay.position()));
            game
        })
        .collect();
    assert_eq!(games.len(), 1, "one game");
    games.remove(0)
}

fn from(fen: &str, movetext: &str) -> Game {
    read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext} *\n"))
}

fn written(game: &Game) -> String {
    let mut writer = Writer::new(Vec::new());
    writer.write(game).expect("memory");
    String::from_utf8(writer.into_inner()).expect("text")
}

#[test]
fn pinned_twin_is_left_out_and_written_without_a_hint() {
    let game = from("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "1. Ne2");
    assert_eq!(faults(&game), []);
    let ply = game.replay().next().expect("a move").expect("legal");
    assert_eq!(ply.played.from().to_string(), "g1");
    assert!(written(&game).ends_with("\n1. Ne2 *\n"));
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
fn wrong_x_is_a_warning_and_wrong_check_marks_are_nothing() {
    let game = read("1. Nxf3 d5+ 2. e4# dxe4 3. Ng5 Nf6 4. Ne4 *");
    assert_eq!(faults(&game), [Fault::WrongCapture { takes: false }, Fault::WrongCapture { takes: true }]);
    assert_eq!(played(&game), ["Nf3", "d5", "e4", "dxe4", "Ng5", "Nf6", "Nxe4"]);
    assert_eq!(game.verdict(), Verdict::Repaired);
    // Missing marks are put in when writing.
    let game = read("1. f3 e5 2. g4 Qh4 0-1");
    assert!(written(&game).ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
}

#[test]
fn castling_and_results_in_odd_spellings_are_warnings() {
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7";
    for castling in ["0-0", "o-o", "O\u{2013}O", "0\u{2013}0"] {
        let game = read(&format!("{moves} 4. {castling} *"));
        assert_eq!(faults(&game), [Fault::OddCastling], "{castling}");
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
        assert_eq!(faults(&game), [Fault::OddResult], "{result}");
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
fn case_decides_between_pawn_and_bishop() {
    // A pawn on b2 and a bishop on e1 can both take on c3.
    let fen = "4k3/8/8/8/8/2p5/1P6/4BK2 w - - 0 1";
    for (word, from_square) in [("bxc3", "b2"), ("Bxc3", "e1")] {
        let game = from(fen, &format!("1. {word}"));
        assert_eq!(faults(&game), [], "{word}");
        let ply = game.replay().next().expect("a move").expect("legal");
        assert_eq!(ply.played.from().to_string(), from_square);
    }
    // Without the `x` the pawn still goes first; that it takes is worth a warning.
    let game = from(fen, "1. bc3");
    assert_eq!(faults(&game), [Fault::WrongCapture { takes: true }]);
    let ply = game.replay().next().expect("a move").expect("legal");
    assert_eq!(ply.played.from().to_string(), "b2");
    // No pawn can: then it is the bishop, with a warning.
    let game = from("4k3/8/8/8/8/2p5/8/4BK2 w - - 0 1", "1. bxc3");
    assert_eq!(faults(&game), [Fault::LowerCasePiece]);
    assert_eq!(played(&game), ["Bxc3"]);
    let game = read("1. nf3 nc6 *");
    assert_eq!(faults(&game), [Fault::LowerCasePiece, Fault::LowerCasePiece]);
    assert_eq!(played(&game), ["Nf3", "Nc6"]);
}

#[test]
fn pieces_in_other_languages() {
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
    assert!(written(&game).ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Qe7 *\n"));
    // What a pawn becomes has a letter too.
    let game = from("3k4/6P1/8/8/8/8/8/4K3 w - - 0 1", "1. g8=D+ Kc7 2. Dd5");
    assert_eq!(played(&game), ["g8=Q+", "Kc7", "Qd5"]);
    // No language has all of these letters.
    let game = read("1. e4 e5 2. Sf3 Nc6 3. Fb5 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }]));
    assert_eq!(played(&game), ["e4", "e5"]);
    // Glued moves before the first piece do not hide the language.
    let game = read("1. e4e5 2. Sf3 *");
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    // Variations are read in the game's language.
    let game = read("1. e4 e5 2. Sf3 (2. Sc3 Sf6) Sc6 *");
    assert_eq!(faults(&game), foreign(Language::German));
}

#[test]
fn a_typo_is_no_foreign_language() {
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
fn null_moves_where_they_are_legal() {
    for null in ["--", "Z0", "null"] {
        let game = read(&format!("1. e4 {null} 2. d4 *"));
        assert_eq!(faults(&game), [], "{null}");
        // A null move is no ply.
        assert_eq!(played(&game), ["e4", "d4"]);
        assert!(written(&game).ends_with("1. e4 -- 2. d4 *\n"));
    }
    let game = read("1. e4 e5 2. Bc4 d6 3. Bxf7+ -- 4. d4 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: 1, .. }]));
}

#[test]
fn numbers_never_decide() {
    for text in [
        "1. e4 1...e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "e4 e5 Nf3 *",
        "7. e4 9. e5 1... Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "1. e4 e5\n2.\nNf3 *",
    ] {
        let game = read(text);
        assert_eq!(faults(&game), [], "{text}");
        assert_eq!(played(&game), ["e4", "e5", "Nf3"], "{text}");
    }
    // Black's number without white's move is white's move.
    let game = read("1... e4 *");
    assert_eq!(faults(&game), []);
    let game = from("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "1... e5");
    assert_eq!(faults(&game), []);
    assert!(written(&game).ends_with("1... e5 *\n"));
}

const GLUED_PAIR: Fault = Fault::GluedMoves { moves: 2 };

#[test]
fn glued_moves_are_split_when_there_is_no_other_reading() {
    let game = read("1.e4e5 2.Nf3Nc6 *");
    assert_eq!(faults(&game), [GLUED_PAIR, GLUED_PAIR]);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert!(written(&game).ends_with("1. e4 e5 2. Nf3 Nc6 *\n"));
    // A move from square to square is one move.
    let game = read("1. e2e4 *");
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4"]);
    // A variation behind two glued moves replaces the second.
    let game = read("1.e4e5!? {x} (1... c5 2. Nf3) 2. d4 *");
    assert_eq!(faults(&game), [GLUED_PAIR]);
    assert!(written(&game).ends_with("1. e4 e5 $5 { x } (1... c5 2. Nf3) 2. d4 *\n"));
}

#[test]
fn glued_moves_with_another_slip_are_split_too() {
    for (text, expected, slips) in [
        ("1. e4nf6 *", &["e4", "Nf6"][..], &[Fault::LowerCasePiece][..]),
        ("1. e4 d5 2. ed5Qxd5 *", &["e4", "d5", "exd5", "Qxd5"], &[Fault::WrongCapture { takes: true }]),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0Nf6 *",
            &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6"],
            &[Fault::OddCastling],
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
    // The mixture of a legal and an illegal move is no row of moves.
    let game = read("1. e4e4 *");
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { .. }]));
}

#[test]
fn a_number_glued_to_the_move_before_it_is_no_part_of_it() {
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
fn half_moves_are_counted_right_behind_glued_moves_and_lone_signs() {
    // The third word is the fifth half-move, and the sign behind the fourth is no move.
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
    // In a variation too, and where the iterator tells it.
    let game = read("1.e4e5 (1...c5 2.Ke3) 2.Ke3 *");
    let plies: Vec<_> = game.diagnostics.iter().map(|found| found.ply).collect();
    assert_eq!(plies, [Some(1), Some(3), Some(3)]);
    let error = game.replay().last().expect("moves").expect_err("illegal");
    assert_eq!(error.ply, Some(3));
}

#[test]
fn comments_and_signs_between_the_tags_do_not_end_them() {
    for between in ["; note\n", "{note}\n", "{ one } { two }\n\n", "$3\n", "% escape\n"] {
        let text = format!("[Event \"a\"]\n{between}[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n");
        let game = read(&text);
        assert_eq!(played(&game), ["O-O"], "{between}");
    }
    let game = read("[Event \"a\"]\n; one\n[Site \"b\"]\n{two}\n\n1. e4 *\n");
    assert_eq!(faults(&game), []);
    assert_eq!(comments(&game), ["one", "two"]);
    // A comment that is not closed does end them.
    let name = "test".into();
    let text = "[Event \"a\"]\n{oops\n[Event \"b\"]\n\n1. d4 *\n";
    let games: Vec<Game> = split(&name, text.as_bytes()).map(|raw| Game::read(&raw)).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].diagnostics[0].fault, Fault::UnterminatedComment);
}

#[test]
fn a_game_of_tags_alone_does_not_take_the_next_one() {
    let name = "test".into();
    let roster = "[Event \"a\"]\n[Site \"s\"]\n[Date \"d\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"1-0\"]\n";
    for (text, count) in [
        ("[White \"a\"]\n\n[White \"b\"]\n\n1. d4 *\n".to_owned(), 2),
        ("[Event \"a\"]\n[Black \"x\"]\n\n[Black \"y\"]\n\n1. d4 *\n".to_owned(), 2),
        // A blank line inside the tags.
        ("[White \"a\"]\n\n[Black \"b\"]\n\n1. d4 *\n".to_owned(), 1),
        // A tag that is given twice.
        ("[White \"a\"]\n[White \"b\"]\n\n1. d4 *\n".to_owned(), 1),
        // Another tag whose name begins like one of the roster.
        (format!("{roster}[Event` \"x\"]\n\n[White2 \"y\"]\n\n1. d4 1-0\n"), 1),
        // The whole roster again needs no blank line to be the next game's.
        (format!("{roster}{roster}\n1. d4 1-0\n"), 2),
    ] {
        let games: Vec<Game> = split(&name, text.as_bytes()).map(|raw| Game::read(&raw)).collect();
        assert_eq!(games.len(), count, "{text}");
        assert_eq!(games[count - 1].tree.len(), 1, "{text}");
        if count == 2 {
            assert!(games[0].tree.is_empty(), "{text}");
            assert!(matches!(faults(&games[0])[..], [Fault::MissingResult { .. }]), "{text}");
        }
    }
    let games: Vec<Game> = split(&name, format!("{roster}{roster}\n1. d4 1-0\n").as_bytes())
        .map(|raw| Game::read(&raw))
        .collect();
    assert_eq!(games[0].result, GameResult::Win(Color::White), "the tag stands in");
    assert_eq!(faults(&games[1]), [Fault::NoBlankLine]);
}

#[test]
fn tags_with_escapes_two_on_a_line_over_lines_and_with_blank_lines_between() {
    let game = read(
        "[Event \"say \\\"hi\\\"\"]\n[Site \"C:\\\\pgn\"] [Date \"2020.01.01\"]\n[White \"An\nna\"]\n\n[Black \"B\"]\n\n1. e4 *\n",
    );
    assert_eq!(faults(&game), []);
    let tag = |name| game.tags.get(name);
    assert_eq!(tag("Event"), Some("say \"hi\""));
    assert_eq!(tag("Site"), Some("C:\\pgn"));
    assert_eq!(tag("Date"), Some("2020.01.01"));
    assert_eq!(tag("White"), Some("An na"));
    assert_eq!(tag("Black"), Some("B"));
    assert!(written(&game).starts_with("[Event \"say \\\"hi\\\"\"]\n[Site \"C:\\\\pgn\"]\n"));
}

fn comments(game: &Game) -> Vec<String> {
    let root = game.tree.root();
    let nodes = std::iter::once(root).chain(game.tree.mainline());
    nodes.flat_map(|node| node.all_comments()).map(|comment| comment.text().to_owned()).collect()
}

#[test]
fn escapes_and_comments_as_the_standard_says() {
    let game =
        read("% escaped {\n{before} 1. e4 ; to the end ( {\n% again\ne5 { a { b } 2. Nf3 { ( } Nc6 {1-0} *");
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(comments(&game), ["before", "to the end ( {", "a { b", "(", "1-0"]);
    assert_eq!(game.result, GameResult::Unfinished);
}

#[test]
fn a_result_in_a_comment_is_text_and_in_a_variation_a_warning() {
    let game = read("1. e4 {1-0} (1. d4 0-1) 1... e5 1/2-1/2");
    assert_eq!(faults(&game), [Fault::ResultInVariation]);
    assert_eq!(game.result, GameResult::Draw);
    assert_eq!(played(&game), ["e4", "e5"]);
}

#[test]
fn when_tag_and_terminator_disagree_the_terminator_wins() {
    let game = read("[Result \"1-0\"]\n\n1. e4 0-1\n");
    assert_eq!(game.result, GameResult::Win(Color::Black));
    assert!(matches!(faults(&game)[..], [Fault::ResultMismatch { .. }]));
    assert_eq!(game.verdict(), Verdict::Repaired);
}

#[test]
fn a_result_tag_in_an_odd_spelling_is_a_warning() {
    for tag in ["1/2", "½-½", "1/2\u{2013}1/2"] {
        let game = read(&format!("[Result \"{tag}\"]\n\n1. e4 1/2-1/2\n"));
        assert_eq!(faults(&game), [Fault::OddResult], "{tag}");
        assert_eq!(game.diagnostics[0].found, tag);
        assert!(written(&game).contains("[Result \"1/2-1/2\"]\n"));
    }
    let game = read("[Result \"1\u{2013}0\"]\n\n1. e4\n");
    assert_eq!(game.result, GameResult::Win(Color::White));
    assert_eq!(faults(&game), [Fault::OddResult, Fault::MissingResult { taken: game.result }]);
}

#[test]
fn without_a_terminator_the_tag_stands_in() {
    let game = read("[Result \"1-0\"]\n\n1. e4\n");
    assert_eq!(game.result, GameResult::Win(Color::White));
    assert!(matches!(faults(&game)[..], [Fault::MissingResult { .. }]));
    let game = read("1. e4");
    assert_eq!(game.result, GameResult::Unfinished);
}

#[test]
fn tags_without_a_blank_line_before_them_begin_a_new_game_with_a_warning() {
    let name = "test".into();
    for text in [
        "[Event \"a\"]\n\n1. e4 1-0\n[Event \"b\"]\n\n1. d4 *\n",
        "[Event \"a\"]\n\n1. e4\n[Event \"b\"]\n\n1. d4 *\n",
        "[Event \"a\"]\n\n1. e4 1-0 [Event \"b\"]\n\n1. d4 *\n",
    ] {
        let games: Vec<_> = split(&name, text.as_bytes()).map(|raw| Game::read(&raw)).collect();
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[1].tags.get("Event"), Some("b"));
        assert_eq!(faults(&games[1]), [Fault::NoBlankLine]);
    }
}

#[test]
fn blank_lines_inside_the_movetext_change_nothing() {
    let game = read("[Event \"a\"]\n\n1. e4\n\ne5\n\n\n2. Nf3 {x\n\ny} Nc6\n\n*\n");
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game).len(), 4);
    assert_eq!(comments(&game), ["x y"]);
}

#[test]
fn an_unterminated_comment_is_an_error_where_it_opened() {
    let name = "test".into();
    let text = "[Event \"a\"]\n\n1. e4 {oops e5\n\n[Event \"b\"]\n\n1. d4 {fine} *\n";
    let games: Vec<_> = split(&name, text.as_bytes()).map(|raw| Game::read(&raw)).collect();
    assert_eq!(games.len(), 2);
    let found = &games[0].diagnostics[0];
    assert_eq!((found.fault.clone(), found.severity()), (Fault::UnterminatedComment, Severity::Error));
    assert_eq!((found.line, found.column, found.ply), (3, 7, Some(1)));
    assert_eq!(comments(&games[0]), ["oops e5"]);
    assert_eq!(faults(&games[1]), []);
}

#[test]
fn byte_order_mark_and_line_ends_of_all_kinds() {
    let text = "[Event \"a\"]\n[White \"W\"]\n\n1. e4 {x\ny}\n; z\ne5 *\n";
    let expected = read(text);
    assert_eq!(faults(&expected), []);
    for other in [format!("\u{FEFF}{text}"), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
        let game = read(&other);
        assert_eq!(faults(&game), [], "{other:?}");
        assert_eq!(game, expected, "{other:?}");
    }
    // Line numbers count each kind once.
    for end in ["\n", "\r\n", "\r"] {
        let text = "[Event \"a\"]\n\n1. e4\nKe8 *\n".replace('\n', end);
        let game = read(&text);
        assert_eq!((game.diagnostics[0].line, game.diagnostics[0].column), (4, 1), "{end:?}");
    }
}

#[test]
fn latin_1_is_read_with_one_warning_per_file() {
    let text = b"[White \"Gr\xFCnfeld\"]\n\n1. e4 {\xE9t\xE9} *\n\n[White \"M\xFCller\"]\n\n1. d4 *\n";
    let source = pinsight_pgn::Source::from_bytes("latin.pgn", &text[..]);
    let games: Vec<Game> = source.games().map(|game| game.expect("whole")).collect();
    assert_eq!(games[0].tags.get("White"), Some("Grünfeld"));
    assert_eq!(games[1].tags.get("White"), Some("Müller"));
    assert_eq!(comments(&games[0]), ["été"]);
    assert_eq!(faults(&games[0]), [Fault::NotUtf8]);
    assert_eq!(faults(&games[1]), []);
    // Told once, but both were repaired: the same count as without the iterator.
    assert_eq!(games[1].verdict(), Verdict::Repaired);
    assert_eq!(games[1].normalised().verdict(), Verdict::Repaired);
    let name = "latin.pgn".into();
    assert!(split(&name, text).all(|raw| Replayer::new().replay(&raw).verdict() == Verdict::Repaired));
}

#[test]
fn the_fen_counts_whatever_set_up_says() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (tags, expected) in [
        (format!("[FEN \"{fen}\"]"), vec![]),
        (format!("[SetUp \"1\"]\n[FEN \"{fen}\"]"), vec![]),
        (format!("[SetUp \"0\"]\n[FEN \"{fen}\"]"), vec![Fault::SetUpDenied]),
    ] {
        let game = read(&format!("{tags}\n\n1. O-O *\n"));
        assert_eq!(faults(&game), expected);
        assert_eq!(played(&game), ["O-O"]);
        let text = written(&game);
        assert!(text.contains(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n")), "{text}");
    }
}

#[test]
fn set_up_without_a_fen_is_a_warning() {
    let game = read("[SetUp \"1\"]\n\n1. e4 *\n");
    assert_eq!(faults(&game), [Fault::SetUpWithoutFen]);
    assert_eq!(played(&game), ["e4"]);
    let text = written(&game);
    assert!(text.contains("[SetUp \"0\"]\n"), "{text}");
    assert_eq!(faults(&read(&text)), []);
    assert_eq!(faults(&read("[SetUp \"0\"]\n\n1. e4 *\n")), []);
}

#[test]
fn chess960_castling_by_tag_or_by_the_fen_itself() {
    let fen = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1";
    for variant in ["", "[Variant \"Chess960\"]\n", "[Variant \"Fischerandom\"]\n"] {
        let game = read(&format!("{variant}[FEN \"{fen}\"]\n\n1. O-O O-O-O *\n"));
        assert_eq!(faults(&game), [], "{variant}");
        assert_eq!(played(&game), ["O-O", "O-O-O"]);
    }
    let game = read("[Variant \"Atomic\"]\n\n1. e4 *\n");
    assert!(matches!(faults(&game)[..], [Fault::UnknownVariant { .. }]));
    assert_eq!(game.verdict(), Verdict::Broken);
}

#[test]
fn an_illegal_start_is_refused_with_all_its_faults() {
    let game = read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n");
    assert!(matches!(faults(&game)[..], [Fault::BadStart { .. }]));
    assert!(game.start().is_err());
    assert!(game.replay().next().is_some_and(|ply| ply.is_err()));
    let game = read("[FEN \"nonsense\"]\n\n1. e4 *\n");
    assert!(matches!(faults(&game)[..], [Fault::BadStart { .. }]));
    let found = &game.diagnostics[0];
    assert_eq!((found.line, found.column), (1, 1));
}

fn nags(game: &Game) -> Vec<Vec<u8>> {
    let of = |node: pinsight_pgn::NodeRef<'_>| node.nags().iter().map(|nag| nag.0).collect();
    game.tree.mainline().map(of).collect()
}

#[test]
fn an_annotation_before_the_tags_does_not_end_them() {
    let game = read("$3 [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *");
    assert_eq!(faults(&game), [Fault::NagBeforeMove]);
    assert_eq!(played(&game), ["O-O"]);
}

#[test]
fn words_of_signs_alone_are_told() {
    let game = read("1. e4 -= e5 ++ 2. d4 *");
    assert_eq!(faults(&game), [Fault::Stray, Fault::Stray]);
    assert_eq!(played(&game), ["e4", "e5", "d4"]);
}

#[test]
fn annotations_are_kept() {
    let game = read("1. e4 $0 $255 e5! 2. Nf3?! $14 Nc6+- 3. Bb5 D N a6 -+ 4. Ba4 ± Nf6!! *");
    assert_eq!(faults(&game), []);
    let expected: [&[u8]; 8] = [&[0, 255], &[1], &[6, 14], &[18], &[220, 146], &[19], &[16], &[3]];
    assert_eq!(nags(&game), expected);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]);
    let game = read("1. e4 $256 e5 !!! *");
    assert_eq!(faults(&game), [Fault::UnknownNag, Fault::UnknownNag]);
    assert_eq!(Nag::from_glyph("!"), Some(Nag(1)));
}

#[test]
fn commands_in_comments_are_typed_where_known() {
    let game = read(
        "1. e4 { [%eval 0.25,20] [%clk 0:03:00] hi [%cal Ge2e4] [%csl Rd5] [%emt 0:00:01] [%xyz 1 2] } *",
    );
    let node = game.tree.mainline().next().expect("a move");
    let comment = node.comments(CommentPlace::After).next().expect("a comment");
    let commands: Vec<_> = comment.commands().collect();
    assert!(matches!(
        commands[..],
        [
            Command::Eval(_),
            Command::Clock(_),
            Command::Arrows(_),
            Command::Marks(_),
            Command::Elapsed(_),
            Command::Other { .. }
        ]
    ));
    assert_eq!(comment.prose(), "hi");
    assert!(comment.text().contains("[%xyz 1 2]"));
}

#[test]
fn variations_ten_thousand_deep() {
    let deep = 10_000;
    // Each variation replaces the last move, so black's and white's moves take turns: all of them are legal.
    let mut text = String::from("1. e4 ");
    for level in 0..deep {
        text.push_str(if level % 2 == 0 { "e5 (1... " } else { "c5 (1... " });
    }
    text.push_str("d5");
    text.push_str(&")".repeat(deep));
    text.push_str(" 2. Nf3 *");
    let game = read(&text);
    assert_eq!(faults(&game), []);
    assert_eq!(game.tree.len(), deep + 3);
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    let again = Game::parse(&written(&game)).expect("a game");
    assert_eq!(again, game.normalised());
}

#[test]
fn nested_lines_ten_thousand_deep_cost_linear_time() {
    let deep = 10_000;
    let mut text = String::from("1. Nf3 Nf6 ");
    for _ in 0..deep {
        // The variation replaces black's move and goes on until the next one opens in it.
        text.push_str("2. Ng1 Ng8 3. Nf3 Nf6 ( 3... Nh6 4. Ng1 Ng8 5. Nf3 Nf6 ");
    }
    text.push_str(&")".repeat(deep));
    text.push('*');
    let game = read(&text);
    assert_eq!(game.verdict(), Verdict::Good);
    assert_eq!(Game::parse(&written(&game)), Some(game.normalised()));
}

#[test]
fn comments_of_ten_megabytes() {
    let long = "word ".repeat(2_000_000);
    let game = read(&format!("1. e4 {{{long}}} e5 *"));
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4", "e5"]);
    assert_eq!(comments(&game)[0].len(), long.len() - 1);
}

#[test]
fn no_newline_at_the_end_empty_files_and_nul_bytes() {
    assert_eq!(faults(&read("1. e4 *")), []);
    assert_eq!(Game::parse(""), None);
    assert_eq!(Game::parse(" \n\n"), None);
    let game = read("1. e4 \0 e5 *");
    assert_eq!(faults(&game), [Fault::Stray]);
    assert_eq!(played(&game), ["e4", "e5"]);
    let game = read("[Event \"a\0b\"]\n\n*");
    assert_eq!(game.tags.get("Event"), Some("a\0b"));
}

#[test]
fn a_game_above_the_limit_is_set_aside_with_an_error() {
    let options = pinsight_pgn::SplitOptions { max_game: 1000, batch: 100, ..Default::default() };
    let text = format!("1. e4 {{{}}} *\n\n[Event \"b\"]\n\n1. d4 *\n", "x".repeat(2000));
    let source = pinsight_pgn::Source::from_bytes("test", text);
    let games: Vec<Game> =
        pinsight_pgn::Games::new(source, options).map(|game| game.expect("whole")).collect();
    assert_eq!(games.len(), 2);
    assert!(matches!(faults(&games[0])[..], [Fault::Oversized { length: 2012 }]));
    let found = &games[0].diagnostics[0];
    assert!(found.excerpt.starts_with("1. e4 {xxx"), "{}", found.excerpt);
    assert_eq!((found.line, found.column, found.span.start), (1, 1, 0));
    assert_eq!(games[0].verdict(), Verdict::Broken);
    assert_eq!(games[0].tree, Tree::new());
    assert_eq!(faults(&games[1]), []);
}

#[test]
fn an_error_keeps_the_good_prefix_of_the_game() {
    let game = read("1. e4 e5 2. Nf3 Nc6 3. Bb9 a6 4. O-O 1-0");
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: 2, .. }]));
    assert_eq!(game.result, GameResult::Win(Color::White));
    let found = &game.diagnostics[0];
    assert_eq!((found.ply, found.line, found.column), (Some(5), 1, 24));
    assert_eq!((found.span.clone(), found.found.as_str()), (23..26, "Bb9"));
}

#[test]
fn an_error_inside_a_variation_keeps_the_mainline_and_the_result() {
    let game = read("1. e4 (1. d4 Qd5 2. c4 (2. Nf3) 2... e6) 1... e5 2. Nf3 0-1");
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: 3, .. }]));
    assert_eq!(game.result, GameResult::Win(Color::Black));
    assert_eq!(game.diagnostics[0].ply, Some(2));
}

#[test]
fn a_variation_that_nobody_closed_does_not_take_the_result_along() {
    let game = read("[Result \"1-0\"]\n\n1. e4 (1. d4 d5 1-0\n");
    assert_eq!(game.result, GameResult::Win(Color::White));
    // The result is used, so it is not said to be set aside.
    assert_eq!(faults(&game), [Fault::UnclosedVariation]);
    let game = read("1. e4 (1. d4 d5 1-0 {really} ; so\n");
    assert_eq!((game.result, faults(&game)), (GameResult::Win(Color::White), vec![Fault::UnclosedVariation]));
    // Moves behind it: then it belongs to the variation.
    let game = read("[Result \"0-1\"]\n\n1. e4 (1. d4 1-0 1... d5\n");
    assert_eq!(game.result, GameResult::Win(Color::Black));
    let taken = game.result;
    assert_eq!(
        faults(&game),
        [Fault::UnclosedVariation, Fault::ResultInVariation, Fault::MissingResult { taken }]
    );
}

#[test]
fn a_diagnostic_shows_the_place() {
    let game = read("[Event \"a\"]\n\n1. e4 e5 2. Nf9 Nc6 *\n");
    let shown = game.diagnostics[0].render();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("error: `Nf9`"), "{shown}");
    assert_eq!(lines[1], " --> test.pgn:3:13 (game 1, ply 3)");
    assert_eq!(lines[2], "  |");
    assert_eq!(lines[3], "3 | 1. e4 e5 2. Nf9 Nc6 *");
    assert_eq!(lines[4], "  |             ^^^ expected a legal move");
    let long = format!("{} 2. Nf9 {}", "{x} ".repeat(50), "{y} ".repeat(50));
    let game = read(&format!("1. e4 e5 {long} *"));
    let shown = game.diagnostics[0].render();
    assert!(shown.lines().all(|line| line.chars().count() < 130), "{shown}");
    assert!(shown.contains("..."));
}

#[test]
fn faults_that_are_too_many_are_counted_and_can_be_listed() {
    // Moves on even places, nothing on odd ones; the last move is the only error.
    let text = format!("1. e4 {} Ke3 *", "<> {x} ".repeat(250));
    let game = read(&text);
    assert_eq!(game.verdict(), Verdict::Broken);
    let more = game.diagnostics.iter().find(|found| matches!(found.fault, Fault::More { .. })).expect("more");
    assert_eq!(more.fault, Fault::More { count: 150 });
    // It stands where the first of them does: behind a hundred others.
    assert_eq!(more.span.start as usize, 6 + 100 * 7);
    let name = "test.pgn".into();
    let raw = split(&name, text.as_bytes()).next().expect("a game");
    let mut listed = Vec::new();
    loop {
        let found: Vec<_> = pinsight_pgn::list_faults(&raw, listed.len() as u64, 40).collect();
        if found.is_empty() {
            break;
        }
        assert!(found.len() <= 40);
        listed.extend(found);
    }
    let codes: Vec<_> = listed.iter().map(|found| found.fault.code()).collect();
    let expected: Vec<_> = std::iter::repeat_n("stray", 250).chain(["illegal-move"]).collect();
    assert_eq!(codes, expected);
    assert!(listed.iter().zip(0..250).all(|(found, index)| found.span.start == 6 + index * 7));
}

#[test]
fn a_word_of_megabytes_is_no_move() {
    let text = format!("1. e4 {} e5 *", "a1".repeat(2_000_000));
    let game = read(&text);
    assert_eq!(played(&game), ["e4"]);
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: 1, .. }]));
    assert!(game.diagnostics[0].to_string().len() < 300);
}

#[test]
fn a_million_faults_on_one_line_cost_linear_time() {
    let text = format!("1. e4 {} e5 *", "<> ".repeat(1_000_000));
    let name = "test.pgn".into();
    let raw = split(&name, text.as_bytes()).next().expect("a game");
    let mut count = 0;
    for (found, column) in pinsight_pgn::list_faults(&raw, 0, usize::MAX).zip((7..).step_by(3)) {
        assert_eq!((found.line, found.column, found.ply), (1, column, Some(1)));
        count += 1;
    }
    assert_eq!(count, 1_000_000);
}
