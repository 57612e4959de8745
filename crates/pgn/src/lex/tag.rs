//! Tag pairs in every form that occurs.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr3};

use super::{Lexer, Phase, Span, Token};
use crate::text::{count_lines, decode, is_newline, is_space};

/// Stray brackets are one token with their content up to this length, which the splitter's slack covers.
const MAX_BRACKET: usize = 48;

/// A tag pair as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The text between the quotes, escapes not resolved.
    pub value: &'a [u8],
    /// The offset of the tag in the bytes of the game.
    pub at: usize,
}

impl<'a> RawTag<'a> {
    /// Decodes the name as UTF-8, bytes that are not UTF-8 as Windows-1252.
    pub fn name_text(&self) -> Cow<'a, str> {
        decode(self.name)
    }

    /// Decodes the value, resolves escapes and turns line ends and NUL into spaces.
    pub fn text(&self) -> Cow<'a, str> {
        let text = decode(self.value);
        if memchr3(b'\\', b'\n', b'\r', self.value).or_else(|| memchr(0, self.value)).is_none() {
            return text;
        }
        let mut value = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek()) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    value.push(next);
                    chars.next();
                }
                ('\r', Some('\n')) => {}
                ('\r' | '\n' | '\0', _) => value.push(' '),
                _ => value.push(c),
            }
        }
        Cow::Owned(value)
    }
}

/// What is malformed in a tag pair.
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

/// The parts of a tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TagToken {
    /// From bracket to bracket.
    pub(crate) whole: Span,
    pub(crate) name: Span,
    /// Between the quotes, escapes not resolved.
    pub(crate) value: Span,
    pub(crate) flaw: Option<TagFlaw>,
}

impl<'a> Lexer<'a> {
    /// Returns the parts of the last [`Token::Tag`].
    #[inline(always)]
    pub(crate) fn tag(&self) -> TagToken {
        self.tag
    }

    /// Whether the game has a tag.
    #[inline(always)]
    pub(crate) fn is_tagged(&self) -> bool {
        self.roster & ANY_TAG != 0
    }

    /// Returns the last [`Token::Tag`].
    #[inline(always)]
    pub(crate) fn raw_tag(&self) -> RawTag<'a> {
        let TagToken { whole, name, value, .. } = self.tag;
        RawTag { name: name.of(self.bytes), value: value.of(self.bytes), at: whole.start }
    }

    /// Skips to the first token of the movetext, without reading that.
    #[inline]
    pub(crate) fn skip_tags(&mut self) {
        loop {
            while self.next_plain_tag() {}
            while let Some(length) = self.line_break(self.pos) {
                self.pos += length;
            }
            let before = self.pos;
            let token = self.next();
            if matches!(self.phase, Phase::Moves | Phase::After) {
                // The caller reads the movetext from its first byte.
                self.pos = before;
                self.phase = Phase::Moves;
                self.depth = 0;
                self.number = None;
                self.has_move_one = false;
                self.odd_blank = None;
                return;
            }
            if token == Token::End {
                return;
            }
        }
    }

    /// Returns the length of the line end at a byte.
    fn line_break(&self, at: usize) -> Option<usize> {
        match self.bytes.get(at)? {
            b'\n' => Some(1),
            b'\r' if self.bytes.get(at + 1) == Some(&b'\n') => Some(2),
            _ => None,
        }
    }

    /// Reads the tag at the current byte if it has the usual form and belongs to this game; [`next`](Self::next) does the rest.
    #[inline(always)]
    pub(crate) fn next_plain_tag(&mut self) -> bool {
        if self.bytes.get(self.pos) != Some(&b'[') || !matches!(self.phase, Phase::Head | Phase::Tags) {
            return false;
        }
        let Some(tag) = plain_tag(self.bytes, self.pos) else {
            return false;
        };
        let bit = roster_bit(tag.name.of(self.bytes));
        if self.roster & bit != 0 {
            return false;
        }
        self.roster |= bit | ANY_TAG;
        self.phase = Phase::Tags;
        self.pos = tag.whole.end + self.line_break(tag.whole.end).unwrap_or(0);
        self.tag = tag;
        true
    }

    /// Reads `[`: a tag, the start of the next game, or a stray bracket.
    #[cold]
    pub(super) fn bracket(&mut self) -> Token {
        let start = self.pos;
        match self.phase {
            Phase::Head | Phase::Tags => {
                let plain = plain_tag(self.bytes, start);
                let name = plain.map_or_else(|| tag_name(self.rest(start)), |tag| tag.name.of(self.bytes));
                let bit = roster_bit(name);
                if self.begins_next_game(start, bit) {
                    return Token::End;
                }
                self.tag = plain.unwrap_or_else(|| self.odd_tag(start));
                self.pos = self.tag.whole.end;
                self.phase = Phase::Tags;
                let bit = if plain.is_some() { bit } else { roster_bit(self.tag.name.of(self.bytes)) };
                self.roster |= bit | ANY_TAG;
                Token::Tag
            }
            Phase::After if may_begin_tag(self.rest(start)) => Token::End,
            Phase::Moves if may_begin_tag(self.rest(start)) && self.leads_line(start) => Token::End,
            Phase::Moves | Phase::After => {
                // For example `[%clk 0:05:00]` without braces.
                let rest = self.rest(start);
                let near = rest.get(..MAX_BRACKET).unwrap_or(rest);
                let closing = near.iter().position(|&b| b == b']' || is_newline(b));
                let closed = closing.filter(|&length| near.get(length) == Some(&b']'));
                let end = start + 1 + closed.unwrap_or(0);
                self.pos = end;
                Token::Stray(Span::new(start, end))
            }
        }
    }

    /// Whether a tag with this roster bit begins the next game, so that this one has tags only: a tag of the roster
    /// repeats after a blank line, or `Event` repeats after the whole roster.
    fn begins_next_game(&self, start: usize, bit: u8) -> bool {
        if self.roster & bit == 0 {
            return false;
        }
        let gap = self.bytes.get(self.tag.whole.end..start);
        let whole_roster_again = self.roster == WHOLE_ROSTER && bit == FIRST_OF_ROSTER;
        whole_roster_again || gap.is_some_and(has_blank_line)
    }

    /// Reads a tag pair in any form.
    fn odd_tag(&self, start: usize) -> TagToken {
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

    /// Reads `[Event foo]` up to the bracket or the end of the line.
    fn unquoted_value(&self, start: usize, name: Span) -> TagToken {
        let line_end = self.line_end(name.end);
        let line = self.bytes.get(name.end..line_end).unwrap_or_default();
        let bracket = memchr(b']', line);
        let value_end = bracket.map_or(line_end, |length| name.end + length);
        let value = trim(self.bytes, Span::new(name.end, value_end));
        let flaw = if value.start == value.end { TagFlaw::NoValue } else { TagFlaw::Unquoted };
        TagToken {
            // Never empty, so that the lexer always advances.
            whole: Span::new(start, (value_end + usize::from(bracket.is_some())).max(start + 1)),
            name,
            value,
            flaw: Some(flaw),
        }
    }

    /// Reads a value after its opening quote.
    fn quoted_value(&self, start: usize, name: Span, value_start: usize) -> TagToken {
        let mut flaw = None;
        let mut at = value_start;
        loop {
            let rest = self.rest(at);
            let mut length = memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
            // Agree with `plain_tag`, which does not look for a lone CR. More bytes may show that the tag is plain.
            let plain = match rest.get(length..length + 2) {
                Some(closing) => closing == b"\"]",
                None => !self.complete && matches!(rest.get(length), None | Some(b'"')),
            };
            if !(plain && at == value_start)
                && let Some(lone) = lone_return(rest, length)
            {
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
                    // A value may span lines, but not a blank line or the next tag.
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

    /// Reads a value without a closing quote: the rest of its line.
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

/// Reads a tag pair in its usual form: `[Name "value"]`, a name of up to 16 letters, no escapes.
#[inline]
fn plain_tag(bytes: &[u8], start: usize) -> Option<TagToken> {
    let from = start + 1;
    let rest = bytes.get(from..)?;
    let name_length = letters_of(rest.first_chunk()?);
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

/// Counts the leading ASCII letters, eight bytes at a time: the length of a name is hard to predict for a loop.
#[inline(always)]
fn letters_of(bytes: &[u8; 16]) -> usize {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = LOW * 0x80;
    // Sets the high bit of each byte that is not a letter.
    let others = |bytes: [u8; 8]| {
        let word = u64::from_le_bytes(bytes);
        let folded = (word | (LOW * 0x20)) & !HIGH;
        let from_a = folded + LOW * (0x80 - b'a' as u64);
        let above_z = folded + LOW * (0x7F - b'z' as u64);
        (!from_a | above_z | word) & HIGH
    };
    let [head, tail] = bytes.as_chunks().0 else {
        return 0;
    };
    let (head, tail) = (others(*head), others(*tail));
    let length = if head != 0 { head.trailing_zeros() } else { 64 + tail.trailing_zeros() };
    length as usize / 8
}

/// Whether a bracket at the start of a line begins a tag rather than a command such as `[%clk`.
pub(crate) fn may_begin_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else {
        return false;
    };
    let next = rest.iter().take(16).find(|&&b| b != b' ' && b != b'\t');
    next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Returns the name of the tag at the first byte; empty if it is long or has unusual characters.
fn tag_name(bytes: &[u8]) -> &[u8] {
    let rest = bytes.get(1..).unwrap_or_default();
    let blanks = rest.iter().take(16).take_while(|&&byte| byte == b' ' || byte == b'\t').count();
    let rest = rest.get(blanks..).unwrap_or_default();
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = rest.iter().take(16).take_while(in_name).count();
    // Any other byte continues the name.
    let ends = rest.get(length).is_some_and(|&byte| is_space(byte) || matches!(byte, b'"' | b'[' | b']'));
    if ends { rest.get(..length).unwrap_or_default() } else { &[] }
}

/// Whether the bytes begin with bracket, name and quote.
pub(crate) fn looks_like_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else {
        return false;
    };
    let name = rest.iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let next = rest.iter().skip(name).take(8);
    let after = next.copied().find(|&b| b != b' ' && b != b'\t');
    name > 0 && after == Some(b'"')
}

/// Finds the first CR before `limit` that is not followed by LF.
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

/// The bit of any tag.
const ANY_TAG: u8 = 0x80;
/// The bits of all tags of the roster.
const WHOLE_ROSTER: u8 = 0xFF;
/// The bit of `Event`.
const FIRST_OF_ROSTER: u8 = 1;

/// Returns the bit of a tag of the roster; 0 for other tags.
#[inline(always)]
fn roster_bit(name: &[u8]) -> u8 {
    match name {
        b"Event" => FIRST_OF_ROSTER,
        b"Site" => 1 << 1,
        b"Date" => 1 << 2,
        b"Round" => 1 << 3,
        b"White" => 1 << 4,
        b"Black" => 1 << 5,
        b"Result" => 1 << 6,
        _ => 0,
    }
}

/// Whether nothing but blanks is between two line ends of the gap.
fn has_blank_line(gap: &[u8]) -> bool {
    gap.split(|&byte| !is_space(byte)).any(|blanks| count_lines(blanks).0 > 1)
}
