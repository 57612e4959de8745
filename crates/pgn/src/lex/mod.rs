//! The lexer: tags, words, numbers, comments, NAGs, parentheses and results.
//!
//! The splitter and the replay loop use the same lexer, so they agree on where a game ends.

mod blank;
mod class;
mod comment;
mod names;
mod number;
mod result;
mod span;
mod tag;
mod word;

use memchr::memchr2;
use pinsight_rules::Color;

use crate::result::GameResult;
use crate::text::is_newline;
use class::{Class, class, continues_word};

pub(crate) use comment::COMMENT_LOOKAHEAD;
pub(crate) use names::TagNames;
pub(crate) use number::{MoveNumber, spaced_castling};
pub(crate) use result::result_of;
pub(crate) use span::Span;
pub use tag::RawTag;
pub(crate) use tag::{TagFlaw, looks_like_tag, may_begin_tag};
pub(crate) use word::{Word, word_length};

/// A token. White space, move numbers and dots are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// A tag pair; [`Lexer::tag`] has its parts.
    Tag,
    /// A word that should be a move.
    Word(Span),
    /// `$12`, sign included.
    Nag(Span),
    /// `!`, `??` and the like.
    Glyph(Span),
    /// `(`
    Open(usize),
    /// `)` that closes an open variation.
    Close(usize),
    /// The text between braces, or after a semicolon.
    Comment { span: Span, closed: bool },
    /// A result; `exact` if in the standard spelling.
    Result { result: GameResult, span: Span, exact: bool },
    /// A line that begins with `%`, without its end.
    Escape(Span),
    /// Words after the result, on the same line or in parentheses: `(time)`.
    Note(Span),
    /// Bytes that form no token.
    Stray(Span),
    /// The end of the game or of the bytes.
    End,
}

/// The kind of the next token in movetext, found without reading it: see [`Lexer::look_ahead`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ahead {
    /// A word that begins with an ASCII letter.
    Word,
    /// A brace comment.
    Comment,
    /// Anything else.
    Other,
}

/// The part of the game the lexer is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Before the first tag or move.
    Head,
    /// After a tag.
    Tags,
    /// In the movetext.
    Moves,
    /// After the terminator.
    After,
}

/// The byte order mark.
pub(crate) const BOM: &[u8; 3] = b"\xEF\xBB\xBF";

/// The lexer. Takes linear time, does not recurse, accepts any bytes.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    pos: usize,
    phase: Phase,
    depth: usize,
    tag: tag::TagToken,
    /// The tags of the roster seen so far, one bit each, and a bit for any tag.
    roster: u8,
    /// A move number before the next word.
    number: Option<MoveNumber>,
    /// Whether the number of the first move has been read.
    has_move_one: bool,
    /// The first character in the movetext that is a blank other than space and line end.
    odd_blank: Option<Span>,
    /// The end of the last result outside variations, or of the text after it.
    result_end: usize,
    /// The closing brace of the last comment that contains an opening one.
    nested: Option<usize>,
    /// Whether the text ends with these bytes.
    complete: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(bytes: &'a [u8], complete: bool) -> Self {
        let tag = tag::TagToken::default();
        Self {
            bytes,
            pos: 0,
            phase: Phase::Head,
            depth: 0,
            tag,
            roster: 0,
            number: None,
            has_move_one: false,
            odd_blank: None,
            result_end: 0,
            nested: None,
            complete,
        }
    }

    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of open variations.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The bytes from the current one on.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> &'a [u8] {
        self.rest(self.pos)
    }

    /// Skips `count` bytes: a word that the caller has read.
    #[inline(always)]
    pub(crate) fn advance(&mut self, count: usize) {
        self.pos += count;
    }

    #[inline(always)]
    fn rest(&self, from: usize) -> &'a [u8] {
        self.bytes.get(from..).unwrap_or_default()
    }

    /// Skips a blank, and the move number `expected` of `turn` with the blank after it, before a word or comment in
    /// movetext. Returns what follows; skips nothing before anything else.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, expected: u16, turn: Color) -> Ahead {
        let Some(&chunk) = self.remaining().first_chunk() else {
            return Ahead::Other;
        };
        if self.phase != Phase::Moves {
            return Ahead::Other;
        }
        let is_blank = |byte: u8| byte == b' ' || byte == b'\n';
        let mut letters = u64::from_le_bytes(chunk);
        let mut at = self.pos;
        if is_blank(letters as u8) {
            letters >>= 8;
            at += 1;
        }
        let mut next = letters as u8;
        if let Some(length) = number::length_of(expected, turn, letters) {
            at += length;
            next = self.bytes.get(at).copied().unwrap_or(b'\0');
            if is_blank(next) {
                at += 1;
                next = self.bytes.get(at).copied().unwrap_or(b'\0');
            }
        }
        let ahead = match next {
            b'a'..=b'z' | b'A'..=b'Z' => Ahead::Word,
            b'{' => Ahead::Comment,
            _ => return Ahead::Other,
        };
        self.pos = at;
        ahead
    }

    /// Reads the next token.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Token {
        loop {
            let start = self.pos;
            let Some(&first) = self.bytes.get(start) else {
                return Token::End;
            };
            match class(first) {
                Class::Space | Class::Dot => self.pos = start + 1,
                Class::Tab => self.skip_odd_blank(Span::new(start, start + 1)),
                Class::Letter => {
                    if first >= 0x80 && self.skip_blank(start) {
                        continue;
                    }
                    if self.phase != Phase::Moves && !self.enter_moves(start) {
                        return self.after_result(start);
                    }
                    match self.word(start) {
                        Some(token) => return token,
                        None => continue,
                    }
                }
                Class::Digit => match self.digits(start) {
                    Some(token) => return token,
                    None => continue,
                },
                Class::Brace => return self.comment(),
                Class::Open => return self.open(start),
                Class::Close => return self.close(start),
                Class::Dollar => {
                    self.pos = self.run(start + 1, |byte| byte.is_ascii_digit());
                    let span = Span::new(start, self.pos);
                    return if self.pos == start + 1 { Token::Stray(span) } else { Token::Nag(span) };
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
                    self.pos = self.line_end(start);
                    return Token::Comment { span: Span::new(start + 1, self.pos), closed: true };
                }
                Class::Percent => return self.percent(start),
                Class::Bracket => return self.bracket(),
                Class::Other | Class::Nul => {
                    self.pos = self.run(start, |byte| class(byte) == class(first));
                    return Token::Stray(Span::new(start, self.pos));
                }
            }
        }
    }

    /// Reads `(`: the start of a variation, or a note after the result.
    fn open(&mut self, start: usize) -> Token {
        if self.phase == Phase::After
            && let Some(note) = self.note(start)
        {
            self.pos = note.end;
            return Token::Note(note);
        }
        // No game begins with a variation.
        self.phase = Phase::Moves;
        self.pos = start + 1;
        self.depth += 1;
        Token::Open(start)
    }

    fn close(&mut self, start: usize) -> Token {
        self.pos = start + 1;
        if self.depth == 0 {
            return Token::Stray(Span::new(start, start + 1));
        }
        self.depth -= 1;
        Token::Close(start)
    }

    /// Reads `%`: an escape line, or a stray byte.
    fn percent(&mut self, start: usize) -> Token {
        if self.begins_line(start) {
            self.pos = self.line_end(start);
            return Token::Escape(Span::new(start, self.pos));
        }
        self.pos = start + 1;
        Token::Stray(Span::new(start, start + 1))
    }

    /// Skips to the end of the variation that was just opened.
    pub(crate) fn skip_variation(&mut self) {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            if self.next() == Token::End {
                return;
            }
        }
    }

    /// Reads a word; `None` for a bare `e.p.`.
    #[inline(always)]
    fn word(&mut self, start: usize) -> Option<Token> {
        let mut seen = 0;
        let mut end = start;
        let next = loop {
            match self.bytes.get(end) {
                Some(&byte) if continues_word(byte) => {
                    seen |= byte;
                    end += 1;
                }
                next => break next,
            }
        };
        self.pos = end;
        let span = Span::new(start, end);
        if seen >= 0x80 || matches!(next, Some(b'.' | b'(')) || self.may_end_with_result(span) {
            return self.odd_word(span);
        }
        Some(Token::Word(span))
    }

    /// Enters the movetext with a word; `false` if the game is over and the word is not a move of it.
    #[cold]
    fn enter_moves(&mut self, word: usize) -> bool {
        if self.phase == Phase::After && !self.continues_with(word) {
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

    /// Whether only blanks precede this byte on its line.
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
}

#[cfg(test)]
mod tests;
