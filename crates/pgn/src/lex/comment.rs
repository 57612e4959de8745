//! Brace comments.

use memchr::memchr2;

use super::tag::looks_like_tag;
use super::{Lexer, Phase, Span, Token};

/// A comment that contains a line like a tag pair counts as closed only if its brace follows within this distance.
pub(crate) const COMMENT_LOOKAHEAD: usize = 1 << 20;

impl Lexer<'_> {
    /// Reads the brace comment at the current byte.
    #[inline(always)]
    pub(crate) fn comment(&mut self) -> Token {
        let inner = self.pos + 1;
        let rest = self.rest(inner);
        let length = short_comment(rest).or_else(|| {
            let length = memchr2(b'{', b'}', rest)?;
            (length < COMMENT_LOOKAHEAD && rest.get(length) == Some(&b'}')).then_some(length)
        });
        match length {
            Some(length) => self.closed_comment(inner, inner + length),
            None => self.odd_comment(inner),
        }
    }

    #[inline(always)]
    fn closed_comment(&mut self, inner: usize, close: usize) -> Token {
        self.pos = close + 1;
        Token::Comment { span: Span::new(inner, close), closed: true }
    }

    /// Reads a comment that is not closed, is very long, or contains a brace.
    ///
    /// A line in it that looks like a tag pair means that the closing brace is missing, unless the next brace after
    /// that line is a closing one. Stops at the first such line, so that many unclosed comments take linear time.
    #[cold]
    fn odd_comment(&mut self, inner: usize) -> Token {
        let mut at = inner;
        while let Some(length) = memchr2(b'}', b'[', self.rest(at)) {
            let hit = at + length;
            if self.bytes.get(hit) == Some(&b'}') {
                return self.closed_comment(inner, hit);
            }
            if looks_like_tag(self.rest(hit)) && self.leads_line(hit) {
                let window = self.bytes.get(hit..).unwrap_or_default();
                let window = window.get(..COMMENT_LOOKAHEAD).unwrap_or(window);
                return match memchr2(b'{', b'}', window) {
                    Some(brace) if window.get(brace) == Some(&b'}') => {
                        self.closed_comment(inner, hit + brace)
                    }
                    None if !self.complete && window.len() < COMMENT_LOOKAHEAD => {
                        self.pos = self.bytes.len();
                        Token::End
                    }
                    _ => self.unclosed_comment(inner, hit),
                };
            }
            at = hit + 1;
        }
        self.unclosed_comment(inner, self.bytes.len())
    }

    fn unclosed_comment(&mut self, inner: usize, end: usize) -> Token {
        self.pos = end;
        // The tags that follow belong to the next game.
        if self.phase == Phase::Tags && end < self.bytes.len() {
            self.phase = Phase::Moves;
        }
        Token::Comment { span: Span::new(inner, end), closed: false }
    }
}

/// Finds the closing brace of a comment of less than 32 bytes, eight bytes at a time. Most comments are a clock or an
/// evaluation, for which the call of `memchr` costs more than the search.
#[inline(always)]
fn short_comment(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = LOW * 0x80;
    let chunk = bytes.first_chunk::<32>()?;
    let (words, _) = chunk.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        // `{` and `}` (and `y`, DEL) become zero bytes.
        let other = (u64::from_le_bytes(*word) | (LOW * 0x06)) ^ (LOW * 0x7F);
        // The high bit of each zero byte; only the lowest is exact.
        let found = other.wrapping_sub(LOW) & !other & HIGH;
        if found != 0 {
            let length = index * 8 + found.trailing_zeros() as usize / 8;
            return (chunk.get(length) == Some(&b'}')).then_some(length);
        }
    }
    None
}
