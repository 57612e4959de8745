//! Finds where the first of some games ends.

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memchr3_iter, memrchr2};

use super::tag_place::TagPlace;
use crate::token::{Lexer, Phase, Token, is_space, may_begin_tag};

/// A boundary nearer than this to the end of what is read might be another one once more is read.
pub(super) const SLACK: usize = 64;

/// What stands at the start of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// A game of this length, then another.
    Game(usize),
    /// A game, and nothing behind it; finished if it has its result.
    Last { length: usize, finished: bool },
    /// Nothing that means anything, up to the end.
    Blank,
    /// More bytes are needed to tell.
    More,
}

/// Finds the end of the game that begins with the first byte. Where its tags stand is noted if that is plain to see.
#[inline]
pub(super) fn next_cut(bytes: &[u8], complete: bool, tags: Option<&mut Vec<TagPlace>>) -> Cut {
    let mut lexer = Lexer::new(bytes, complete);
    lexer.skip_tags(tags);
    let mut seen = lexer.phase() != Phase::Head;
    if lexer.phase() == Phase::Moves {
        let certain = |end: &usize| complete || end + SLACK <= bytes.len();
        if let Some(end) = quick_end(bytes, lexer.pos()).filter(certain) {
            return Cut::Game(end);
        }
    } else {
        // Comments before the tags do not end the head, but they are something.
        lexer = Lexer::new(bytes, complete);
        seen = false;
    }
    let end = loop {
        if lexer.next() == Token::End {
            break lexer.pos();
        }
        seen = true;
    };
    if end < bytes.len() {
        return match complete || end + SLACK <= bytes.len() {
            true => Cut::Game(end),
            false => Cut::More,
        };
    }
    match (complete, seen) {
        (false, _) => Cut::More,
        (true, false) => Cut::Blank,
        (true, true) => Cut::Last { length: end, finished: lexer.phase() == Phase::After },
    }
}

/// Where the movetext that begins at `start` ends, if that is plain to see: at the next line that begins a tag.
///
/// Searching for a few bytes is many times faster than reading tokens. `None` says no more than that the lexer has to
/// look: the two are compared in tests.
pub(super) fn quick_end(bytes: &[u8], start: usize) -> Option<usize> {
    plain_end(bytes, start).or_else(|| careful_end(bytes, start))
}

/// How many bytes are looked at together.
const BLOCK: usize = 64;

/// The tag line is looked for so far behind the first unusual byte, which should be the result.
const LONGEST_END: usize = 64;

/// The end of movetext behind tags that has nothing unusual in it but the result at its end, in one pass.
fn plain_end(bytes: &[u8], start: usize) -> Option<usize> {
    // Each block with the byte before it.
    let block = |at: usize| bytes.get(at.checked_sub(1)?..)?.first_chunk::<{ BLOCK + 1 }>();
    let mut at = start;
    while !is_unusual(block(at)?) {
        at += BLOCK;
    }
    let near = bytes.get(at - 1..)?;
    let near = near.get(..LONGEST_END + BLOCK).unwrap_or(near);
    let line = memchr_iter(b'\n', near).map(|line| at + line).find(|&next| bytes.get(next) == Some(&b'['))?;
    if !may_begin_tag(bytes.get(line..)?) {
        return None;
    }
    let text = bytes.get(start..line)?;
    if let Some(brace) = memrchr2(b'{', b'}', text)
        && text.get(brace) == Some(&b'{')
    {
        return None;
    }
    let blanks = text.iter().rev().take_while(|&&byte| is_space(byte)).count();
    let text = text.get(..text.len() - blanks)?;
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let text = results.iter().find_map(|&result| text.strip_suffix(result)).unwrap_or(text);
    let mut from = start + text.len();
    while from > at {
        from = from.checked_sub(BLOCK).filter(|&from| from >= start)?;
        if is_unusual(block(from)?) {
            return None;
        }
    }
    Some(line)
}

/// Whether there may be more to the bytes behind the first than moves and comments: a result, an escape line, a comment
/// behind a semicolon, the beginning of a tag, a line end of the unusual kind, a letter that is not ASCII.
///
/// Written so that the compiler looks at many bytes with one instruction.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "no index is above the block's length")]
fn is_unusual(block: &[u8; BLOCK + 1]) -> bool {
    let mut unusual = false;
    for index in 0..BLOCK {
        let (before, byte) = (block[index], block[index + 1]);
        // The two signs differ in one bit.
        let sign = byte & !(b'-' ^ b'/') == b'-' & b'/';
        let result = (byte == b'*') | sign & (before & 0xF0 == b'0');
        // Letters that are not ASCII are negative.
        let line = (before == b'\n') & ((byte as i8 <= b' ' as i8) | (byte == b'[') | (byte == b'%'));
        let lone_return = (before == b'\r') & (byte != b'\n');
        unusual |= result | line | lone_return | (byte == b';') | ((byte as i8) < 0);
    }
    unusual
}

/// The same for all movetext that ends at a line with a tag and not before, in several searches.
fn careful_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut from = start;
    // Up to here there is no result but one with nothing behind it.
    let mut looked = start;
    let mut ended = false;
    let end = loop {
        let next = from + memchr(b'\n', bytes.get(from..)?)? + 1;
        if next - looked > LOOK_AHEAD {
            let passed = bytes.get(looked..next)?;
            if let Some(end) = results(passed).next() {
                if !is_blank(passed.get(end..)?) {
                    return None;
                }
                ended = true;
            }
            looked = next;
        }
        let line = match bytes.get(next)? {
            b'[' if may_begin_tag(bytes.get(next..)?) => break next,
            // An escape line, a byte order mark.
            b'%' | 0xEF => return None,
            b' ' | b'\t' => {
                let mut line = bytes.get(next..)?.iter();
                match line.find(|&&byte| byte != b' ' && byte != b'\t') {
                    Some(b'[') | None => return None,
                    Some(&byte) => byte,
                }
            }
            &byte => byte,
        };
        if ended && !is_space(line) {
            return None;
        }
        from = next;
    };
    let rest = bytes.get(looked..end)?;
    for after in results(rest) {
        if !is_blank(rest.get(after..)?) {
            return None;
        }
    }
    let text = bytes.get(start..end)?;
    // A lone CR ends a line too; what follows a semicolon is comment.
    for at in memchr2_iter(b';', b'\r', text) {
        if text.get(at..at + 2) != Some(b"\r\n") {
            return None;
        }
    }
    if let Some(at) = memrchr2(b'{', b'}', text)
        && text.get(at) == Some(&b'{')
    {
        return None;
    }
    if !text.is_ascii() && memchr2(0xE2, 0xBD, text).is_some() {
        return None;
    }
    Some(end)
}

/// How far the next tag is looked for without asking whether the game has ended long before: many short games without
/// tags would be looked through again and again.
const LOOK_AHEAD: usize = 4096;

/// Where the results in a text end, or what may be results.
#[inline(always)]
fn results(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr3_iter(b'-', b'*', b'/', text).filter_map(|at| result_around(text, at))
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_space(byte))
}

/// The end of what may be a result with its first sign at `at`.
#[inline(always)]
fn result_around(text: &[u8], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).and_then(|before| text.get(before)).copied();
    match (text.get(at)?, before) {
        (b'*', _) => Some(at + 1),
        (b'-', Some(b'0'..=b'2')) => match text.get(at + 1)? {
            // `1/2-1/2` ends later, but then its second stroke is looked at too.
            b'0' | b'1' if text.get(at + 2) != Some(&b'/') => Some(at + 2),
            _ => None,
        },
        (b'/', Some(b'1')) if text.get(at + 1) == Some(&b'2') && text.get(at + 2) != Some(&b'-') => {
            Some(at + 2)
        }
        _ => None,
    }
}
