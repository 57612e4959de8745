//! Game boundaries inside a text, so that threads or machines can each read a part of it.

use memchr::{memchr_iter, memchr2};

use super::cut::{Cut, next_cut};
use crate::lex::{COMMENT_LOOKAHEAD, Lexer, Phase, looks_like_tag};

/// Finds a game boundary in bytes taken from anywhere in a text.
///
/// Splitting the whole text finds the same boundary, whatever precedes the bytes: an open comment, a game without moves,
/// an unclosed tag. `complete` tells that the text ends with the bytes. Returns `None` if there is no boundary or more
/// bytes are needed.
///
/// ```
/// use pinsight_pgn::game_start;
/// // Taken from inside a comment that contains a line like a tag.
/// let bytes = b" as in\n[Event \"a\"]\n} 3. d4 1-0\n\n[Event \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. c4 *\n";
/// let start = game_start(bytes, true).expect("a boundary");
/// assert!(bytes[start..].starts_with(b"[Event \"c\"]"));
/// ```
pub fn game_start(bytes: &[u8], complete: bool) -> Option<usize> {
    let mut from = 0;
    loop {
        let tag = tag_line(bytes, from, looks_like_tag)?;
        // The lexer accepts such a line inside a comment only if the next brace closes it.
        let near = bytes.get(tag..bytes.len().min(tag + COMMENT_LOOKAHEAD))?;
        match memchr2(b'{', b'}', near) {
            Some(length) if near.get(length) == Some(&b'}') => {
                from = tag + length;
                continue;
            }
            None if !complete && near.len() < COMMENT_LOOKAHEAD => return None,
            _ => {}
        }
        // So this is a tag, of a game that begins here or a few tags before. Both have the same movetext and end.
        let rest = bytes.get(tag..)?;
        let mut lexer = Lexer::new(rest, complete);
        lexer.skip_tags();
        if lexer.phase() == Phase::Moves {
            return match next_cut(rest, complete) {
                Cut::Game(length) => Some(tag + length),
                Cut::Last { .. } | Cut::Blank | Cut::More => None,
            };
        }
        from = tag + lexer.pos().max(1);
    }
}

/// Finds the first line from `from` on that begins a tag, except at the first byte, which may not begin a line.
pub(super) fn tag_line(bytes: &[u8], from: usize, is_tag: impl Fn(&[u8]) -> bool) -> Option<usize> {
    memchr_iter(b'[', bytes.get(from..)?).map(|index| from + index).find(|&at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        matches!(before, Some(b'\n' | b'\r')) && bytes.get(at..).is_some_and(&is_tag)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::split::split;
    use crate::testing::pgn_like;

    fn starts(bytes: &[u8]) -> Vec<usize> {
        let name = "test".into();
        split(&name, bytes).map(|game| game.span.start as usize).collect()
    }

    /// Checks that every boundary found from any offset is a boundary of the whole text.
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
    fn game_start_finds_the_next_plain_game() {
        let game = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 {a comment} e5 1-0\n\n";
        let text = game.repeat(4);
        // From a tag: the next game. From the moves: the one after that.
        assert_eq!(game_start(text.as_bytes(), true), Some(game.len()));
        assert_eq!(game_start(&text.as_bytes()[1..], true), Some(game.len() - 1));
        let moves = game.len() - "e5 1-0\n\n".len();
        assert_eq!(game_start(&text.as_bytes()[moves..], true), Some(game.len() * 2 - moves));
        assert!(check(text.as_bytes()) > game.len());
    }

    #[test]
    fn game_start_needs_enough_bytes() {
        let game = "[Event \"a\"]\n\n1. e4 1-0\n\n";
        let text = game.repeat(3);
        assert_eq!(game_start(text.as_bytes(), false), None, "a brace may follow");
        assert_eq!(game_start(game.as_bytes(), true), None, "no second game");
        assert_eq!(game_start(b"", true), None);
    }

    #[test]
    fn games_inside_comments_are_no_boundaries() {
        let inner = "[Event \"x\"]\n\n1. d4 d5 1-0\n\n[Event \"y\"]\n\n1. c4 *\n\n";
        let texts = [
            format!("[Event \"a\"]\n\n1. e4 {{\n{inner}}} e5 1-0\n\n[Event \"b\"]\n\n1. f4 *\n\n").repeat(2),
            // An unclosed brace, a brace inside, a surplus brace.
            format!("[Event \"a\"]\n\n1. e4 {{\n{inner}e5 1-0\n\n[Event \"b\"]\n\n1. f4 *\n\n").repeat(2),
            format!("[Event \"a\"]\n\n1. e4 {{ {{\n{inner}}} e5 1-0\n\n{inner}").repeat(2),
            format!("[Event \"a\"]\n\n1. e4 {{ {{\n{inner}}} }} e5 1-0\n\n{inner}").repeat(2),
            format!("{{ before the tags\n\n[Event \"a\"]\n\n1. e4 1-0\n\n{inner}{{ 1-0\n\n{inner}").repeat(2),
            // Tags only, and repeated tags.
            format!("[Event \"a\"]\n\n[Event \"b\"]\n[Event \"c\"]\n\n{inner}[White \"}}\"]\n\n{inner}")
                .repeat(2),
            // Other line ends.
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
        fn every_boundary_found_is_one_of_the_whole_text(text in pgn_like()) {
            check(&text);
        }

        #[test]
        fn boundaries_of_incomplete_bytes_are_those_of_complete_ones(text in pgn_like(), cut in any::<prop::sample::Index>()) {
            let end = if text.is_empty() { 0 } else { cut.index(text.len()) };
            if let Some(start) = game_start(&text[..end], false) {
                prop_assert!(starts(&text).contains(&start));
            }
        }
    }
}
