//! Results, and words that resemble them.

use pinsight_rules::{Color, is_invisible};

use super::class::continues_word;
use super::{Lexer, Phase, Span, Token};
use crate::result::GameResult;
use crate::text::{decode, is_newline};

/// Parses a word as a result; also returns whether it is in the standard spelling.
pub(crate) fn result_of(word: &[u8]) -> Option<(GameResult, bool)> {
    if let Some(result) = GameResult::from_ascii(word) {
        return Some((result, true));
    }
    let text = decode(word);
    let result = match text.contains(is_invisible) {
        true => odd_result(&text.replace(is_invisible, "")),
        false => odd_result(&text),
    };
    result.map(|result| (result, false))
}

/// Parses a result in any spelling.
fn odd_result(text: &str) -> Option<GameResult> {
    match text {
        "+:-" => return Some(GameResult::Win(Color::White)),
        "-:+" => return Some(GameResult::Win(Color::Black)),
        "=:=" => return Some(GameResult::Draw),
        _ => {}
    }
    let word = text.trim_end_matches(['+', '#']).as_bytes();
    if score(word) == Some((1, word.len())) {
        return Some(GameResult::Draw);
    }
    let (result, length) = score_pair(word)?;
    (length == word.len()).then_some(result)
}

/// Parses two scores with a dash or colon between them, and returns their length: `1 - 0`, `1:0`, `0.5-0.5`, `½–½`.
///
/// `1.0-0` is not a result: it may be castling at move 1.
fn score_pair(bytes: &[u8]) -> Option<(GameResult, usize)> {
    let rest = |at: usize| bytes.get(at..).unwrap_or_default();
    let blanks = |at: usize| rest(at).iter().take_while(|&&byte| byte == b' ').count();
    let (white, white_length) = score(bytes)?;
    let at = white_length + blanks(white_length);
    let at = at + separator(rest(at))?;
    let at = at + blanks(at);
    let (black, length) = score(rest(at))?;
    let is_decimal = |score: &[u8]| matches!(score, [_, b'.' | b',', _]);
    if is_decimal(bytes.get(..white_length)?) != is_decimal(rest(at).get(..length)?) {
        return None;
    }
    let result = match (white, black) {
        (2, 0) => GameResult::Win(Color::White),
        (0, 2) => GameResult::Win(Color::Black),
        (1, 1) => GameResult::Draw,
        _ => return None,
    };
    Some((result, at + length))
}

/// Parses a score in half points, and returns its length. The letter O is read as a zero, and l as a one.
fn score(bytes: &[u8]) -> Option<(u8, usize)> {
    // `½` in UTF-8 and in Windows-1252.
    const SCORES: [(&[u8], u8); 15] = [
        (b"1/2", 1),
        (b"\xC2\xBD", 1),
        (b"\xBD", 1),
        (b"0.5", 1),
        (b"0,5", 1),
        (b"1.0", 2),
        (b"1,0", 2),
        (b"0.0", 0),
        (b"0,0", 0),
        (b"1", 2),
        (b"l", 2),
        (b"I", 2),
        (b"0", 0),
        (b"O", 0),
        (b"o", 0),
    ];
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
    /// Reads a result and the full stop after it.
    ///
    /// The splitter looks for `*`, a sign after a digit and characters beyond ASCII. Other results end the game only
    /// where it stops to look anyway, before a blank line, a tag line and the end.
    pub(super) fn result(&mut self, result: GameResult, span: Span, exact: bool) -> Token {
        let end = self.run(span.end, |byte| byte == b'.');
        let (exact, span) = (exact && end == span.end, Span::new(span.start, end));
        self.pos = end;
        if self.depth == 0 {
            let text = span.of(self.bytes);
            let is_sign = |pair: &[u8]| matches!(pair, [b'0'..=b'9', b'-' | b'/']);
            let is_noticed =
                exact || !text.is_ascii() || text.contains(&b'*') || text.windows(2).any(is_sign);
            let ends = is_noticed || self.phase == Phase::After || self.ends_block(span.end);
            self.phase = if ends { Phase::After } else { Phase::Moves };
            self.result_end = end;
        }
        Token::Result { result, span, exact }
    }

    /// The next bytes, as far as a result may depend on them.
    fn near(&self, from: usize) -> &[u8] {
        let rest = self.rest(from);
        rest.get(..NEAR).unwrap_or(rest)
    }

    /// Reads a result that is more than one word: `1 - 0`, `1/2 - 1/2`, `0.5-0.5`.
    pub(super) fn spaced_result(&mut self, score: Span) -> Option<Token> {
        let start = score.start;
        if score.end > start + 2 {
            return None;
        }
        let near = self.near(start);
        let (result, length) = score_pair(near)?;
        let span = Span::new(start, start + length);
        let is_one_word = span.of(self.bytes).iter().all(|&byte| continues_word(byte));
        let is_whole = self.bytes.get(span.end).is_none_or(|&byte| !continues_word(byte));
        (is_whole && !is_one_word).then(|| self.result(result, span, false))
    }

    /// Whether only blanks precede the next blank line, tag line or end.
    fn ends_block(&self, from: usize) -> bool {
        let near = self.near(from);
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
        near.len() == self.rest(from).len()
    }

    /// Whether the byte is on the line of the last result.
    fn is_on_line_of_result(&self, at: usize) -> bool {
        let gap = self.bytes.get(self.result_end..at).unwrap_or_default();
        !gap.iter().any(|&byte| is_newline(byte))
    }

    /// Whether a word after the result is a move of the same game: it is on the same line and resembles a move.
    #[cold]
    pub(super) fn continues_with(&self, word: usize) -> bool {
        self.is_on_line_of_result(word) && resembles_move(self.rest(word))
    }

    /// Reads text after the result, on the same line: `time`. Anything else is the next game.
    #[cold]
    pub(super) fn after_result(&mut self, start: usize) -> Token {
        if !self.is_on_line_of_result(start) {
            return Token::End;
        }
        let near = self.near(start);
        let line = near.split(|&byte| is_newline(byte)).next().unwrap_or_default();
        let is_text = |&byte: &u8| continues_word(byte) || b" ,.'!?\"".contains(&byte);
        let mut end = 0;
        for word in line.split_inclusive(|&byte| byte == b' ') {
            if end > 0 && resembles_move(word) || !word.iter().all(is_text) {
                break;
            }
            end += word.len();
        }
        let text = line.get(..end).unwrap_or_default().trim_ascii_end();
        let first = line.iter().take_while(|&&byte| continues_word(byte)).count();
        self.pos = start + text.len().max(first);
        self.result_end = self.pos;
        Token::Note(Span::new(start, self.pos))
    }

    /// Finds words in parentheses after the result, such as `(time)`. Digits mean that it is a variation.
    pub(super) fn note(&self, start: usize) -> Option<Span> {
        let near = self.near(start);
        let length = near.iter().position(|&byte| byte == b')')? + 1;
        let inside = near.get(1..length - 1)?;
        let is_text = |&byte: &u8| !is_newline(byte) && !byte.is_ascii_digit() && !b"({[".contains(&byte);
        (inside.iter().all(is_text) && inside.iter().any(|&byte| continues_word(byte)))
            .then(|| Span::new(start, start + length))
    }

    /// Whether the last bytes of a word may be a result: `Qh4#0-1`, `O-1`, `+:-`.
    #[inline(always)]
    pub(super) fn may_end_with_result(&self, word: Span) -> bool {
        match word.of(self.bytes) {
            [.., b'-' | b'/', last] => last.is_ascii_digit(),
            [_, b':', last] => !last.is_ascii_alphanumeric(),
            _ => false,
        }
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
    let is_castling = matches!(rest, b"0-0" | b"0-0-0");
    (ends_with_square || ends_with_sign || is_castling).then_some(rest.len())
}

/// Whether the bytes begin with a word like a move: castling, or a word with the name of a square at its end, before a
/// promotion and signs.
pub(super) fn resembles_move(bytes: &[u8]) -> bool {
    let length = bytes.iter().take(MAX_MOVE).take_while(|&&byte| continues_word(byte)).count();
    let word = bytes.get(..length).unwrap_or_default();
    let is_sign = |byte: &&u8| matches!(byte, b'+' | b'#' | b'=' | b'-' | b'/' | b'Q' | b'R' | b'B' | b'N');
    let signs = word.iter().rev().take_while(is_sign).count();
    matches!(word.get(..length - signs), Some([.., b'a'..=b'h', b'1'..=b'8']))
        || [&b"O-O"[..], b"0-0", b"o-o"].iter().any(|castling| word.starts_with(castling))
}

/// A longer word is not a move.
const MAX_MOVE: usize = 16;
