//! Tag pairs in all shapes in which they are met.

use memchr::{memchr, memchr_iter, memchr3};

use super::class::{is_newline, is_space};
use super::{Lexer, Span};

/// What is not as it should be in a tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagFlaw {
    /// `[Event]`
    NoValue,
    /// `[Event foo]`
    Unquoted,
    /// `[White "Bobby "the king" Fischer"]`
    InnerQuote,
    /// No closing quote before the next tag, a blank line or the end.
    Unterminated,
    /// `[Event "x"` and then a new line with the next tag.
    NoBracket,
    /// `[ "x"]`
    NoName,
}

/// The tag pair that [`Token::Tag`] announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TagToken {
    /// From bracket to bracket.
    pub(crate) whole: Span,
    pub(crate) name: Span,
    /// Between the quotes, escapes not yet resolved.
    pub(crate) value: Span,
    pub(crate) flaw: Option<TagFlaw>,
}

impl Lexer<'_> {
    /// A tag pair in any shape.
    pub(super) fn slow_tag(&self, start: usize) -> TagToken {
        let blank = |byte: u8| byte == b' ' || byte == b'\t';
        let name_start = self.run(start + 1, blank);
        let name_end =
            self.run(name_start, |byte| !is_space(byte) && byte != b'"' && byte != b']' && byte != b'[');
        let name = Span::new(name_start, name_end);
        let value_start = self.run(name_end, is_space);
        let mut tag = match self.bytes.get(value_start) {
            Some(b'"') => self.quoted_value(start, name, value_start + 1),
            Some(b']') => TagToken {
                whole: Span::new(start, value_start + 1),
                name,
                value: Span::new(value_start, value_start),
                flaw: Some(TagFlaw::NoValue),
            },
            _ => self.unquoted_value(start, name),
        };
        if name.start == name.end {
            tag.flaw = Some(TagFlaw::NoName);
        }
        tag
    }

    /// `[Event foo]`: everything up to the bracket or the end of the line.
    fn unquoted_value(&self, start: usize, name: Span) -> TagToken {
        let line_end = self.line_end(name.end);
        let line = self.bytes.get(name.end..line_end).unwrap_or_default();
        let bracket = memchr(b']', line);
        let value_end = bracket.map_or(line_end, |length| name.end + length);
        let value = trim(self.bytes, Span::new(name.end, value_end));
        let flaw = if value.start == value.end { TagFlaw::NoValue } else { TagFlaw::Unquoted };
        TagToken {
            // Never empty, so that the lexer always gets on.
            whole: Span::new(start, (value_end + usize::from(bracket.is_some())).max(start + 1)),
            name,
            value,
            flaw: Some(flaw),
        }
    }

    /// The value behind an opening quote.
    fn quoted_value(&self, start: usize, name: Span, value_start: usize) -> TagToken {
        let mut flaw = None;
        let mut at = value_start;
        loop {
            let rest = self.rest(at);
            let mut length = memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
            // What the quick look takes for a tag is one, whatever stands in it.
            let plain = at == value_start && rest.get(length..length + 2) == Some(b"\"]");
            if !plain && let Some(lone) = lone_return(rest, length) {
                length = lone;
            }
            let hit = at + length;
            match self.bytes.get(hit) {
                None => return self.broken_value(start, name, value_start, hit),
                Some(b'\\') => {
                    let escapes = matches!(self.bytes.get(hit + 1), Some(b'"' | b'\\'));
                    at = hit + 1 + usize::from(escapes);
                }
                Some(b'"') => {
                    let next = self.run(hit + 1, is_space);
                    let value = Span::new(value_start, hit);
                    match self.bytes.get(next) {
                        Some(b']') => {
                            return TagToken { whole: Span::new(start, next + 1), name, value, flaw };
                        }
                        Some(b'[') | None if self.crosses_line(hit + 1, next) => {
                            return TagToken {
                                whole: Span::new(start, hit + 1),
                                name,
                                value,
                                flaw: flaw.or(Some(TagFlaw::NoBracket)),
                            };
                        }
                        _ => {
                            flaw = Some(TagFlaw::InnerQuote);
                            at = hit + 1;
                        }
                    }
                }
                _ => {
                    // A value may go over several lines, but not over a blank one or into the next tag.
                    let next = self.run(hit + 1, |byte| is_space(byte) && !is_newline(byte));
                    match self.bytes.get(next) {
                        Some(b'[' | b'\n' | b'\r') | None => {
                            return self.broken_value(start, name, value_start, hit);
                        }
                        _ => at = hit + 1,
                    }
                }
            }
        }
    }

    fn crosses_line(&self, from: usize, to: usize) -> bool {
        to == self.bytes.len()
            || self.bytes.get(from..to).is_some_and(|gap| gap.iter().any(|&byte| is_newline(byte)))
    }

    /// A value that nobody closed: what stands up to the end of its line.
    fn broken_value(&self, start: usize, name: Span, value_start: usize, end: usize) -> TagToken {
        let mut value = trim(self.bytes, Span::new(value_start, end));
        for closing in [b']', b'"'] {
            if value.end > value.start && value.of(self.bytes).last() == Some(&closing) {
                value.end -= 1;
            }
        }
        TagToken { whole: Span::new(start, end), name, value, flaw: Some(TagFlaw::Unterminated) }
    }
}

/// The tag pair in its usual shape: `[Name "value"]`, a name of up to 15 letters, no escapes.
#[inline]
pub(super) fn quick_tag(bytes: &[u8], start: usize) -> Option<TagToken> {
    let from = start + 1;
    let rest = bytes.get(from..)?;
    let name_length = name_length(rest)?;
    let value_start = name_length + 2;
    if name_length == 0 || rest.get(name_length..value_start) != Some(b" \"") {
        return None;
    }
    let value = rest.get(value_start..)?;
    let length = memchr3(b'"', b'\\', b'\n', value)?;
    if value.get(length..length + 2) != Some(b"\"]") {
        return None;
    }
    Some(TagToken {
        whole: Span::new(start, from + value_start + length + 2),
        name: Span::new(from, from + name_length),
        value: Span::new(from + value_start, from + value_start + length),
        flaw: None,
    })
}

/// How many bytes stand before the first blank or line end; `None` if that is not near, or the name ends otherwise.
///
/// Sixteen bytes in one number: that costs less than to guess where the name ends.
#[inline(always)]
fn name_length(bytes: &[u8]) -> Option<usize> {
    const LOW: u128 = u128::from_ne_bytes([0x01; 16]);
    const HIGH: u128 = u128::from_ne_bytes([0x80; 16]);
    let letters = u128::from_le_bytes(*bytes.first_chunk::<16>()?);
    // The high bit of each byte below the limit; what is above the lowest of them may be wrong.
    let below = |letters: u128, limit: u8| letters.wrapping_sub(LOW * u128::from(limit)) & !letters & HIGH;
    let equal = |byte: u8| below(letters ^ (LOW * u128::from(byte)), 1);
    let blanks = below(letters, b' ' + 1);
    let others = equal(b'"') | equal(b'[') | equal(b']');
    let is_name = blanks != 0 && others.trailing_zeros() > blanks.trailing_zeros();
    is_name.then_some(blanks.trailing_zeros() as usize / 8)
}

/// Whether a bracket at the start of a line begins a tag rather than something like `[%clk`.
pub(crate) fn may_begin_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else {
        return false;
    };
    let next = rest.iter().take(16).find(|&&b| b != b' ' && b != b'\t');
    next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// The name of the tag that begins here, if it is made of the usual letters and not too long.
pub(super) fn tag_name(bytes: &[u8]) -> &[u8] {
    let rest = bytes.get(1..).unwrap_or_default();
    let blanks = rest.iter().take(16).take_while(|&&byte| byte == b' ' || byte == b'\t').count();
    let rest = rest.get(blanks..).unwrap_or_default();
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = rest.iter().take(16).take_while(in_name).count();
    // Anything else goes on with the name.
    let ends = rest.get(length).is_some_and(|&byte| is_space(byte) || matches!(byte, b'"' | b'[' | b']'));
    if ends { rest.get(..length).unwrap_or_default() } else { &[] }
}

/// Whether a tag pair begins here for certain: bracket, name, quote.
pub(super) fn looks_like_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else {
        return false;
    };
    let name = rest.iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let next = rest.iter().skip(name).take(8);
    let after = next.copied().find(|&b| b != b' ' && b != b'\t');
    name > 0 && after == Some(b'"')
}

/// The first CR before `limit` that no LF follows: a line end of its own.
fn lone_return(bytes: &[u8], limit: usize) -> Option<usize> {
    memchr_iter(b'\r', bytes.get(..limit)?).find(|at| bytes.get(at + 1) != Some(&b'\n'))
}

fn trim(bytes: &[u8], span: Span) -> Span {
    let text = span.of(bytes);
    let leading = text.iter().take_while(|&&byte| is_space(byte)).count();
    let trailing = text.iter().rev().take_while(|&&byte| is_space(byte)).count();
    let start = span.start + leading;
    Span::new(start, span.end.saturating_sub(trailing).max(start))
}
