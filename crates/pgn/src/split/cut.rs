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

/// The number of bytes examined at a time.
const BLOCK: usize = 64;

/// The tag line is searched within this distance of the first unusual byte, which should be the result.
const MAX_END: usize = 64;

/// Finds the tag line that ends the movetext at `start`, if only the result before that line is unusual.
///
/// Examining blocks of bytes is many times faster than lexing. `None` means that the lexer has to decide; tests compare
/// the two.
pub(super) fn plain_end(bytes: &[u8], start: usize) -> Option<usize> {
    // Each block with the byte before it.
    let block = |at: usize| bytes.get(at.checked_sub(1)?..)?.first_chunk::<{ BLOCK + 1 }>();
    let mut at = start;
    while !is_unusual(block(at)?) {
        at += BLOCK;
    }
    let near = bytes.get(at - 1..)?;
    let near = near.get(..MAX_END + BLOCK).unwrap_or(near);
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

/// Whether a block contains anything that may end a game or hide its end: a result, an escape line, a line comment, a
/// tag, a lone CR, a byte beyond ASCII. The first byte is only context.
///
/// Written without branches so that the compiler vectorises it.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "no index is above the block's length")]
fn is_unusual(block: &[u8; BLOCK + 1]) -> bool {
    let mut unusual = false;
    for index in 0..BLOCK {
        let (before, byte) = (block[index], block[index + 1]);
        // `-` and `/` differ in one bit.
        let sign = byte & !(b'-' ^ b'/') == b'-' & b'/';
        let result = (byte == b'*') | sign & (before & 0xF0 == b'0');
        // Bytes beyond ASCII are negative.
        let line = (before == b'\n') & ((byte as i8 <= b' ' as i8) | (byte == b'[') | (byte == b'%'));
        let lone_return = (before == b'\r') & (byte != b'\n');
        unusual |= result | line | lone_return | (byte == b';') | ((byte as i8) < 0);
    }
    unusual
}
