use std::ops::Range;
use std::sync::Arc;

use proptest::prelude::*;

use super::cut::plain_end;
use super::splitter::KEPT_HEAD;
use super::*;
use crate::lex::{BOM, Lexer, Phase, Token};
use crate::source::Source;
use crate::testing::pgn_like;

/// Number, span, line, column offset, blank before, bytes, oversized.
type Flat = (u64, Range<u64>, u64, u64, bool, Vec<u8>, bool);

fn pieces(text: &str) -> Vec<String> {
    let name = "test".into();
    split(&name, text.as_bytes()).map(|game| String::from_utf8_lossy(game.bytes).into_owned()).collect()
}

fn whole(bytes: &[u8]) -> Vec<Flat> {
    let name = "test".into();
    split(&name, bytes).map(|game| flat(&game)).collect()
}

fn all(options: &SplitOptions, bytes: &[u8]) -> Vec<Flat> {
    let source = Source::from_bytes("test", bytes);
    let mut splitter = Splitter::with_options(source, options.clone());
    let mut games = Vec::new();
    while let Some(game) = splitter.next_game() {
        games.push(flat(&game.expect("bytes in memory are complete")));
    }
    games
}

/// Returns the bytes as UTF-8 if they look like UTF-16.
fn decoded(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut source = Source::from_bytes("test", bytes);
    let mut buffer = [0; 256];
    loop {
        match source.read(&mut buffer).expect("bytes in memory are complete") {
            0 => return text,
            count => text.extend(&buffer[..count]),
        }
    }
}

fn flat(game: &RawGame<'_>) -> Flat {
    (
        game.number,
        game.span.clone(),
        game.line,
        game.column_offset,
        game.blank_before,
        game.bytes.to_vec(),
        game.oversized,
    )
}

#[test]
fn blank_text_has_no_game() {
    for text in ["", " \n\r\n\t", "% only an escape\n", "\u{FEFF}", "\u{FEFF}\n"] {
        assert!(pieces(text).is_empty(), "{text:?}");
    }
}

#[test]
fn games_have_their_places() {
    let text = "\u{FEFF}[Event \"a\"]\r\n\r\n1. e4 1-0\r\n\r\n1. d4 0-1 1. c4 *";
    let places: Vec<_> = whole(text.as_bytes())
        .iter()
        .map(|(number, span, line, column, blank, ..)| (*number, span.start, *line, *column, *blank))
        .collect();
    assert_eq!(places, [(1, 3, 1, 0, true), (2, 31, 5, 0, true), (3, 41, 5, 10, false)]);
}

#[test]
fn a_result_ends_a_game_without_tags() {
    assert_eq!(pieces("1. e4 e5 1-0 1. d4 *"), ["1. e4 e5 1-0 ", "1. d4 *"]);
    assert_eq!(pieces("e4 1/2-1/2\nd4 *"), ["e4 1/2-1/2\n", "d4 *"]);
    assert_eq!(pieces("e4 1\u{2013}0\n1. d4 *"), ["e4 1\u{2013}0\n", "1. d4 *"]);
    assert_eq!(pieces("e4 ½-½\n1. d4 *"), ["e4 ½-½\n", "1. d4 *"]);
}

#[test]
fn comments_after_the_result_belong_to_the_game() {
    assert_eq!(
        pieces("1. e4 1-0 {resigned} ; really\n1. d4 *"),
        ["1. e4 1-0 {resigned} ; really\n", "1. d4 *"]
    );
}

#[test]
fn tags_inside_comments_do_not_begin_a_game() {
    for text in [
        "1. e4 {\n[Event \"x\"]\n} 1... e5 *\n",
        "1. e4 ; [Event \"x\"]\n1... e5 *\n",
        "1. e4 e5\n% [Event \"x\"]\n2. d4 *\n",
        "1. e4 {\n[%clk 0:00:01]\n} 1... e5 *\n",
    ] {
        assert_eq!(pieces(text), [text]);
    }
}

#[test]
fn a_stray_bracket_does_not_hide_the_end_of_a_game() {
    let text = format!("e4 [e5 1-0 {{}} 1. d4 {} [FEN \"x\"]\n*\n", "c4 ".repeat(40));
    let expected = whole(text.as_bytes());
    assert_eq!(expected.len(), 2);
    for batch in 1..200 {
        let options = SplitOptions { batch, ..SplitOptions::default() };
        assert_eq!(all(&options, text.as_bytes()), expected, "{batch}");
    }
}

#[test]
fn a_tag_with_a_lone_carriage_return_does_not_depend_on_the_batch() {
    let text = format!("[White \"a\r*\r{}\"]\n\n1. e4 *\n", "b".repeat(200));
    let expected = whole(text.as_bytes());
    assert_eq!(expected.len(), 1);
    for batch in 1..300 {
        let options = SplitOptions { batch, ..SplitOptions::default() };
        assert_eq!(all(&options, text.as_bytes()), expected, "{batch}");
    }
}

#[test]
fn a_tag_line_ends_moves_on_the_line_of_the_last_tag() {
    let games = ["[Site \"a\"]1. e4\n", "[Event \"b\"]\n\n", "[Event \"c\"]\n"];
    assert_eq!(pieces(&games.concat()), games);
}

#[test]
fn an_oversized_game_is_skipped() {
    let long = format!("[Event \"long\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(5000));
    let text = format!("[Event \"a\"]\n\n*\n\n{long}[Event \"c\"]\n\n*\n");
    for batch in [10, 100, 3000, 100_000] {
        let options = SplitOptions { max_game: 1000, batch, ..SplitOptions::default() };
        let games = all(&options, text.as_bytes());
        let shape: Vec<_> = games.iter().map(|game| (game.0, game.6, game.5.len())).collect();
        assert_eq!(shape, [(1, false, 16), (2, true, KEPT_HEAD), (3, false, 15)], "{batch}");
        assert_eq!(games[1].5, long.as_bytes()[..KEPT_HEAD]);
        assert_eq!(games[1].1, 16..16 + long.len() as u64);
        assert_eq!(games[2].2, 9);
    }
}

#[test]
fn overflow_receives_an_oversized_game_byte_for_byte() {
    let long =
        |event: &str| format!("[Event \"{event}\"]\r\n\r\n1. e4 {{{}}} *\r\n\r\n", "x\r\n".repeat(3000));
    let text = [&long("a"), "[Event \"b\"]\n\n*\n\n", &long("c"), &long("d")].concat();
    for batch in [10, 4096, 5000, 100_000] {
        let parts = Arc::new(std::sync::Mutex::new(Vec::new()));
        let keep = Arc::clone(&parts);
        let overflow = Overflow::new(move |part| {
            keep.lock().unwrap().push((part.game, part.first, part.bytes.to_vec()));
        });
        let options =
            SplitOptions { max_game: 1000, batch, overflow: Some(overflow), ..SplitOptions::default() };
        assert_eq!(all(&options, text.as_bytes()).len(), 4);
        let parts = parts.lock().unwrap();
        for (game, event) in [(1, "a"), (3, "c"), (4, "d")] {
            let of_game: Vec<_> = parts.iter().filter(|part| part.0 == game).collect();
            assert!(of_game.iter().enumerate().all(|(index, part)| part.1 == (index == 0)));
            let bytes: Vec<u8> = of_game.iter().flat_map(|part| part.2.clone()).collect();
            assert!(bytes == long(event).as_bytes(), "{batch} {event}");
        }
    }
}

#[test]
fn memory_stays_bounded_while_a_game_is_skipped() {
    struct Endless(u64);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.min(buffer.len() as u64) as usize;
            buffer[..count].fill(b'x');
            self.0 -= count as u64;
            Ok(count)
        }
    }
    let options = SplitOptions { max_game: 1 << 20, batch: 1 << 16, ..SplitOptions::default() };
    let mut splitter = Splitter::with_options(Source::from_reader("x", Endless(100 << 20)), options);
    let mut batch = Batch::default();
    assert!(splitter.next_batch(&mut batch).is_ok_and(|filled| filled));
    assert_eq!(batch.text_bytes(), 100 << 20);
    let held = batch.bytes.capacity() + splitter.rest.capacity();
    assert!(held < 8 << 20, "{held}");
    assert!(splitter.next_batch(&mut batch).is_ok_and(|filled| !filled));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn games_do_not_depend_on_the_batch_size(bytes in pgn_like(), batch in 1usize..300) {
        let options = SplitOptions { batch, ..SplitOptions::default() };
        prop_assert_eq!(all(&options, &bytes), whole(&decoded(&bytes)));
    }

    #[test]
    fn games_cover_the_whole_text(bytes in pgn_like()) {
        let name = "test".into();
        let after_marks = |mut at: u64| {
            while bytes[at as usize..].starts_with(BOM) {
                at += BOM.len() as u64;
            }
            at
        };
        let mut end = 0;
        for game in split(&name, &bytes) {
            end = after_marks(end);
            prop_assert_eq!(game.span.start, end);
            prop_assert_eq!(&bytes[end as usize..game.span.end as usize], game.bytes);
            end = game.span.end;
        }
        // The rest has no tokens. A byte order mark does not count, so an escape line may follow it.
        end = after_marks(end);
        let mut lexer = Lexer::new(&bytes[end as usize..], true);
        while let Token::Escape(_) = lexer.next() {}
        prop_assert_eq!(lexer.next(), Token::End);
        prop_assert_eq!(lexer.pos(), bytes.len() - end as usize);
    }

    #[test]
    fn each_game_alone_has_the_same_end(bytes in pgn_like()) {
        let name = "test".into();
        for game in split(&name, &bytes) {
            prop_assert_eq!(end_of_first(game.bytes), game.bytes.len());
        }
    }

    #[test]
    fn plain_end_agrees_with_the_lexer(bytes in pgn_like()) {
        let mut lexer = Lexer::new(&bytes, true);
        lexer.skip_tags();
        if lexer.phase() == Phase::Moves && lexer.is_tagged() && let Some(end) = plain_end(&bytes, lexer.pos()) {
            prop_assert_eq!(end, end_of_first(&bytes));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Shifts the unusual bytes to every place within a block.
    #[test]
    fn plain_end_agrees_with_the_lexer_after_plain_movetext(
        moves in 10usize..30, shift in 0usize..32, bytes in pgn_like(), tail in 0usize..4
    ) {
        let mut text = b"[Event \"?\"]\n\n".to_vec();
        text.extend(b"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(moves));
        text.extend(std::iter::repeat_n(b'a', shift));
        text.extend(&bytes);
        text.extend([&b""[..], b" 1-0\n\n[Event \"?\"]\n", b"\n[a", b"*\r\n\r\n[Site \"x\"]\n"][tail]);
        text.extend(b"1. e4 *\n".repeat(20));
        let mut lexer = Lexer::new(&text, true);
        lexer.skip_tags();
        if let Some(end) = plain_end(&text, lexer.pos()) {
            prop_assert_eq!(end, end_of_first(&text));
        }
    }
}

fn end_of_first(bytes: &[u8]) -> usize {
    let mut lexer = Lexer::new(bytes, true);
    while lexer.next() != Token::End {}
    lexer.pos()
}

/// Quadratic, and minutes long, if the search for the next tag went to the end of the text for each game.
#[test]
fn splitting_many_short_games_without_tags_takes_linear_time() {
    let games = 100_000;
    let text = "1. e4 *\n".repeat(games) + "[Event \"?\"]\n\n1. d4 *\n";
    let mut splitter = Splitter::new(Source::from_bytes("many", text));
    let mut batch = Batch::default();
    let mut cut = 0;
    while splitter.next_batch(&mut batch).unwrap() {
        cut += batch.len();
    }
    assert_eq!(cut, games + 1);
}

#[test]
fn long_games_end_at_their_result() {
    let moves = "Nf3 Nf6 Ng1 Ng8\n".repeat(300);
    for (between, games) in
        [("*\n\n", 2), ("*\n", 2), ("* ", 1), ("*\n\n\n \n", 2), ("\n", 1), ("{ 1-0 }\n", 1)]
    {
        let text = format!("[Event \"?\"]\n\n{moves}{between}{moves}*\n\n[Event \"?\"]\n\n1. e4 *\n");
        let name = "long".into();
        let lengths: Vec<usize> = split(&name, text.as_bytes()).map(|game| game.bytes.len()).collect();
        assert_eq!(lengths.len(), games + 1, "{between:?}");
        assert_eq!(lengths.iter().sum::<usize>(), text.len(), "{between:?}");
    }
}
