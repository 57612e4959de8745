//! Limits, and what is kept of a broken game.

use pinsight_pgn::{Fault, Game, GameResult, Replayer, SetAside, Verdict, split};
use pinsight_rules::Color;

use super::{comments, faults, normalised, played, read};

#[test]
fn variations_ten_thousand_deep_are_read() {
    let deep = 10_000;
    // Each variation replaces the last move, a move of Black: all of them are legal.
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
    let again = Game::parse(&game.to_string()).expect("a game");
    assert_eq!(again, normalised(&game));
}

#[test]
fn nested_lines_ten_thousand_deep_take_linear_time() {
    let deep = 10_000;
    let mut text = String::from("1. Nf3 Nf6 ");
    for _ in 0..deep {
        // The variation replaces Black's move; the next one opens inside it.
        text.push_str("Ng1 Ng8 Nf3 Nf6 ( Nh6 Ng1 Ng8 Nf3 Nf6 ");
    }
    text.push_str(&")".repeat(deep));
    text.push('*');
    let game = read(&text);
    assert_eq!(game.verdict(), Verdict::Good);
    assert_eq!(Game::parse(&game.to_string()), Some(normalised(&game)));
}

#[test]
fn comments_of_ten_megabytes_are_read() {
    let long = "word ".repeat(2_000_000);
    let game = read(&format!("1. e4 {{{long}}} e5 *"));
    assert_eq!(faults(&game), []);
    assert_eq!(played(&game), ["e4", "e5"]);
    assert_eq!(comments(&game)[0].len(), long.len() - 1);
}

#[test]
fn empty_files_nul_bytes_and_a_missing_last_newline_are_accepted() {
    assert_eq!(faults(&read("1. e4 *")), []);
    assert_eq!(Game::parse(""), None);
    assert_eq!(Game::parse(" \n\n"), None);
    let game = read("1. e4 \0 e5 *");
    assert_eq!(faults(&game), [Fault::Stray]);
    assert_eq!(played(&game), ["e4", "e5"]);
    let game = read("[Event \"a\0b\"]\n\n*");
    assert_eq!(game.tags.get("Event"), Some("a b"));
    assert_eq!(faults(&game), [Fault::TagControlCharacter { nul: true }]);
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
    assert!(games[0].tree.is_empty());
    assert_eq!(faults(&games[1]), []);
}

#[test]
fn an_error_keeps_the_moves_before_it() {
    let game = read("1. e4 e5 2. Nf3 Nc6 3. Bb9 a6 4. O-O 1-0");
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: SetAside { count: 2, .. }, .. }]));
    assert_eq!(game.result, GameResult::Win(Color::White));
    let found = &game.diagnostics[0];
    assert_eq!((found.ply, found.line, found.column), (Some(5), 1, 24));
    assert_eq!((found.span.clone(), found.found.as_str()), (23..26, "Bb9"));
}

#[test]
fn an_error_inside_a_variation_keeps_the_mainline_and_the_result() {
    let game = read("1. e4 (1. d4 Qd5 2. c4 (2. Nf3) 2... e6) 1... e5 2. Nf3 0-1");
    assert_eq!(played(&game), ["e4", "e5", "Nf3"]);
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: SetAside { count: 3, .. }, .. }]));
    assert_eq!(game.result, GameResult::Win(Color::Black));
    assert_eq!(game.diagnostics[0].ply, Some(2));
}

#[test]
fn a_result_at_the_end_of_an_unclosed_variation_is_that_of_the_game() {
    let game = read("[Result \"1-0\"]\n\n1. e4 (1. d4 d5 1-0\n");
    assert_eq!(game.result, GameResult::Win(Color::White));
    // The result is used, so there is no other fault.
    assert_eq!(faults(&game), [Fault::UnclosedVariation]);
    let game = read("1. e4 (1. d4 d5 1-0 {really} ; so\n");
    assert_eq!((game.result, faults(&game)), (GameResult::Win(Color::White), vec![Fault::UnclosedVariation]));
    // Moves follow: the result belongs to the variation.
    let game = read("[Result \"0-1\"]\n\n1. e4 (1. d4 1-0 1... d5\n");
    assert_eq!(game.result, GameResult::Win(Color::Black));
    let taken = game.result;
    assert_eq!(
        faults(&game),
        [Fault::UnclosedVariation, Fault::ResultInVariation, Fault::MissingResult { taken }]
    );
}

#[test]
fn a_diagnostic_shows_its_place() {
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
fn surplus_faults_are_counted_and_can_be_listed() {
    // The last move is the only error.
    let text = format!("1. e4 {} Ke3 *", "<> {x} ".repeat(250));
    let game = read(&text);
    assert_eq!(game.verdict(), Verdict::Broken);
    let more = game.diagnostics.iter().find(|found| matches!(found.fault, Fault::More { .. })).expect("more");
    assert_eq!(more.fault, Fault::More { count: 150 });
    // Its place is that of the first fault beyond a hundred.
    assert_eq!(more.span.start as usize, 6 + 100 * 7);
    let name = "test.pgn".into();
    let raw = split(&name, text.as_bytes()).next().expect("a game");
    let mut listed = Vec::new();
    loop {
        let found = Replayer::list_faults(&raw, listed.len() as u64, 40);
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
fn a_word_of_megabytes_is_not_a_move() {
    let text = format!("1. e4 {} e5 *", "a1".repeat(2_000_000));
    let game = read(&text);
    assert_eq!(played(&game), ["e4"]);
    assert!(matches!(faults(&game)[..], [Fault::IllegalMove { set_aside: SetAside { count: 1, .. }, .. }]));
    assert!(game.diagnostics[0].to_string().len() < 300);
}

#[test]
fn a_million_faults_on_one_line_take_linear_time() {
    let text = format!("1. e4 {} e5 *", "<> ".repeat(1_000_000));
    let name = "test.pgn".into();
    let raw = split(&name, text.as_bytes()).next().expect("a game");
    let mut count = 0;
    for (found, column) in Replayer::list_faults(&raw, 0, usize::MAX).iter().zip((7..).step_by(3)) {
        assert_eq!((found.line, found.column, found.ply), (1, column, Some(1)));
        count += 1;
    }
    assert_eq!(count, 1_000_000);
}
