//! Tokens that begin with digits: move numbers, results, castling in zeros.

use pinsight_rules::Color;

use super::class::continues_word;
use super::result::{before_glued_result, castles_with_zeros, resembles_move, result_of};
use super::{Lexer, Phase, Span, Token};
use crate::result::GameResult;
use crate::text::{count_lines, is_space};

/// A move number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveNumber {
    /// Meaningless for numbers of more than nine digits.
    pub(crate) value: u32,
    pub(crate) digits: Span,
    pub(crate) has_dot: bool,
    /// Whether more than one dot follows, as before a move of Black.
    pub(crate) has_dots: bool,
}

/// The text of a move number with its dots.
#[derive(Clone, Copy)]
struct NumberText {
    /// Little-endian.
    text: u64,
    mask: u64,
    length: usize,
}

/// The texts of the numbers below 256, for White and Black, except 0 and 1, which match nothing: `1.` may begin another
/// game.
#[allow(clippy::indexing_slicing, reason = "checked at compile time")]
const NUMBERS: [[NumberText; 2]; 256] = {
    let mut table = [[NumberText { text: 1, mask: 0, length: 0 }; 2]; 256];
    let mut number = 2;
    while number < 256 {
        table[number] = [number_text(number as u64, 1), number_text(number as u64, 3)];
        number += 1;
    }
    table
};

const fn number_text(number: u64, dots: usize) -> NumberText {
    let mut text = u64::from_le_bytes([b'.', b'.', b'.', 0, 0, 0, 0, 0]) & ((1 << (8 * dots)) - 1);
    let mut length = dots;
    let mut rest = number;
    while rest > 0 {
        text = text << 8 | (b'0' as u64 + rest % 10);
        length += 1;
        rest /= 10;
    }
    NumberText { text, mask: (1 << (8 * length)) - 1, length }
}

/// Returns the length of a move number with its dots, if the letters begin with it. `None` for large numbers, too.
///
/// Comparing the digits with those of the expected number is as fast as skipping them.
#[inline(always)]
pub(super) fn length_of(number: u16, turn: Color, letters: u64) -> Option<usize> {
    let [white, black] = NUMBERS.get(usize::from(number))?;
    let NumberText { text, mask, length } = match turn {
        Color::White => *white,
        Color::Black => *black,
    };
    (letters & mask == text).then_some(length)
}

/// The number of bytes that castling with blanks may take. The splitter's slack covers it.
const MAX_SPACED_CASTLING: usize = 32;

/// Returns the length of castling in zeros that the bytes begin with, blanks included: `0 - 0`, `0- 0 -0+`. A blank
/// line ends it.
pub(crate) fn spaced_castling(bytes: &[u8]) -> Option<usize> {
    let near = bytes.get(..MAX_SPACED_CASTLING).unwrap_or(bytes);
    let rest = |at: usize| near.get(at..).unwrap_or_default();
    let after_blanks = |at: usize| {
        let blanks = rest(at).iter().take_while(|&&byte| is_space(byte)).count();
        let has_blank_line = count_lines(near.get(at..at + blanks)?).0 > 1;
        (!has_blank_line).then_some(at + blanks)
    };
    let after = |at: usize, byte: u8| (rest(at).first() == Some(&byte)).then_some(at + 1);
    let next_zero = |at: usize| after(after_blanks(after(after_blanks(at)?, b'-')?)?, b'0');
    let end_of_word = |zero: usize| {
        let end = zero + rest(zero).iter().take_while(|&&byte| matches!(byte, b'+' | b'#')).count();
        let is_end = bytes.get(end).is_none_or(|&byte| !continues_word(byte) && byte != b'.');
        is_end.then_some(end)
    };
    let short = next_zero(after(0, b'0')?)?;
    next_zero(short).and_then(end_of_word).or_else(|| end_of_word(short))
}

impl Lexer<'_> {
    /// Returns the move number before the word that [`next`](Self::next) has read.
    pub(crate) fn take_number(&mut self) -> Option<MoveNumber> {
        self.number.take()
    }

    /// Whether a move number precedes the next word.
    pub(crate) fn has_number(&self) -> bool {
        self.number.is_some()
    }

    /// Whether a dot, only blanks between them, precedes the word at an offset.
    pub(crate) fn follows_dot(&self, word: usize) -> bool {
        let before = self.bytes.get(..word).unwrap_or_default();
        before.iter().rev().find(|&&byte| !is_space(byte)) == Some(&b'.')
    }

    fn number_at(&self, digits: Span) -> MoveNumber {
        let add = |value: u32, digit: &u8| value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        let value = digits.of(self.bytes).iter().fold(0, add);
        let after = self.rest(digits.end);
        MoveNumber { value, digits, has_dot: after.starts_with(b"."), has_dots: after.starts_with(b"..") }
    }

    /// Reads a token that begins with digits; `None` for a move number.
    pub(super) fn digits(&mut self, start: usize) -> Option<Token> {
        let digits_end = self.run(start, |byte| byte.is_ascii_digit());
        let digits = Span::new(start, digits_end);
        let next = self.bytes.get(digits_end).copied();
        if self.is_zeros(digits) || self.is_spaced_castling(digits) {
            if self.phase != Phase::Moves && !self.enter_moves(start) {
                return Some(self.after_result(start));
            }
            self.pos = self.word_end(digits_end);
            return Some(Token::Word(Span::new(start, self.pos)));
        }
        let mut span = digits;
        if next.is_some_and(continues_word) {
            span.end = self.word_end(digits_end);
            span.end = self.before_blank(span);
        }
        let word = span.of(self.bytes);
        if let Some(result) = GameResult::from_ascii(word) {
            return Some(self.result(result, span, true));
        }
        let may_be_result =
            || matches!(self.rest(start), [b'0', ..] | [b'1', b' ', ..] | [b'1', b'.' | b',', b'0', ..]);
        if span != digits || word.len() == 1 && may_be_result() {
            if let Some(token) = self.spaced_result(digits) {
                return Some(token);
            }
            if let Some((result, _)) = result_of(word) {
                return Some(self.result(result, span, false));
            }
        }
        if self.phase == Phase::After && self.continues_game(digits) {
            self.phase = Phase::Moves;
        }
        if self.phase != Phase::Moves && !self.enter_moves(start) {
            // A number with a dot is the first of the next game, and so is one before a move.
            let begins_game = next == Some(b'.') || span == digits && self.precedes_move(digits);
            return Some(if begins_game { Token::End } else { self.after_result(start) });
        }
        if castles_with_zeros(word)
            && let Some(length) = before_glued_result(word)
        {
            self.pos = start + length;
            return Some(Token::Word(Span::new(start, self.pos)));
        }
        if span == digits {
            return self.move_number(digits);
        }
        if castles_with_zeros(word) {
            self.pos = span.end;
            return Some(Token::Word(span));
        }
        if next.is_some_and(|byte| byte.is_ascii_alphabetic() || byte >= 0x80 || byte == b'-') {
            // A number without its dot: `1e4`, `1♘f3`, `1--`.
            return self.move_number(digits);
        }
        self.pos = span.end;
        Some(Token::Stray(span))
    }

    /// Whether these digits are castling (`00`, `000`) or a null move (`0000`), and not a number.
    fn is_zeros(&self, digits: Span) -> bool {
        let next = self.bytes.get(digits.end).copied().unwrap_or(b' ');
        matches!(digits.of(self.bytes), b"00" | b"000" | b"0000")
            && (matches!(next, b'+' | b'#') || !continues_word(next) && next != b'.')
    }

    /// Whether these digits are the first zero of `0 - 0`.
    fn is_spaced_castling(&self, digits: Span) -> bool {
        digits.of(self.bytes) == b"0"
            && !castles_with_zeros(self.rest(digits.start))
            && spaced_castling(self.rest(digits.start)).is_some()
    }

    /// Reads a move number. Returns a token for a number that another one follows, and the end at the first move of
    /// another game.
    fn move_number(&mut self, digits: Span) -> Option<Token> {
        if self.begins_next_game_at(digits) {
            self.pos = digits.start;
            return Some(Token::End);
        }
        if let Some(earlier) = self.number.take() {
            let gap = self.bytes.get(earlier.digits.end..digits.start).unwrap_or_default();
            if gap.iter().all(|&byte| is_space(byte) || byte == b'.') {
                self.pos = digits.start;
                return Some(Token::Stray(earlier.digits));
            }
        }
        let number = self.number_at(digits);
        self.has_move_one |= number.value == 1;
        self.number = Some(number);
        self.pos = digits.end;
        None
    }

    /// Whether this is `1.` at the start of a line of a game without tags, after another `1.`: the next game begins,
    /// and this one has no result.
    fn begins_next_game_at(&self, digits: Span) -> bool {
        self.has_move_one
            && self.depth == 0
            && !self.is_tagged()
            && self.is_white_move_one(digits)
            && self.leads_line(digits.start)
    }

    /// Whether the digits are those of `1.`, rather than `1...` or `1. ...`.
    pub(super) fn is_white_move_one(&self, digits: Span) -> bool {
        let [b'.', after @ ..] = self.rest(digits.end) else {
            return false;
        };
        let next = after.iter().take(8).find(|&&byte| !is_space(byte));
        digits.of(self.bytes) == b"1" && next != Some(&b'.')
    }

    /// Whether a number after the result continues the game rather than begins the next one.
    fn continues_game(&self, digits: Span) -> bool {
        let number = self.number_at(digits);
        let is_move_number = number.has_dot || number.value > 1 && self.precedes_move(digits);
        is_move_number && number.value > 0 && !self.is_white_move_one(digits)
    }

    /// Whether blanks and a move follow the digits.
    fn precedes_move(&self, digits: Span) -> bool {
        let blanks = self.rest(digits.end).iter().take_while(|&&byte| byte == b' ').count();
        blanks > 0 && resembles_move(self.rest(digits.end + blanks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaced_castling_is_a_whole_word() {
        for (text, expected) in [
            ("0 - 0", Some(5)),
            ("0\n-0 e5", Some(4)),
            ("0 - 0 - 0+ e5", Some(10)),
            ("0 - 0 -1", Some(5)),
            ("0 - 0-1", None),
            ("0 - 01", None),
            ("0 - 0.", None),
            ("0 \n\n- 0", None),
            ("0 1", None),
        ] {
            assert_eq!(spaced_castling(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn length_of_finds_exactly_the_expected_number() {
        let letters =
            |text: String| u64::from_le_bytes(text.as_bytes()[..8].try_into().expect("eight bytes"));
        for number in 0..300u16 {
            for found in 0..300u16 {
                let is_found = number == found && (2..256).contains(&number);
                for (turn, dots) in [(Color::White, "."), (Color::Black, "...")] {
                    let text = letters(format!("{found}{dots}Nf3     "));
                    let expected = is_found.then(|| found.to_string().len() + dots.len());
                    assert_eq!(length_of(number, turn, text), expected, "{number} {found}{dots}");
                    let no_dot = letters(format!("{found} Nf3     "));
                    assert_eq!(length_of(number, turn, no_dot), None);
                }
            }
        }
    }
}
