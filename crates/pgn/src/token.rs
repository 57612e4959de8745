//! From bytes to tokens: the one place that knows where comments, tags, moves and games begin and end.
//!
//! The splitter and the reader run the same lexer, so that they cannot disagree about where a game ends.

use memchr::{memchr, memchr_iter, memchr2, memchr3};

use crate::GameResult;

/// A part of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(crate) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start..self.end).unwrap_or_default()
    }
}

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

/// One token. Whitespace, move numbers, dots and escape lines yield none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// A tag pair, in [`Lexer::tag`].
    Tag,
    /// A word that should be a move; `plain` if it is made of ASCII letters and digits and the usual signs only.
    Symbol { span: Span, plain: bool },
    /// `$12`: the whole, sign included.
    Nag(Span),
    /// `!`, `??` and so on.
    Glyph(Span),
    /// `(`
    Open(usize),
    /// `)` that closes an open variation.
    Close(usize),
    /// The text between the braces, or after the semicolon.
    Comment { span: Span, closed: bool },
    /// A result; `exact` if it is spelt as the standard says.
    Result {
        result: GameResult,
        span: Span,
        exact: bool,
    },
    /// Bytes that mean nothing here.
    Stray(Span),
    /// The game, or the bytes, end here.
    End,
}

/// What [`Lexer::quick`] finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quick {
    /// A word that may well be a move, and needs no closer look to be taken for one.
    Move(Span),
    /// A comment in braces begins.
    Comment,
    /// Something else.
    Other,
}

/// Which part of the game the lexer is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Nothing but comments seen.
    Head,
    /// Tags seen.
    Tags,
    /// Movetext seen.
    Moves,
    /// A result seen that ends the game.
    After,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    /// May begin and continue a move.
    Letter,
    /// Continues a move; begins a number, a result or `0-0`.
    Digit,
    Dot,
    Open,
    Close,
    Brace,
    Semicolon,
    Percent,
    Bracket,
    Dollar,
    Mark,
    Star,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'A'..=b'Z' | b'a'..=b'z' | b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'_' | b'@' => {
                Class::Letter
            }
            0x80.. => Class::Letter,
            b'.' => Class::Dot,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'{' => Class::Brace,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            b'[' => Class::Bracket,
            b'$' => Class::Dollar,
            b'!' | b'?' => Class::Mark,
            b'*' => Class::Star,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

/// 1 for each byte that ends a plain symbol.
const ENDS: [u8; 256] = {
    let mut table = [1; 256];
    let mut byte = 0;
    while byte < 128 {
        if matches!(CLASSES[byte], Class::Letter | Class::Digit) {
            table[byte] = 0;
        }
        byte += 1;
    }
    table
};

#[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
#[inline(always)]
fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

#[inline(always)]
fn continues_symbol(byte: u8) -> bool {
    matches!(class(byte), Class::Letter | Class::Digit)
}

pub(crate) fn is_space(byte: u8) -> bool {
    class(byte) == Class::Space
}

fn is_newline(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// A comment that holds a line like a tag pair is believed to be closed only if its brace comes within this distance.
const COMMENT_LOOKAHEAD: usize = 1 << 20;

/// The byte order mark, which some editors put before the text.
pub(crate) const BOM: &[u8; 3] = b"\xEF\xBB\xBF";

/// A result is never longer than this: `1/2–1/2` with room to spare.
const LONGEST_RESULT: usize = 16;

/// The lexer. Linear in the bytes, never recurses, accepts anything.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    pos: usize,
    phase: Phase,
    depth: usize,
    tag: TagToken,
    event_seen: bool,
    /// Whether the bytes end where the text ends, so that what is open at their end is open for good.
    complete: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(bytes: &'a [u8], complete: bool) -> Self {
        let none = Span::new(0, 0);
        Self {
            bytes,
            pos: 0,
            phase: Phase::Head,
            depth: 0,
            tag: TagToken {
                whole: none,
                name: none,
                value: none,
                flaw: None,
            },
            event_seen: false,
            complete,
        }
    }

    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether neither tags nor moves have been seen.
    pub(crate) fn in_head(&self) -> bool {
        self.phase == Phase::Head
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The tag pair that the last [`Token::Tag`] announced.
    pub(crate) fn tag(&self) -> TagToken {
        self.tag
    }

    #[inline(always)]
    fn rest(&self, from: usize) -> &'a [u8] {
        self.bytes.get(from..).unwrap_or_default()
    }

    /// The next token.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Token {
        loop {
            let start = self.pos;
            let Some(&first) = self.bytes.get(start) else {
                return Token::End;
            };
            match class(first) {
                Class::Space | Class::Dot => self.pos = start + 1,
                Class::Letter => {
                    if first == BOM[0] && self.rest(start).starts_with(BOM) {
                        // Two files that were put together.
                        self.pos = start + BOM.len();
                        continue;
                    }
                    if self.phase != Phase::Moves && !self.enter_moves() {
                        return Token::End;
                    }
                    let mut seen = first;
                    let mut end = start + 1;
                    let next = loop {
                        match self.bytes.get(end) {
                            Some(&byte) if continues_symbol(byte) => {
                                seen |= byte;
                                end += 1;
                            }
                            next => break next,
                        }
                    };
                    self.pos = end;
                    let span = Span::new(start, end);
                    let odd_next = matches!(next, Some(b'.' | b'('));
                    if seen >= 0x80 || odd_next {
                        match self.odd_symbol(span) {
                            Some(token) => return token,
                            None => continue,
                        }
                    }
                    return Token::Symbol { span, plain: true };
                }
                Class::Digit => {
                    let mut end = start + 1;
                    let next = loop {
                        match self.bytes.get(end) {
                            Some(b'0'..=b'9') => end += 1,
                            next => break next,
                        }
                    };
                    // The usual move number, told without further ado.
                    if self.phase == Phase::Moves && matches!(next, Some(b'.' | b' ')) {
                        self.pos = end + 1;
                        continue;
                    }
                    match self.digits(start, end) {
                        Some(token) => return token,
                        None => continue,
                    }
                }
                Class::Brace => return self.comment(),
                Class::Open => {
                    if self.phase != Phase::Moves && !self.enter_moves() {
                        return Token::End;
                    }
                    self.pos = start + 1;
                    self.depth += 1;
                    return Token::Open(start);
                }
                Class::Close => {
                    self.pos = start + 1;
                    if self.depth == 0 {
                        return Token::Stray(Span::new(start, start + 1));
                    }
                    self.depth -= 1;
                    return Token::Close(start);
                }
                Class::Dollar => {
                    let mut end = start + 1;
                    while let Some(b'0'..=b'9') = self.bytes.get(end) {
                        end += 1;
                    }
                    self.pos = end;
                    let span = Span::new(start, end);
                    self.leave_tags();
                    return if end == start + 1 {
                        Token::Stray(span)
                    } else {
                        Token::Nag(span)
                    };
                }
                Class::Mark => {
                    self.pos = self.run(start, |byte| class(byte) == Class::Mark);
                    self.leave_tags();
                    return Token::Glyph(Span::new(start, self.pos));
                }
                Class::Star => {
                    self.pos = start + 1;
                    return self.result(GameResult::Unfinished, Span::new(start, start + 1), true);
                }
                Class::Semicolon => {
                    let end = self.line_end(start);
                    self.pos = end;
                    self.leave_tags();
                    return Token::Comment {
                        span: Span::new(start + 1, end),
                        closed: true,
                    };
                }
                Class::Percent => {
                    let end = if self.begins_line(start) {
                        self.line_end(start)
                    } else {
                        start + 1
                    };
                    let escape = end > start + 1 || self.begins_line(start);
                    self.pos = end;
                    if !escape {
                        return Token::Stray(Span::new(start, end));
                    }
                }
                Class::Bracket => return self.bracket(),
                Class::Other => {
                    self.pos = self.run(start, |byte| class(byte) == Class::Other);
                    return Token::Stray(Span::new(start, self.pos));
                }
            }
        }
    }

    /// Looks for what movetext is mostly made of, with few branches; leaves everything else to [`next`](Self::next).
    #[inline(always)]
    pub(crate) fn quick(&mut self) -> Quick {
        if self.phase != Phase::Moves {
            return Quick::Other;
        }
        let mut at = self.pos;
        loop {
            let Some(&first) = self.bytes.get(at) else {
                self.pos = at;
                return Quick::Other;
            };
            if first.is_ascii_alphabetic() {
                self.pos = at;
                return self.quick_symbol(at);
            }
            if first == b' ' || first == b'\n' || first == b'.' {
                at += 1;
            } else if first.is_ascii_digit() {
                let mut end = at + 1;
                while let Some(b'0'..=b'9') = self.bytes.get(end) {
                    end += 1;
                }
                let Some(b'.' | b' ') = self.bytes.get(end) else {
                    self.pos = at;
                    return Quick::Other;
                };
                at = end + 1;
            } else {
                self.pos = at;
                return match first {
                    b'{' => Quick::Comment,
                    _ => Quick::Other,
                };
            }
        }
    }

    /// A symbol of 2 to 7 letters that is plain to see.
    #[allow(
        clippy::indexing_slicing,
        reason = "a byte is below 256, and the indices of eight bytes below 8"
    )]
    #[inline(always)]
    fn quick_symbol(&mut self, start: usize) -> Quick {
        let Some(&word) = self.rest(start).first_chunk::<8>() else {
            return Quick::Other;
        };
        // All eight at once: that costs less than to guess where the word ends.
        let mut rest = 0;
        let mut index = 0;
        while index < 8 {
            rest |= u32::from(ENDS[word[index] as usize]) << index;
            index += 1;
        }
        let length = (rest | 0x100).trailing_zeros() as usize;
        let (Some(last), Some(&next)) = (word.get(length.wrapping_sub(1)), word.get(length)) else {
            return Quick::Other;
        };
        let tidy_end = last.is_ascii_alphanumeric()
            || *last == b'#'
            || *last == b'+' && {
                let before = word.get(length.wrapping_sub(2));
                before.is_some_and(u8::is_ascii_alphanumeric)
            };
        let decoration = length == 1 || length == 2 && word[..2] == *b"ep";
        if !tidy_end || decoration || next >= 0x80 || next == b'.' || next == b'(' {
            return Quick::Other;
        }
        self.pos = start + length;
        Quick::Move(Span::new(start, start + length))
    }

    /// Goes on to the end of the variation that has just been opened, without telling what stands in it.
    pub(crate) fn skip_variation(&mut self) {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            if self.next() == Token::End {
                return;
            }
        }
    }

    /// Goes on to the first token of the movetext, which is left where it is.
    ///
    /// Used by the splitter, which needs to know of tags only where they end.
    pub(crate) fn skip_tags(&mut self) {
        self.skip_plain_tags();
        loop {
            let before = self.pos;
            let token = self.next();
            if matches!(self.phase, Phase::Moves | Phase::After) {
                // The caller looks at the movetext as a whole, from its first byte.
                self.pos = before;
                self.phase = Phase::Moves;
                self.depth = 0;
                return;
            }
            if token == Token::End {
                return;
            }
        }
    }

    /// Passes over tags that stand one to a line without blank lines, as nearly all do.
    fn skip_plain_tags(&mut self) {
        while self.bytes.get(self.pos) == Some(&b'[')
            && let Some(tag) = quick_tag(self.bytes, self.pos)
        {
            self.event_seen |= tag.name.of(self.bytes) == b"Event";
            self.tag = tag;
            self.phase = Phase::Tags;
            self.pos = tag.whole.end;
            if self.bytes.get(self.pos) != Some(&b'\n') {
                return;
            }
            self.pos += 1;
        }
    }

    /// Movetext begins, or has begun. `false` if the game was over, so that this is the next one.
    #[cold]
    fn enter_moves(&mut self) -> bool {
        if self.phase == Phase::After {
            return false;
        }
        self.phase = Phase::Moves;
        true
    }

    /// A comment or NAG after the tags belongs to the movetext; before them it decides nothing.
    fn leave_tags(&mut self) {
        if self.phase == Phase::Tags {
            self.phase = Phase::Moves;
        }
    }

    fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest(from);
        from + rest
            .iter()
            .position(|&byte| !belongs(byte))
            .unwrap_or(rest.len())
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = self.rest(from);
        from + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    /// Whether this is the first byte of a line.
    fn begins_line(&self, at: usize) -> bool {
        match at.checked_sub(1).and_then(|before| self.bytes.get(before)) {
            None => true,
            Some(&byte) => is_newline(byte),
        }
    }

    /// Whether nothing but blanks stand before this byte on its line.
    fn leads_line(&self, at: usize) -> bool {
        let before = self.bytes.get(..at).unwrap_or_default();
        before
            .strip_suffix(BOM)
            .unwrap_or(before)
            .iter()
            .rev()
            .find(|&&byte| byte != b' ' && byte != b'\t')
            .is_none_or(|&byte| is_newline(byte))
    }

    fn result(&mut self, result: GameResult, span: Span, exact: bool) -> Token {
        if self.depth == 0 {
            self.phase = Phase::After;
        } else {
            self.leave_tags();
        }
        Token::Result {
            result,
            span,
            exact,
        }
    }

    /// A token that begins with digits; `None` for a move number.
    #[cold]
    fn digits(&mut self, start: usize, digits_end: usize) -> Option<Token> {
        let end = self.run(digits_end, continues_symbol);
        let span = Span::new(start, end);
        let run = span.of(self.bytes);
        if let Some((result, exact)) = result_of(run) {
            self.pos = end;
            return Some(self.result(result, span, exact));
        }
        if self.phase != Phase::Moves && !self.enter_moves() {
            return Some(Token::End);
        }
        if end == digits_end {
            self.pos = end;
            return None;
        }
        if castles_with_zeros(run) {
            self.pos = end;
            let plain = run.is_ascii();
            return Some(Token::Symbol { span, plain });
        }
        if matches!(self.bytes.get(digits_end), Some(byte) if byte.is_ascii_alphabetic() || *byte >= 0x80 || *byte == b'-')
        {
            // `1e4`, `1♘f3`, `1--`: a number without its dot.
            self.pos = digits_end;
            return None;
        }
        self.pos = end;
        Some(Token::Stray(span))
    }

    /// A symbol with something unusual in it or behind it; `None` if it was only decoration.
    #[cold]
    fn odd_symbol(&mut self, span: Span) -> Option<Token> {
        let mut span = span;
        let text = span.of(self.bytes);
        if let Some((result, exact)) = result_of(text) {
            return Some(self.result(result, span, exact));
        }
        let after = self.rest(span.end);
        if text.ends_with(b"e") && after.starts_with(b".p") {
            // `exd6 e.p.` or `exd6e.p.`
            self.pos = span.end + 2 + usize::from(after.starts_with(b".p."));
            span.end -= 1;
            if span.end == span.start {
                return None;
            }
        } else if let [b'(', b'A'..=b'Z' | b'a'..=b'z', b')', ..] = after
            && matches!(text.last(), Some(b'1' | b'8'))
        {
            // `gxf8(Q)`
            span.end += 3;
            self.pos = span.end;
        }
        let plain = span.of(self.bytes).is_ascii();
        Some(Token::Symbol { span, plain })
    }

    /// A comment in braces.
    #[inline(always)]
    pub(crate) fn comment(&mut self) -> Token {
        let inner = self.pos + 1;
        self.leave_tags();
        let rest = self.rest(inner);
        match memchr2(b'{', b'}', rest) {
            Some(length) if length < COMMENT_LOOKAHEAD && rest.get(length) == Some(&b'}') => {
                self.pos = inner + length + 1;
                Token::Comment {
                    span: Span::new(inner, inner + length),
                    closed: true,
                }
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
                    let span = Span::new(inner, tag);
                    return Token::Comment {
                        span,
                        closed: false,
                    };
                }
            }
        }
        self.pos = (limit + 1).min(self.bytes.len());
        Token::Comment {
            span: Span::new(inner, limit),
            closed: close.is_some(),
        }
    }

    /// The first line between two places that begins a tag pair for certain.
    fn tag_line(&self, from: usize, to: usize) -> Option<usize> {
        let region = self.bytes.get(from..to).unwrap_or_default();
        memchr_iter(b'[', region)
            .map(|index| from + index)
            .find(|&at| looks_like_tag(self.rest(at)) && self.leads_line(at))
    }

    /// `[`: a tag, the next game, or a stray bracket.
    #[cold]
    fn bracket(&mut self) -> Token {
        let start = self.pos;
        match self.phase {
            Phase::Head | Phase::Tags => {
                if self.begins_next_game(start) {
                    return Token::End;
                }
                self.tag = quick_tag(self.bytes, start).unwrap_or_else(|| self.slow_tag(start));
                self.pos = self.tag.whole.end;
                self.phase = Phase::Tags;
                self.event_seen |= self.tag.name.of(self.bytes) == b"Event";
                Token::Tag
            }
            Phase::After if may_begin_tag(self.rest(start)) => Token::End,
            Phase::Moves if may_begin_tag(self.rest(start)) && self.leads_line(start) => Token::End,
            Phase::Moves | Phase::After => {
                let line = self.line_end(start);
                let text = self.bytes.get(start..line).unwrap_or_default();
                let end = memchr(b']', text).map_or(start + 1, |length| start + length + 1);
                self.pos = end;
                Token::Stray(Span::new(start, end))
            }
        }
    }

    /// A second `Event` after a blank line: the game before had tags only.
    fn begins_next_game(&self, start: usize) -> bool {
        if !self.event_seen || !self.rest(start).starts_with(b"[Event") {
            return false;
        }
        let after_name = self.bytes.get(start + 6);
        let gap = self.bytes.get(self.tag.whole.end..start);
        matches!(after_name, Some(b' ' | b'\t' | b'"')) && gap.is_some_and(has_blank_line)
    }

    /// A tag pair in any shape.
    fn slow_tag(&self, start: usize) -> TagToken {
        let blank = |byte: u8| byte == b' ' || byte == b'\t';
        let name_start = self.run(start + 1, blank);
        let name_end = self.run(name_start, |byte| {
            !is_space(byte) && byte != b'"' && byte != b']' && byte != b'['
        });
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
        let flaw = if value.start == value.end {
            TagFlaw::NoValue
        } else {
            TagFlaw::Unquoted
        };
        TagToken {
            // Never empty, so that the lexer always gets on.
            whole: Span::new(
                start,
                (value_end + usize::from(bracket.is_some())).max(start + 1),
            ),
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
            if let Some(lone) = lone_return(rest, length) {
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
                            return TagToken {
                                whole: Span::new(start, next + 1),
                                name,
                                value,
                                flaw,
                            };
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
            || self
                .bytes
                .get(from..to)
                .is_some_and(|gap| gap.iter().any(|&byte| is_newline(byte)))
    }

    /// A value that nobody closed: what stands up to the end of its line.
    fn broken_value(&self, start: usize, name: Span, value_start: usize, end: usize) -> TagToken {
        let mut value = trim(self.bytes, Span::new(value_start, end));
        for closing in [b']', b'"'] {
            if value.end > value.start && value.of(self.bytes).last() == Some(&closing) {
                value.end -= 1;
            }
        }
        TagToken {
            whole: Span::new(start, end),
            name,
            value,
            flaw: Some(TagFlaw::Unterminated),
        }
    }
}

/// The tag pair in its usual shape: `[Name "value"]`, no escapes.
#[inline]
fn quick_tag(bytes: &[u8], start: usize) -> Option<TagToken> {
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

/// How many letters, digits and underscores there are; `None` if more than 31, or the end is near.
#[allow(
    clippy::indexing_slicing,
    reason = "a byte is below 256, and the indices of 16 bytes below 16"
)]
#[inline(always)]
fn name_length(bytes: &[u8]) -> Option<usize> {
    let mut before = 0;
    while before < 32 {
        // Sixteen at once: that costs less than to guess where the name ends.
        let chunk = bytes.get(before..)?.first_chunk::<16>()?;
        let mut ends: u32 = 0;
        let mut index = 0;
        while index < 16 {
            ends |= u32::from(NAME_ENDS[chunk[index] as usize]) << index;
            index += 1;
        }
        if ends != 0 {
            return Some(before + ends.trailing_zeros() as usize);
        }
        before += 16;
    }
    None
}

/// 1 for each byte that is not part of a tag's name.
const NAME_ENDS: [u8; 256] = {
    let mut table = [1; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' {
            table[byte] = 0;
        }
        byte += 1;
    }
    table
};

/// Whether a bracket at the start of a line begins a tag rather than something like `[%clk`.
pub(crate) fn may_begin_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else {
        return false;
    };
    let next = rest.iter().take(16).find(|&&b| b != b' ' && b != b'\t');
    next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether a tag pair begins here for certain: bracket, name, quote.
fn looks_like_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else {
        return false;
    };
    let name = rest
        .iter()
        .take(64)
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let next = rest.iter().skip(name).take(8);
    let after = next.copied().find(|&b| b != b' ' && b != b'\t');
    name > 0 && after == Some(b'"')
}

/// The first CR before `limit` that no LF follows: a line end of its own.
fn lone_return(bytes: &[u8], limit: usize) -> Option<usize> {
    memchr_iter(b'\r', bytes.get(..limit)?).find(|at| bytes.get(at + 1) != Some(&b'\n'))
}

fn has_blank_line(gap: &[u8]) -> bool {
    let mut line_was_blank = false;
    for &byte in gap {
        match byte {
            b'\n' if line_was_blank => return true,
            b'\n' => line_was_blank = true,
            // CR LF is one line end; two lone CRs are a blank line.
            b'\r' | b' ' | b'\t' => {}
            _ => line_was_blank = false,
        }
    }
    gap.windows(2).any(|pair| pair == b"\r\r")
}

fn trim(bytes: &[u8], span: Span) -> Span {
    let text = span.of(bytes);
    let leading = text.iter().take_while(|&&byte| is_space(byte)).count();
    let trailing = text
        .iter()
        .rev()
        .take_while(|&&byte| is_space(byte))
        .count();
    let start = span.start + leading;
    Span::new(start, span.end.saturating_sub(trailing).max(start))
}

/// The result that a whole word spells, and whether as the standard does.
pub(crate) fn result_of(word: &[u8]) -> Option<(GameResult, bool)> {
    if let Some(result) = GameResult::from_ascii(word) {
        return Some((result, true));
    }
    if word.len() > LONGEST_RESULT {
        return None;
    }
    if word == b"1/2" {
        return Some((GameResult::Draw, false));
    }
    if word.is_ascii() {
        return None;
    }
    // Bytes that are no UTF-8 are Latin-1: `½` alone is 0xBD.
    let text = crate::text::decode(word).0;
    let plain: String = text
        .chars()
        .map(|c| if is_dash(c) { '-' } else { c })
        .collect();
    let result = GameResult::from_ascii(plain.as_bytes());
    let half = matches!(plain.as_str(), "½-½" | "½");
    result
        .or(half.then_some(GameResult::Draw))
        .map(|result| (result, false))
}

/// Hyphens, dashes and the minus sign, which all stand for `-` here and there.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// `0-0`, `0–0-0+` and so on.
fn castles_with_zeros(word: &[u8]) -> bool {
    let [b'0', rest @ ..] = word else {
        return false;
    };
    let after = match rest {
        [b'-', after @ ..] => after,
        [0xE2, 0x80 | 0x88, _, after @ ..] => after,
        _ => return false,
    };
    after.first() == Some(&b'0')
}

#[cfg(test)]
mod tests;
