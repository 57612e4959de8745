//! Tags, comments, results, start positions.

use pinsight_pgn::{Fault, Game, GameResult, Severity, Verdict, split};
use pinsight_rules::Color;

use super::{comments, faults, played, read};

#[test]
fn comments_and_nags_between_tags_do_not_end_them() {
    for between in ["; note\n", "{note}\n", "{ one } { two }\n\n", "$3\n", "% escape\n"] {
        let text = format!("[Event \"a\"]\n{between}[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n");
        let game = read(&text);
        assert_eq!(played(&game), ["O-O"], "{between}");
    }
    let game = read("[Event \"a\"]\n; one\n[Site \"b\"]\n{two}\n\n1. e4 *\n");
    assert_eq!(faults(&game), []);
    assert_eq!(comments(&game), ["one", "two"]);
    // An unclosed comment ends them.
    let name = "test".into();
    let text = "[Event \"a\"]\n{oops\n[Event \"b\"]\n\n1. d4 *\n";
    let games: Vec<Game> = split(&name, text.as_bytes()).map(|raw| Game::read(&raw)).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].diagnostics[0].fault, Fault::UnterminatedComment);
}

#[test]
fn a_game_of_tags_only_does_not_include_the_next_one() {
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
    assert_eq!(games[0].result, GameResult::Win(Color::White), "the tag counts");
    assert_eq!(faults(&games[1]), [Fault::NoBlankLine]);
}

#[test]
fn tags_may_have_escapes_and_any_layout() {
    let game = read(
        "[Event \"say \\\"hi\\\"\"]\n[Site \"C:\\\\pgn\"] [Date \"2020.01.01\"]\n[White \"An\nna\"]\n\n[Black \"B\"]\n[A \"a\\b\"]\n\n1. e4 *\n",
    );
    assert_eq!(faults(&game), [Fault::TagControlCharacter { nul: false }]);
    let tag = |name| game.tags.get(name);
    assert_eq!(tag("Event"), Some("say \"hi\""));
    assert_eq!(tag("Site"), Some("C:\\pgn"));
    assert_eq!(tag("Date"), Some("2020.01.01"));
    assert_eq!(tag("White"), Some("An na"));
    assert_eq!(tag("Black"), Some("B"));
    assert_eq!(tag("A"), Some("a\\b"), "no other escapes");
    assert!(game.to_string().starts_with("[Event \"say \\\"hi\\\"\"]\n[Site \"C:\\\\pgn\"]\n"));
}

#[test]
fn escapes_and_comments_follow_the_standard() {
    let game =
        read("% escaped {\n{before} 1. e4 ; to the end ( {\n% again\ne5 { a { b } 2. Nf3 { ( } Nc6 {1-0} *");
    assert_eq!(faults(&game), [Fault::EscapeLine, Fault::EscapeLine]);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(comments(&game), ["% escaped {", "before", "to the end ( {", "% again", "a { b", "(", "1-0"]);
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
fn the_terminator_counts_where_the_result_tag_disagrees() {
    let game = read("[Result \"1-0\"]\n\n1. e4 0-1\n");
    assert_eq!(game.result, GameResult::Win(Color::Black));
    assert!(matches!(faults(&game)[..], [Fault::ResultMismatch { .. }]));
    assert_eq!(game.verdict(), Verdict::Repaired);
}

#[test]
fn a_result_tag_in_an_odd_spelling_is_a_warning() {
    for tag in ["1/2", "½-½", "1/2\u{2013}1/2"] {
        let game = read(&format!("[Result \"{tag}\"]\n\n1. e4 1/2-1/2\n"));
        assert_eq!(faults(&game), [Fault::OddResult { read_as: GameResult::Draw }], "{tag}");
        assert_eq!(game.diagnostics[0].found, tag);
        assert!(game.to_string().contains("[Result \"1/2-1/2\"]\n"));
    }
    let game = read("[Result \"1\u{2013}0\"]\n\n1. e4\n");
    assert_eq!(game.result, GameResult::Win(Color::White));
    assert_eq!(
        faults(&game),
        [Fault::OddResult { read_as: game.result }, Fault::MissingResult { taken: game.result }]
    );
}

#[test]
fn without_a_terminator_the_result_tag_counts() {
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
    assert_eq!(comments(&game), ["x\n\ny"]);
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
fn byte_order_marks_and_all_line_ends_are_accepted() {
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
fn latin_1_is_read_with_a_warning() {
    let text = b"[White \"Gr\xFCnfeld\"]\n\n1. e4 {\xE9t\xE9} *\n\n[White \"M\xFCller\"]\n\n1. d4 *\n";
    let source = pinsight_pgn::Source::from_bytes("latin.pgn", &text[..]);
    let games: Vec<Game> = source.games().map(|game| game.expect("whole")).collect();
    assert_eq!(games[0].tags.get("White"), Some("Grünfeld"));
    assert_eq!(games[1].tags.get("White"), Some("Müller"));
    assert_eq!(comments(&games[0]), ["été"]);
    assert_eq!(faults(&games[0]), [Fault::NotUtf8 { byte: 0xFC }]);
    assert_eq!(faults(&games[1]), [Fault::NotUtf8 { byte: 0xFC }]);
}

#[test]
fn the_fen_is_used_whatever_the_set_up_tag_is() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (tags, expected) in [
        (format!("[FEN \"{fen}\"]"), vec![]),
        (format!("[SetUp \"1\"]\n[FEN \"{fen}\"]"), vec![]),
        (format!("[SetUp \"0\"]\n[FEN \"{fen}\"]"), vec![Fault::SetUpDenied]),
    ] {
        let game = read(&format!("{tags}\n\n1. O-O *\n"));
        assert_eq!(faults(&game), expected);
        assert_eq!(played(&game), ["O-O"]);
        let text = game.to_string();
        assert!(text.contains(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n")), "{text}");
    }
}

#[test]
fn set_up_without_a_fen_is_a_warning() {
    let game = read("[SetUp \"1\"]\n\n1. e4 *\n");
    assert_eq!(faults(&game), [Fault::SetUpWithoutFen]);
    assert_eq!(played(&game), ["e4"]);
    let text = game.to_string();
    assert!(text.contains("[SetUp \"0\"]\n"), "{text}");
    assert_eq!(faults(&read(&text)), []);
    assert_eq!(faults(&read("[SetUp \"0\"]\n\n1. e4 *\n")), []);
}

#[test]
fn chess960_castling_is_read_by_tag_or_by_the_fen_itself() {
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
fn an_illegal_start_position_is_refused_with_all_its_faults() {
    let game = read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n");
    assert!(matches!(faults(&game)[..], [Fault::BadStart { .. }]));
    assert_eq!((game.start(), game.plies().count()), (None, 0));
    let game = read("[FEN \"nonsense\"]\n\n1. e4 *\n");
    assert!(matches!(faults(&game)[..], [Fault::BadStart { .. }]));
    let found = &game.diagnostics[0];
    assert_eq!((found.line, found.column), (1, 1));
}
