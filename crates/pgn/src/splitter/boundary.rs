//! Where games begin in the middle of a text, so that several threads or machines can each read a part of it.

use memchr::{memchr_iter, memchr2};

use super::cut::{Cut, next_cut};
use crate::token::{COMMENT_LOOKAHEAD, Lexer, Phase, looks_like_tag};

/// Finds a place at which a game begins for certain, in bytes that were taken from anywhere in a text.
///
/// Whoever cuts the whole text from its beginning cuts there too, whatever stands before the bytes: an open comment, a
/// game without moves, a tag that nobody closed. `complete` says that the text ends where the bytes end. `None` if there
/// is no such place, or more bytes are needed to tell.
///
/// ```
/// use pinsight_pgn::game_start;
/// // Taken from inside a comment, which holds a line like a tag.
/// let bytes = b" as in\n[Event \"a\"]\n} 3. d4 1-0\n\n[Event \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. c4 *\n";
/// let start = game_start(bytes, true).expect("there are games enough");
/// assert!(bytes[start..].starts_with(b"[Event \"c\"]"));
/// ```
pub fn game_start(bytes: &[u8], complete: bool) -> Option<usize> {
    let mut from = 0;
    loop {
        let tag = tag_line(bytes, from)?;
        // The lexer lets a comment hold a line like this only if the very next brace closes it.
        let near = bytes.get(tag..bytes.len().min(tag + COMMENT_LOOKAHEAD))?;
        match memchr2(b'{', b'}', near) {
            Some(length) if near.get(length) == Some(&b'}') => {
                from = tag + length;
                continue;
            }
            None if !complete && near.len() < COMMENT_LOOKAHEAD => return None,
            _ => {}
        }
        // So this is a tag: of a game that begins here or a little before. Its moves, and with them its end, are the
        // same for both.
        let rest = bytes.get(tag..)?;
        let mut lexer = Lexer::new(rest, complete);
        lexer.skip_tags(None);
        if lexer.phase() == Phase::Moves {
            return match next_cut(rest, complete, None) {
                Cut::Game(length) => Some(tag + length),
                Cut::Last { .. } | Cut::Blank | Cut::More => None,
            };
        }
        from = tag + lexer.pos().max(1);
    }
}

/// The first line that begins a tag; not that at the very start, which may not be the start of a line.
fn tag_line(bytes: &[u8], from: usize) -> Option<usize> {
    memchr_iter(b'[', bytes.get(from..)?).map(|index| from + index).find(|&at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        matches!(before, Some(b'\n' | b'\r')) && bytes.get(at..).is_some_and(looks_like_tag)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::splitter::split;
    use crate::testing::pgn_like;

    fn starts(bytes: &[u8]) -> Vec<usize> {
        let name = "test".into();
        split(&name, bytes).map(|game| game.span.start as usize).collect()
    }

    /// Every place that is found from somewhere in the text is a start of a game of the whole text.
    fn check(text: &[u8]) -> usize {
        let starts = starts(text);
        let mut found = 0;
        for from in 0..text.len() {
            if let Some(start) = game_start(&text[from..], true) {
                let start = from + start;
                let text = String::from_utf8_lossy(text);
                assert!(starts.contains(&start), "from {from}: {start} is none of {starts:?} in {text:?}");
                found += 1;
            }
        }
        found
    }

    #[test]
    fn plain_games_are_found() {
        let game = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 {a comment} e5 1-0\n\n";
        let text = game.repeat(4);
        // From the last tag of a game on the next is found, from its moves on the one after that.
        assert_eq!(game_start(text.as_bytes(), true), Some(game.len()));
        assert_eq!(game_start(&text.as_bytes()[1..], true), Some(game.len() - 1));
        let moves = game.len() - "e5 1-0\n\n".len();
        assert_eq!(game_start(&text.as_bytes()[moves..], true), Some(game.len() * 2 - moves));
        assert!(check(text.as_bytes()) > game.len());
    }

    #[test]
    fn more_bytes_are_asked_for() {
        let game = "[Event \"a\"]\n\n1. e4 1-0\n\n";
        let text = game.repeat(3);
        assert_eq!(game_start(text.as_bytes(), false), None, "a brace may follow");
        assert_eq!(game_start(game.as_bytes(), true), None, "no second game");
        assert_eq!(game_start(b"", true), None);
    }

    #[test]
    fn comments_that_hold_games_do_not_deceive() {
        let inner = "[Event \"x\"]\n\n1. d4 d5 1-0\n\n[Event \"y\"]\n\n1. c4 *\n\n";
        let texts = [
            format!("[Event \"a\"]\n\n1. e4 {{\n{inner}}} e5 1-0\n\n[Event \"b\"]\n\n1. f4 *\n\n").repeat(2),
            // A brace that nobody closes, a brace inside, one too many.
            format!("[Event \"a\"]\n\n1. e4 {{\n{inner}e5 1-0\n\n[Event \"b\"]\n\n1. f4 *\n\n").repeat(2),
            format!("[Event \"a\"]\n\n1. e4 {{ {{\n{inner}}} e5 1-0\n\n{inner}").repeat(2),
            format!("[Event \"a\"]\n\n1. e4 {{ {{\n{inner}}} }} e5 1-0\n\n{inner}").repeat(2),
            format!("{{ before the tags\n\n[Event \"a\"]\n\n1. e4 1-0\n\n{inner}{{ 1-0\n\n{inner}").repeat(2),
            // Tags alone, and tags twice.
            format!("[Event \"a\"]\n\n[Event \"b\"]\n[Event \"c\"]\n\n{inner}[White \"}}\"]\n\n{inner}")
                .repeat(2),
            // Lines that end otherwise.
            inner.replace('\n', "\r\n").repeat(3),
            inner.replace('\n', "\r").repeat(3),
            format!("[Event \"a\n[Site \"b\"]\n[White\n[Black \"c\" d\n{inner}").repeat(2),
        ];
        for text in texts {
            check(text.as_bytes());
        }
    }

    proptest! {
        #[test]
        fn what_is_found_is_a_start_whatever_the_text(text in pgn_like()) {
            check(&text);
        }

        #[test]
        fn incomplete_bytes_never_say_more_than_complete_ones(text in pgn_like(), cut in any::<prop::sample::Index>()) {
            let end = if text.is_empty() { 0 } else { cut.index(text.len()) };
            if let Some(start) = game_start(&text[..end], false) {
                prop_assert!(starts(&text).contains(&start));
            }
        }
    }
}
