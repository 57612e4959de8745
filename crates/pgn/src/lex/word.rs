//! Words: a move with what is attached to it.

use super::class::continues_word;
use super::result::{before_glued_result, result_of};
use super::{Lexer, Span, Token};
use crate::nag::Nag;
use crate::text::{decode, encoded_length};

impl Lexer<'_> {
    /// Finishes a word that is not ASCII, may end with a result or is followed by `.` or `(`; `None` for a bare `e.p.`.
    #[cold]
    pub(super) fn odd_word(&mut self, span: Span) -> Option<Token> {
        let mut span = Span::new(span.start, self.before_blank(span));
        self.pos = span.end;
        if let Some(token) = self.spaced_result(span) {
            return Some(token);
        }
        let text = span.of(self.bytes);
        if let Some((result, exact)) = result_of(text) {
            return Some(self.result(result, span, exact));
        }
        if let Some(length) = before_glued_result(text) {
            span.end = span.start + length;
            self.pos = span.end;
            return Some(Token::Word(span));
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
            // `e52.Nf3`
            span.end -= glued_number(text);
            self.pos = span.end;
        }
        Some(Token::Word(span))
    }

    /// Returns the number glued to the end of a word (`e52.`), as the span of both.
    pub(crate) fn glued_number(&self, word: Span) -> Option<Span> {
        let rest = self.bytes.get(word.end..)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (digits > 0 && rest.get(digits) == Some(&b'.')).then(|| Span::new(word.start, word.end + digits))
    }

    pub(super) fn word_end(&self, from: usize) -> usize {
        self.run(from, continues_word)
    }
}

/// Returns the length of the word that the bytes begin with.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| continues_word(byte)).count()
}

/// Counts the digits at the end of a word before a dot that are a move number rather than part of the move.
fn glued_number(word: &[u8]) -> usize {
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    match word.get(..word.len() - digits).and_then(<[u8]>::last) {
        // The first digit is the rank.
        Some(b'a'..=b'h') => digits.saturating_sub(1),
        Some(b'+' | b'#' | b'-' | b'O' | b'o' | b'K' | b'Q' | b'R' | b'B' | b'N') => digits,
        _ => 0,
    }
}

/// A word split into a move and the annotations glued to it.
pub(crate) struct Word {
    /// The length of the move in bytes; 0 if there are only annotations.
    pub(crate) san: usize,
    /// In reverse order.
    pub(crate) nags: Vec<Nag>,
}

impl Word {
    /// Splits annotations off the end; `None` if the rest cannot be a move.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        if is_plain(bytes) {
            return Some(Self { san: bytes.len(), nags: Vec::new() });
        }
        let word = decode(bytes);
        let mut nags = Vec::new();
        let mut rest: &str = &word;
        while !rest.is_empty() && !is_null_move(rest) {
            if let Some(nag) = Nag::from_glyph(rest) {
                nags.push(nag);
                rest = "";
            } else if rest == "ep" {
                rest = "";
            } else if let Some((before, nag)) = Nag::split_suffix(rest) {
                nags.push(nag);
                rest = before;
            } else {
                break;
            }
        }
        let san = encoded_length(bytes, rest.chars().count());
        if rest.is_empty() || is_null_move(rest) {
            return Some(Self { san, nags });
        }
        let is_no_move = !rest.contains(char::is_alphanumeric)
            || result_of(rest.as_bytes()).is_some()
            || before_glued_result(rest.as_bytes()).is_some();
        (!is_no_move).then_some(Self { san, nags })
    }
}

/// Whether an ASCII word has no annotation glued to it.
fn is_plain(word: &[u8]) -> bool {
    if !word.is_ascii() {
        return false;
    }
    match word {
        b"ep" => false,
        [first, .., before, last] => {
            first.is_ascii_alphanumeric()
                && (last.is_ascii_alphanumeric()
                    || *last == b'#'
                    || *last == b'+' && (before.is_ascii_alphanumeric() || *before == b'+'))
        }
        [first, last] => first.is_ascii_alphabetic() && last.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Null moves, which look like annotations: `--`.
fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "z0" | "null" | "@@@@" | "0000")
}
