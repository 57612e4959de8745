//! Brace comments.

use memchr::{memchr, memchr2, memchr3};

use super::tag::looks_like_tag;
use super::{Lexer, Phase, Span, Token};
use crate::text::{ends_with_blank_line, is_space};

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
    /// A line in it that looks like a tag pair, or like the first move after a blank line, means that the closing brace
    /// is missing, unless the next brace after that line is a closing one. Stops at the first such line, so that many
    /// unclosed comments take linear time.
    #[cold]
    fn odd_comment(&mut self, inner: usize) -> Token {
        let mut at = inner;
        while let Some(length) = memchr3(b'}', b'[', b'1', self.rest(at)) {
            let hit = at + length;
            let ends = match self.bytes.get(hit) {
                Some(b'}') => return self.nested_comment(inner, hit),
                Some(b'[') => looks_like_tag(self.rest(hit)) && self.leads_line(hit),
                _ => self.resumes_at_move_one(hit),
            };
            if ends {
                let window = self.bytes.get(hit..).unwrap_or_default();
                let window = window.get(..COMMENT_LOOKAHEAD).unwrap_or(window);
                return match memchr2(b'{', b'}', window) {
                    Some(brace) if window.get(brace) == Some(&b'}') => {
                        self.nested_comment(inner, hit + brace)
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

    /// Whether `1.` after a blank line ends an unclosed comment. In the movetext of a game with tags it does not: there
    /// the comment ends at the tags of the next game.
    fn resumes_at_move_one(&self, at: usize) -> bool {
        let before = self.bytes.get(..at).unwrap_or_default();
        (!self.is_tagged() || self.phase == Phase::Tags)
            && self.is_white_move_one(Span::new(at, at + 1))
            && before.last().is_some_and(|&byte| is_space(byte))
            && ends_with_blank_line(before)
    }

    /// Ends a comment that may contain an opening brace.
    fn nested_comment(&mut self, inner: usize, close: usize) -> Token {
        let text = self.bytes.get(inner..close).unwrap_or_default();
        self.nested = memchr(b'{', text).map(|_| close);
        self.closed_comment(inner, close)
    }

    /// Returns the place where the last comment with an opening brace in it ended, once.
    pub(crate) fn take_nested(&mut self) -> Option<usize> {
        self.nested.take()
    }

    fn unclosed_comment(&mut self, inner: usize, end: usize) -> Token {
        self.pos = end;
        match (self.bytes.get(end), self.phase) {
            // The tags that follow belong to the next game.
            (Some(b'['), Phase::Tags) => self.phase = Phase::Moves,
            // So does the move that follows.
            (Some(b'1'), Phase::Moves) => self.phase = Phase::After,
            _ => {}
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
