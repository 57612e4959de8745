//! Comments in braces, closed or not.

use memchr::{memchr, memchr_iter, memchr2};

use super::tag::looks_like_tag;
use super::{Lexer, Phase, Span, Token};

/// A comment that holds a line like a tag pair is believed to be closed only if its brace comes within this distance.
pub(crate) const COMMENT_LOOKAHEAD: usize = 1 << 20;

impl Lexer<'_> {
    /// A comment in braces.
    #[inline(always)]
    pub(crate) fn comment(&mut self) -> Token {
        let inner = self.pos + 1;
        let rest = self.rest(inner);
        // Most comments are short: a clock, an evaluation.
        if let Some(length) = short_comment(rest) {
            self.pos = inner + length + 1;
            return Token::Comment { span: Span::new(inner, inner + length), closed: true };
        }
        match memchr2(b'{', b'}', rest) {
            Some(length) if length < COMMENT_LOOKAHEAD && rest.get(length) == Some(&b'}') => {
                self.pos = inner + length + 1;
                Token::Comment { span: Span::new(inner, inner + length), closed: true }
            }
            _ => self.odd_comment(inner),
        }
    }

    /// A comment that is not closed, or is very long, or has a brace in it.
    ///
    /// A line in it that looks like a tag pair is the sign of a closing brace that was forgotten, unless the very
    /// next brace is a closing one.
    #[cold]
    fn odd_comment(&mut self, inner: usize) -> Token {
        let rest = self.rest(inner);
        let close = memchr(b'}', rest).map(|length| inner + length);
        let limit = close.unwrap_or(self.bytes.len());
        if let Some(tag) = self.tag_line(inner, limit) {
            let window_end = tag + COMMENT_LOOKAHEAD;
            let window = self.bytes.get(tag..window_end.min(self.bytes.len()));
            let brace = memchr2(b'{', b'}', window.unwrap_or_default());
            match brace.and_then(|length| self.bytes.get(tag + length)) {
                Some(b'}') => {}
                None if !self.complete && window_end > self.bytes.len() => {
                    self.pos = self.bytes.len();
                    return Token::End;
                }
                _ => {
                    self.pos = tag;
                    // The tags that follow are the next game's.
                    if self.phase == Phase::Tags {
                        self.phase = Phase::Moves;
                    }
                    let span = Span::new(inner, tag);
                    return Token::Comment { span, closed: false };
                }
            }
        }
        self.pos = (limit + 1).min(self.bytes.len());
        Token::Comment { span: Span::new(inner, limit), closed: close.is_some() }
    }

    /// The first line between two places that begins a tag pair for certain.
    fn tag_line(&self, from: usize, to: usize) -> Option<usize> {
        let region = self.bytes.get(from..to).unwrap_or_default();
        memchr_iter(b'[', region)
            .map(|index| from + index)
            .find(|&at| looks_like_tag(self.rest(at)) && self.leads_line(at))
    }
}

/// The length of a comment of less than 32 bytes without a brace in it, found without a call: eight bytes at a time.
#[inline(always)]
fn short_comment(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = LOW * 0x80;
    let chunk = bytes.first_chunk::<32>()?;
    let (words, _) = chunk.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        // The braces become one byte, which two others become too.
        let other = (u64::from_le_bytes(*word) | (LOW * 0x06)) ^ (LOW * 0x7F);
        // The high bit of each byte that is zero; only the lowest is certain.
        let found = other.wrapping_sub(LOW) & !other & HIGH;
        if found != 0 {
            let length = index * 8 + found.trailing_zeros() as usize / 8;
            return (chunk.get(length) == Some(&b'}')).then_some(length);
        }
    }
    None
}
