//! From bytes to tokens: the one place that knows where comments, tags, moves and games begin and end.
//!
//! The splitter and the reader run the same lexer, so that they cannot disagree about where a game ends.

mod class;
mod tag;

use memchr::{memchr, memchr_iter, memchr2};

use pinsight_rules::PlainSan;

use crate::GameResult;
use class::{Class, ENDS, class, continues_symbol, is_newline, run_of};
use tag::{looks_like_tag, quick_tag, tag_name};

pub(crate) use class::is_space;
pub(crate) use tag::{TagFlaw, TagToken, may_begin_tag};

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
    Result { result: GameResult, span: Span, exact: bool },
    /// Bytes that mean nothing here.
    Stray(Span),
    /// The game, or the bytes, end here.
    End,
}

/// What [`Lexer::quick`] finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quick {
    /// A plain move.
    Plain(Span, PlainSan),
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

/// A comment that holds a line like a tag pair is believed to be closed only if its brace comes within this distance.
const COMMENT_LOOKAHEAD: usize = 1 << 20;

/// What stands in stray brackets is set aside with them up to this length. The splitter's slack covers it.
const LONGEST_BRACKET: usize = 48;

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
    /// The tags of the roster that were seen, one bit each.
    roster: u8,
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
            tag: TagToken { whole: none, name: none, value: none, flaw: None },
            roster: 0,
            complete,
        }
    }

    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
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
                    return if end == start + 1 { Token::Stray(span) } else { Token::Nag(span) };
                }
                Class::Mark => {
                    self.pos = self.run(start, |byte| class(byte) == Class::Mark);
                    return Token::Glyph(Span::new(start, self.pos));
                }
                Class::Star => {
                    self.pos = start + 1;
                    return self.result(GameResult::Unfinished, Span::new(start, start + 1), true);
                }
                Class::Semicolon => {
                    let end = self.line_end(start);
                    self.pos = end;
                    return Token::Comment { span: Span::new(start + 1, end), closed: true };
                }
                Class::Percent => {
                    let end = if self.begins_line(start) { self.line_end(start) } else { start + 1 };
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
        // Straight on, not a loop over kinds of bytes: so each question has its own place, and the processor learns
        // what the answer will be.
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(b'\0');
        let blank = |at: usize| usize::from(byte(at) == b' ' || byte(at) == b'\n');
        let mut at = self.pos + blank(self.pos);
        if byte(at).is_ascii_digit() {
            let number = at;
            while byte(at).is_ascii_digit() {
                at += 1;
            }
            if !matches!(byte(at), b'.' | b' ') {
                self.pos = number;
                return Quick::Other;
            }
            while byte(at) == b'.' {
                at += 1;
            }
            at += blank(at);
        }
        let first = byte(at);
        self.pos = at;
        if first.is_ascii_alphabetic() {
            self.quick_symbol(at)
        } else if first == b'{' {
            Quick::Comment
        } else {
            Quick::Other
        }
    }

    /// A symbol of 2 to 7 letters that is plain to see.
    #[inline(always)]
    fn quick_symbol(&mut self, start: usize) -> Quick {
        let Some(&word) = self.rest(start).first_chunk::<{ PlainSan::CHUNK }>() else {
            return Quick::Other;
        };
        if let Some((san, length)) = PlainSan::read(word) {
            self.pos = start + length;
            return Quick::Plain(Span::new(start, start + length), san);
        }
        self.quick_word(start, word)
    }

    /// Castling, promotion, and what has no blank behind it.
    #[allow(clippy::indexing_slicing, reason = "a byte is below 256, and the indices of eight bytes below 8")]
    fn quick_word(&mut self, start: usize, word: [u8; 8]) -> Quick {
        let length = run_of(&word, &ENDS);
        let (Some(last), Some(&next)) = (word.get(length.wrapping_sub(1)), word.get(length)) else {
            return Quick::Other;
        };
        let tidy_end = last.is_ascii_alphanumeric()
            || *last == b'#'
            || *last == b'+' && {
                let before = word.get(length.wrapping_sub(2));
                before.is_some_and(u8::is_ascii_alphanumeric)
            };
        let decoration = length == 1 || length == 2 && word.starts_with(b"ep");
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
            let bit = roster_bit(tag.name.of(self.bytes));
            if bit == FIRST_OF_ROSTER && self.roster == WHOLE_ROSTER {
                // The next game's.
                return;
            }
            self.roster |= bit;
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

    fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest(from);
        from + rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len())
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
        }
        Token::Result { result, span, exact }
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
            // `gxf8(Q)+`
            span.end = self.run(span.end + 3, |byte| byte == b'+' || byte == b'#');
            self.pos = span.end;
        } else if after.starts_with(b".") {
            // `e52.Nf3`: the number of the next move.
            span.end -= glued_number(text);
            self.pos = span.end;
        }
        let plain = span.of(self.bytes).is_ascii();
        Some(Token::Symbol { span, plain })
    }

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

    /// `[`: a tag, the next game, or a stray bracket.
    #[cold]
    fn bracket(&mut self) -> Token {
        let start = self.pos;
        match self.phase {
            Phase::Head | Phase::Tags => {
                let quick = quick_tag(self.bytes, start);
                let name = quick.map_or_else(|| tag_name(self.rest(start)), |tag| tag.name.of(self.bytes));
                let bit = roster_bit(name);
                if self.begins_next_game(start, bit) {
                    return Token::End;
                }
                self.tag = quick.unwrap_or_else(|| self.slow_tag(start));
                self.pos = self.tag.whole.end;
                self.phase = Phase::Tags;
                self.roster |= if quick.is_some() { bit } else { roster_bit(self.tag.name.of(self.bytes)) };
                Token::Tag
            }
            Phase::After if may_begin_tag(self.rest(start)) => Token::End,
            Phase::Moves if may_begin_tag(self.rest(start)) && self.leads_line(start) => Token::End,
            Phase::Moves | Phase::After => {
                // Such as `[%clk 0:05:00]` without its braces.
                let rest = self.rest(start);
                let near = rest.get(..LONGEST_BRACKET).unwrap_or(rest);
                let closing = near.iter().position(|&b| b == b']' || is_newline(b));
                let closed = closing.filter(|&length| near.get(length) == Some(&b']'));
                let end = start + 1 + closed.unwrap_or(0);
                self.pos = end;
                Token::Stray(Span::new(start, end))
            }
        }
    }

    /// Whether the game before had tags only, given the next tag's bit: a tag of the roster comes again after a blank line, or the whole roster
    /// was there and begins again.
    fn begins_next_game(&self, start: usize, bit: u8) -> bool {
        if self.roster & bit == 0 {
            return false;
        }
        let gap = self.bytes.get(self.tag.whole.end..start);
        let whole_roster_again = self.roster == WHOLE_ROSTER && bit == FIRST_OF_ROSTER;
        whole_roster_again || gap.is_some_and(has_blank_line)
    }
}

/// All bits of the roster.
const WHOLE_ROSTER: u8 = 0x7F;
/// The bit of `Event`, with which a game begins.
const FIRST_OF_ROSTER: u8 = 1;

/// The bit of a tag of the roster; none for other tags.
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

/// How many digits at the end of a word that a dot follows are a move number rather than part of the move.
fn glued_number(word: &[u8]) -> usize {
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    match word.get(..word.len() - digits).and_then(<[u8]>::last) {
        // The first digit is the square's.
        Some(b'a'..=b'h') => digits.saturating_sub(1),
        Some(b'+' | b'#' | b'-' | b'O' | b'o' | b'K' | b'Q' | b'R' | b'B' | b'N') => digits,
        _ => 0,
    }
}

/// The length of a comment of less than 32 bytes without a brace in it, found without a call: eight bytes at a time.
#[inline(always)]
fn short_comment(bytes: &[u8]) -> Option<usize> {
    let chunk = bytes.first_chunk::<32>()?;
    let (words, _) = chunk.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let (open, close) = (places_of(b'{', word), places_of(b'}', word));
        if open | close != 0 {
            let first = (open | close).trailing_zeros();
            let closes = close.trailing_zeros() == first;
            return closes.then_some(index * 8 + first as usize / 8);
        }
    }
    None
}

/// The high bit of each byte that equals the wanted one; only the lowest is certain.
#[inline(always)]
fn places_of(wanted: u8, word: u64) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let other = word ^ (LOW * wanted as u64);
    other.wrapping_sub(LOW) & !other & HIGH
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
    let plain: String = text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
    let result = GameResult::from_ascii(plain.as_bytes());
    let half = matches!(plain.as_str(), "½-½" | "½");
    result.or(half.then_some(GameResult::Draw)).map(|result| (result, false))
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
