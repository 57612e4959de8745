//! Reading a written game gives the same game, and writing that gives the same bytes.

use proptest::prelude::*;

use pinsight_pgn::{
    Comment, CommentPlace, Game, GameResult, Nag, NodeId, NodeMove, Replayer, Tree, WriteOptions, Writer,
    split,
};
use pinsight_rules::{Color, Position};

fn write_with(game: &Game, options: WriteOptions) -> String {
    let mut writer = Writer::with_options(Vec::new(), options);
    writer.write(game).expect("memory");
    String::from_utf8(writer.into_inner()).expect("text")
}

fn holds_for(game: &Game) {
    let text = game.to_string();
    let games = Game::parse_all(&text);
    assert_eq!(games.len(), 1, "{text}");
    let mut normalised = game.clone();
    // A game that cannot be played is written as it was read.
    if game.start().is_some() {
        normalised.normalise();
    }
    assert!(games[0] == normalised, "{text}\nread again: {}", games[0]);
    assert_eq!(games[0].to_string(), text);
}

/// The 29th game of Fischer and Spassky in 1992, the example of the PGN standard, in the standard's export format.
const EXAMPLE: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2
"#;

#[test]
fn the_example_of_the_standard_is_read() {
    let game = Game::parse(EXAMPLE).expect("a game");
    assert_eq!(game.plies().count(), 85);
    assert!(game.diagnostics.is_empty(), "{:?}", game.diagnostics);
    assert_eq!(game.tags.get("White"), Some("Fischer, Robert J."));
    assert_eq!(game.result, GameResult::Draw);
    let last = game.plies().last().expect("moves").after;
    // By python-chess 1.11: `game.end().board().fen(en_passant="fen")`.
    assert_eq!(last.to_string(), "8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43");
    holds_for(&game);
}

#[test]
fn the_export_format_is_that_of_the_standard_but_keeps_numbers_with_their_moves() {
    let text = Game::parse(EXAMPLE).expect("a game").to_string();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&text), words(EXAMPLE));
    for line in text.lines() {
        assert!(line.chars().count() < 80, "{line}");
        assert!(!line.ends_with('.'), "{line}");
    }
}

#[test]
fn annotated_games_are_laid_out_as_in_the_standard() {
    let game = Game::parse(
        "{intro} 1.e4! {good} {very} e5 (1...c5 {sicilian} 2.Nf3 (2.Nc3 Nc6) d6) (1...e6) {so} 2.Nf3 Nc6 $14 {end} 1-0",
    )
    .expect("a game");
    let text = game.to_string();
    let movetext = text.split("\n\n").nth(1).expect("movetext");
    assert_eq!(
        movetext,
        "{ intro } 1. e4 $1 { good } { very } 1... e5 (1... c5 { sicilian } 2. Nf3\n\
         (2. Nc3 Nc6) 2... d6) (1... e6) { so } 2. Nf3 Nc6 $14 { end } 1-0\n"
    );
    holds_for(&game);
}

#[test]
fn comments_variations_and_nags_can_be_omitted() {
    let game = Game::parse("1. e4! {a} (1. d4 {b} d5) {c} 1... e5 $2 2. Nf3 *").expect("a game");
    let movetext = |comments, variations, nags| {
        let options = WriteOptions { comments, variations, nags, ..WriteOptions::default() };
        let text = write_with(&game, options);
        text.split("\n\n").nth(1).expect("movetext").trim_end().to_owned()
    };
    assert_eq!(movetext(true, true, true), "1. e4 $1 { a } (1. d4 { b } 1... d5) { c } 1... e5 $2 2. Nf3 *");
    assert_eq!(movetext(false, true, true), "1. e4 $1 (1. d4 d5) 1... e5 $2 2. Nf3 *");
    assert_eq!(movetext(true, false, true), "1. e4 $1 { a } { c } 1... e5 $2 2. Nf3 *");
    assert_eq!(movetext(true, true, false), "1. e4 { a } (1. d4 { b } 1... d5) { c } 1... e5 2. Nf3 *");
    assert_eq!(movetext(false, false, false), "1. e4 e5 2. Nf3 *");
}

#[test]
fn other_starts_are_written_with_their_tags() {
    let game =
        Game::parse("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n\n40... Kd7 41. e4 *").expect("a game");
    let text = game.to_string();
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n[SetUp \"1\"]\n"), "{text}");
    assert!(text.ends_with("\n40... Kd7 41. e4 *\n"), "{text}");
    holds_for(&game);
}

#[test]
fn illegal_words_are_written_as_read() {
    let game = Game::parse("1. e4 e5 2. Ke3 foo (2. Nf3 Nc6) 3. bar 1-0").expect("a game");
    let text = game.to_string();
    assert!(text.ends_with("\n1. e4 e5 2. Ke3 foo (2... Nf3 3. Nc6) 3. bar 1-0\n"), "{text}");
    holds_for(&game);
}

#[test]
fn games_are_written_with_a_blank_line_between() {
    let mut writer = Writer::new(Vec::new());
    for text in ["1. e4 *", "1. d4 1-0"] {
        writer.write(&Game::parse(text).expect("a game")).expect("memory");
    }
    let text = String::from_utf8(writer.into_inner()).expect("text");
    assert!(text.contains("\n\n1. e4 *\n\n[Event \"?\"]\n"), "{text}");
    assert!(text.ends_with("[Result \"1-0\"]\n\n1. d4 1-0\n"), "{text}");
    let games = Game::parse_all(&text);
    assert!(games.iter().all(|game| game.diagnostics.is_empty()));
    assert_eq!(games.len(), 2);
}

#[test]
fn unusual_comments_and_tags_are_kept() {
    let mut game = Game::new();
    game.tags.set("Event", "quote \" backslash \\ end\\");
    game.tags.set("Annotator", "Müller — ♞");
    game.result = GameResult::Win(Color::Black);
    let long = "a word and ".repeat(40);
    let texts = [
        "closing } brace",
        "% at the start of a line % again",
        "[Event \"x\"] looks like a tag { and so on [Site \"y\"]",
        "two  spaces\tand a tab   three",
        &long,
        &"x".repeat(200),
        "; semicolon",
        "(parentheses) 1-0 *",
        "trailing backslash \\",
        "[%clk 0:01:00]",
        "%",
        "[",
    ];
    let mut node = NodeId::ROOT;
    for (text, san) in
        texts.iter().zip(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5"])
    {
        let parent = node;
        node = game.tree.add_san(parent, san).expect("legal");
        game.tree.add_comment(node, CommentPlace::After, Comment::new(text));
        let other = game.tree.add(parent, NodeMove::Raw("d9".to_owned())).expect("a node");
        game.tree.add_comment(other, CommentPlace::Before, Comment::new(text));
        game.tree.add_comment(node, CommentPlace::AfterVariations, Comment::new(text));
    }
    holds_for(&game);
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,60}",
        "\\PC{0,40}",
        prop::collection::vec(
            prop::sample::select(vec![
                "{",
                "}",
                ";",
                "%",
                "[Event \"x\"]",
                "[",
                "\n",
                "  ",
                "\t",
                "word",
                "(",
                "1-0",
                "\\",
                "\""
            ]),
            0..20
        )
        .prop_map(|parts| parts.join(" ")),
    ]
}

/// Generates games of random legal moves with comments, NAGs and variations.
fn any_game() -> impl Strategy<Value = Game> {
    let step = (any::<u16>(), 0..10u8, 0..8u8, any_text());
    let tags = prop::collection::vec(("[A-Za-z_]{1,10}", any_text()), 0..4);
    let results = prop::sample::select(vec![
        GameResult::Win(Color::White),
        GameResult::Win(Color::Black),
        GameResult::Draw,
        GameResult::Unfinished,
    ]);
    (prop::collection::vec(step, 0..40), tags, results).prop_map(|(steps, tags, result)| {
        let mut game = Game::new();
        game.result = result;
        for (name, value) in tags {
            if name != "FEN" && name != "Variant" {
                game.tags.set(name, value.replace(['\n', '\r'], " "));
            }
        }
        let mut tree = Tree::default();
        let mut places = vec![(NodeId::ROOT, Position::default())];
        for (choice, kind, extra, text) in steps {
            // Mostly continue the line, sometimes begin a variation.
            let index = if kind < 7 { places.len() - 1 } else { choice as usize % places.len() };
            let (parent, position) = places[index];
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(choice as usize % moves.len().max(1)) else {
                continue;
            };
            let node = tree.add(parent, mv).expect("legal");
            match extra {
                0 => tree.add_nag(node, Nag(choice as u8)),
                1 => tree.add_comment(node, CommentPlace::After, Comment::new(&text)),
                2 => tree.add_comment(node, CommentPlace::Before, Comment::new(&text)),
                3 => tree.add_comment(node, CommentPlace::AfterVariations, Comment::new(&text)),
                _ => {}
            }
            places.push((node, position.play_unchecked(mv)));
        }
        game.tree = tree;
        game
    })
}

/// The fast path took NUL for the end of a word.
#[test]
fn a_word_with_nul_round_trips() {
    for text in ["1. Nf3 Nc6 2. 0d4\x001. e4 *", "1. d4\x001 d5 *", "1. d4\x00 d5 *", "1. N\x00f3 d5 *"] {
        holds_for(&Game::parse_all(text)[0]);
    }
    assert_eq!(Game::parse_all("1. d4\0 d5 *")[0].tree.mainline().count(), 2);
}

#[test]
fn a_check_in_words_keeps_its_annotation() {
    let game = &Game::parse_all("1. e4 e5 2. Qh5 Nc6 3. Qxf7 ch! *")[0];
    holds_for(game);
    assert!(game.to_string().contains("3. Qxf7+ $1 *"), "{game}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn generated_games_round_trip(game in any_game()) {
        holds_for(&game);
        for line in game.to_string().lines().filter(|line| !line.starts_with('[')) {
            let breakable = line.matches(' ').count() > 2 && !line.contains([';', '%', '[']) && !line.contains("  ");
            prop_assert!(line.chars().count() < 80 || !breakable, "{line}");
        }
    }

    #[test]
    fn games_read_from_any_text_round_trip(bytes in pgn_like()) {
        let name = "test".into();
        for raw in split(&name, &bytes) {
            holds_for(&Game::read(&raw));
        }
    }

    #[test]
    fn replaying_agrees_with_the_tree(bytes in pgn_like()) {
        let name = "test".into();
        let mut replayer = Replayer::new();
        for raw in split(&name, &bytes) {
            let game = Game::read(&raw);
            let mut played = Vec::new();
            let replayed = replayer.replay_with(&raw, |mv| played.push((mv.ply as usize, mv.played)));
            prop_assert_eq!(&replayed.diagnostics, &game.diagnostics);
            let expected: Vec<_> = game.plies().map(|ply| (ply.number, ply.played)).collect();
            prop_assert_eq!(played, expected);
        }
    }

    #[test]
    fn reading_any_bytes_does_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let name = "test".into();
        for raw in split(&name, &bytes) {
            holds_for(&Game::read(&raw));
            let _ = Replayer::new().replay(&raw);
        }
    }
}

#[path = "../../src/testing.rs"]
mod testing;
use testing::pgn_like;
