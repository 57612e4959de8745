//! From bytes to tokens: the one place that knows where comments, tags, moves and games begin and end.
//!
//! The splitter and the reader run the same lexer, so that they cannot disagree about where a game ends.

mod class;
mod comment;
mod quick;
mod result;
mod tag;

use memchr::memchr2;

use crate::GameResult;
use class::{Class, class, continues_symbol, is_newline};
use result::castles_with_zeros;

pub(crate) use class::is_space;
pub(crate) use comment::COMMENT_LOOKAHEAD;
pub(crate) use quick::Quick;
pub(crate) use result::result_of;
pub(crate) use tag::{TagFlaw, TagToken, looks_like_tag, may_begin_tag};

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

/// The byte order mark, which some editors put before the text.
pub(crate) const BOM: &[u8; 3] = b"\xEF\xBB\xBF";

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

    /// Goes on to the end of the variation that has just been opened, without telling what stands in it.
    pub(crate) fn skip_variation(&mut self) {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            if self.next() == Token::End {
                return;
            }
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

#[cfg(test)]
mod tests;
