//! Finds the end of the first game of some bytes.

use memchr::{memchr_iter, memrchr2};

use crate::lex::{BOM, Lexer, Phase, Token, may_begin_tag};
use crate::text::is_space;

/// A boundary closer than this to the end of incomplete bytes may change when more bytes are read.
pub(super) const SLACK: usize = 64;

/// What the bytes begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// A game of this length, followed by another.
    Game(usize),
    /// The last game; finished if it has a terminator.
    Last { length: usize, finished: bool },
    /// No game.
    Blank,
    /// More bytes are needed.
    More,
}

/// Returns the length of the byte order marks that the bytes begin with. They are between games, not part of one.
#[inline]
pub(super) fn marks(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some(after) = rest.strip_prefix(BOM) {
        rest = after;
    }
    bytes.len() - rest.len()
}

/// Finds the end of the game that begins with the first byte.
#[inline]
pub(super) fn next_cut(bytes: &[u8], complete: bool) -> Cut {
    let is_certain = |end: usize| complete || end + SLACK <= bytes.len();
    let mut lexer = Lexer::new(bytes, complete);
    lexer.skip_tags();
    let mut any = lexer.phase() != Phase::Head;
    if lexer.phase() == Phase::Moves {
        // Without tags, a line that begins with `1.` may begin another game.
        if lexer.is_tagged()
            && let Some(end) = plain_end(bytes, lexer.pos()).filter(|&end| is_certain(end))
        {
            return Cut::Game(end);
        }
    } else {
        // Only comments, escapes or garbage: start over, because a comment counts as a game.
        lexer = Lexer::new(bytes, complete);
        any = false;
    }
    let end = loop {
        match lexer.next() {
            Token::End => break lexer.pos(),
            // Escape lines alone do not form a game.
            Token::Escape(_) => {}
            _ => any = true,
        }
    };
    if end < bytes.len() {
        return if is_certain(end) { Cut::Game(end) } else { Cut::More };
    }
    match (complete, any) {
        (false, _) => Cut::More,
        (true, false) => Cut::Blank,
        (true, true) => Cut::Last { length: end, finished: lexer.phase() == Phase::After },
    }
}

/// The number of blanks before the next tag that are examined.
const MAX_BLANKS: usize = 64;

/// Finds the tag line that ends the movetext at `start`, if only the result before that line is unusual.
///
/// Searching for single bytes is many times faster than lexing. `None` means that the lexer has to decide; tests compare
/// the two.
pub(super) fn plain_end(bytes: &[u8], start: usize) -> Option<usize> {
    // With the byte before it.
    let rest = bytes.get(start.checked_sub(1)?..)?;
    let ends_game = |&line: &usize| line > 1 && rest.get(line).is_none_or(|&first| may_end_game(first));
    let (text, after) = rest.split_at(memchr_iter(b'\n', rest).map(|end| end + 1).find(ends_game)?);
    let blanks = after.iter().take(MAX_BLANKS).take_while(|&&byte| is_space(byte)).count();
    let (blanks, tag) = after.split_at(blanks);
    if blanks.last().is_some_and(|&byte| byte != b'\n') || !may_begin_tag(tag) {
        return None;
    }
    let end = bytes.len() - tag.len();
    let text = text.trim_ascii_end();
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let text = results.iter().find_map(|&result| text.strip_suffix(result)).unwrap_or(text);
    let is_open = memrchr2(b'{', b'}', text).is_some_and(|brace| text.get(brace) == Some(&b'{'));
    let is_lone = |at: usize| text.get(at + 1).is_some_and(|&byte| byte != b'\n');
    let is_plain = !is_open && !memchr_iter(b'\r', text).any(is_lone) && !has_result(text);
    is_plain.then_some(end)
}

/// Whether a line that begins with this byte may end a game or hide its end: a blank line, a tag, an escape line, a byte
/// beyond ASCII.
fn may_end_game(first: u8) -> bool {
    first <= b' ' || matches!(first, b'[' | b'%') || !first.is_ascii()
}

/// Whether a text contains what may be a result, or hide one: a line comment, a byte beyond ASCII. The first byte is only
/// context.
fn has_result(text: &[u8]) -> bool {
    const BLOCK: usize = 64;
    let (before, _) = text.as_chunks::<BLOCK>();
    let (blocks, rest) = text.get(1..).unwrap_or_default().as_chunks::<BLOCK>();
    let rest_before = text.get(blocks.len() * BLOCK..).unwrap_or_default();
    before.iter().zip(blocks).any(|(before, block)| may_be_result(before, block))
        || may_be_result(rest_before, rest)
}

/// Written without branches so that the compiler vectorises it.
#[inline(always)]
fn may_be_result(before: &[u8], block: &[u8]) -> bool {
    before.iter().zip(block).fold(false, |found, (&before, &byte)| {
        // `-` and `/` differ in one bit.
        let sign = byte & !(b'-' ^ b'/') == b'-' & b'/';
        found | (byte == b'*') | (sign & (before & 0xF0 == b'0')) | (byte == b';') | !byte.is_ascii()
    })
}
