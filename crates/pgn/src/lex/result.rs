//! Results, and words that resemble them.

use pinsight_rules::Color;

use super::class::continues_word;
use super::{Lexer, Phase, Span, Token};
use crate::result::GameResult;
use crate::text::is_newline;

/// Parses a word as a result, and tells whether it is in the standard spelling.
pub(crate) fn result_of(word: &[u8]) -> Option<(GameResult, bool)> {
    if let Some(result) = GameResult::from_ascii(word) {
        return Some((result, true));
    }
    if score(word) == Some((1, word.len())) {
        return Some((GameResult::Draw, false));
    }
    let (result, length) = score_pair(word)?;
    (length == word.len()).then_some((result, false))
}

/// Parses two scores with a dash or colon between them, and returns their length: `1 - 0`, `1:0`, `0.5-0.5`, `½–½`.
fn score_pair(bytes: &[u8]) -> Option<(GameResult, usize)> {
    let rest = |at: usize| bytes.get(at..).unwrap_or_default();
    let blanks = |at: usize| rest(at).iter().take_while(|&&byte| byte == b' ').count();
    let (white, length) = score(bytes)?;
    let before = blanks(length);
    let at = length + before;
    let at = at + separator(rest(at))?;
    let after = blanks(at);
    if (before == 0) != (after == 0) {
        return None;
    }
    let at = at + after;
    let (black, length) = score(rest(at))?;
    let result = match (white, black) {
        (2, 0) => GameResult::Win(Color::White),
        (0, 2) => GameResult::Win(Color::Black),
        (1, 1) => GameResult::Draw,
        _ => return None,
    };
    Some((result, at + length))
}

/// Parses a score in half points, and returns its length.
fn score(bytes: &[u8]) -> Option<(u8, usize)> {
    // `½` in UTF-8 and in Windows-1252.
    const SCORES: [(&[u8], u8); 7] =
        [(b"1/2", 1), (b"\xC2\xBD", 1), (b"\xBD", 1), (b"0.5", 1), (b"0,5", 1), (b"1", 2), (b"0", 0)];
    let known = SCORES.iter().find(|(spelling, _)| bytes.starts_with(spelling));
    known.map(|(spelling, score)| (*score, spelling.len()))
}

/// Returns the length of the dash, minus or colon that the bytes begin with.
fn separator(bytes: &[u8]) -> Option<usize> {
    match bytes {
        // 0x96 and 0x97 are dashes in Windows-1252.
        [b'-' | b':' | 0x96 | 0x97, ..] => Some(1),
        [0xE2, 0x80, 0x90..=0x95, ..] | [0xE2, 0x88, 0x92, ..] => Some(3),
        _ => None,
    }
}

/// Whether a word begins with castling in zeros: `0-0`, `0–0-0+`, `00-0`.
pub(super) fn castles_with_zeros(word: &[u8]) -> bool {
    let ([b'0', b'0', rest @ ..] | [b'0', rest @ ..]) = word else {
        return false;
    };
    let dash = separator(rest).filter(|_| rest.first() != Some(&b':'));
    dash.is_some_and(|length| rest.get(length) == Some(&b'0'))
}

/// The number of bytes examined after a result. The splitter's slack covers it.
const NEAR: usize = 48;

impl Lexer<'_> {
    /// Reads a result.
    ///
    /// The splitter does not look for results with blanks, colons or decimals: they end the game only where it stops to
    /// look anyway, before a blank line, a tag line and the end.
    pub(super) fn result(&mut self, result: GameResult, span: Span, exact: bool) -> Token {
        self.pos = span.end;
        if self.depth == 0 {
            let is_noticed = exact || !span.of(self.bytes).iter().any(|byte| b" :,.".contains(byte));
            let ends = is_noticed || self.phase == Phase::After || self.ends_block(span.end);
            self.phase = if ends { Phase::After } else { Phase::Moves };
        }
        Token::Result { result, span, exact }
    }

    /// Reads a result that is more than one word: `1 - 0`, `1/2 - 1/2`, `0.5-0.5`.
    pub(super) fn spaced_result(&mut self, score: Span) -> Option<Token> {
        let start = score.start;
        if score.end > start + 2 || self.bytes.get(score.end) == Some(&b'.') && score.of(self.bytes) != b"0" {
            return None;
        }
        let rest = self.rest(start);
        let near = rest.get(..NEAR).unwrap_or(rest);
        let (result, length) = score_pair(near)?;
        let span = Span::new(start, start + length);
        let is_one_word = span.of(self.bytes).iter().all(|&byte| continues_word(byte));
        let is_whole = self.bytes.get(span.end).is_none_or(|&byte| !continues_word(byte));
        (is_whole && !is_one_word).then(|| self.result(result, span, false))
    }

    /// Whether only blanks precede the next blank line, tag line or end.
    fn ends_block(&self, from: usize) -> bool {
        let rest = self.rest(from);
        let near = rest.get(..NEAR).unwrap_or(rest);
        let mut lines = 0;
        for (index, &byte) in near.iter().enumerate() {
            match byte {
                b'\r' if near.get(index + 1) == Some(&b'\n') => {}
                b'\n' | b'\r' if lines == 1 => return true,
                b'\n' | b'\r' => lines += 1,
                b' ' | b'\t' => {}
                b'[' => return lines == 1,
                _ => return false,
            }
        }
        near.len() == rest.len()
    }

    /// Finds words in parentheses after the result, such as `(time)`. Digits mean that it is a variation.
    pub(super) fn note(&self, start: usize) -> Option<Span> {
        let rest = self.rest(start);
        let near = rest.get(..NEAR).unwrap_or(rest);
        let length = near.iter().position(|&byte| byte == b')')? + 1;
        let inside = near.get(1..length - 1)?;
        let is_text = |&byte: &u8| !is_newline(byte) && !byte.is_ascii_digit() && !b"({[".contains(&byte);
        (inside.iter().all(is_text) && inside.iter().any(|&byte| continues_word(byte)))
            .then(|| Span::new(start, start + length))
    }

    /// Whether the last bytes of a word may be a result: `Qh4#0-1`.
    #[inline(always)]
    pub(super) fn may_end_with_result(&self, word: Span) -> bool {
        let sign = word.end.checked_sub(2).and_then(|at| self.bytes.get(at));
        matches!(sign, Some(b'-' | b'/')) && word.end - word.start > 4
    }

    /// Whether no blank precedes a result.
    pub(crate) fn is_glued(&self, result: Span) -> bool {
        let before = result.start.checked_sub(1).and_then(|at| self.bytes.get(at));
        before.is_some_and(|&byte| byte.is_ascii() && continues_word(byte))
    }
}

/// Returns the length of a word without the result glued to its end, if the rest may be a move.
pub(super) fn before_glued_result(word: &[u8]) -> Option<usize> {
    let results: [&[u8]; 3] = [b"1/2-1/2", b"1-0", b"0-1"];
    let rest = results.iter().find_map(|&result| word.strip_suffix(result))?;
    let ends_with_square = matches!(rest, [.., b'a'..=b'h', b'1'..=b'8']);
    let ends_with_sign = matches!(rest, [_, .., b'Q' | b'R' | b'B' | b'N' | b'O' | b'+' | b'#']);
    (ends_with_square || ends_with_sign).then_some(rest.len())
}
