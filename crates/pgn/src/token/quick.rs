//! The short way through movetext that is written as usual.

use pinsight_rules::PlainSan;

use super::class::{ENDS, run_of};
use super::{Lexer, Phase, Span};

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

/// A blank, a number of three digits, three dots, a blank, and a move.
const NEAR: usize = 8 + PlainSan::CHUNK;

/// What usually stands between words. Asking a table takes the fewest instructions.
static BLANKS: [bool; 256] = {
    let mut table = [false; 256];
    table[b' ' as usize] = true;
    table[b'\n' as usize] = true;
    table
};

impl Lexer<'_> {
    /// Looks for what movetext is mostly made of, with few branches; leaves everything else to [`next`](Self::next).
    #[inline(always)]
    #[allow(
        clippy::indexing_slicing,
        reason = "no index is above 8, nor a byte above 255, as the compiler sees too"
    )]
    pub(crate) fn quick(&mut self) -> Quick {
        if self.phase != Phase::Moves {
            return Quick::Other;
        }
        let start = self.pos;
        let Some(near) = self.rest(start).first_chunk::<NEAR>() else {
            return Quick::Other;
        };
        // Straight on, not a loop over kinds of bytes: so each question has its own place, and the processor learns
        // what the answer will be.
        let blank = |at: usize| usize::from(BLANKS[near[at] as usize]);
        let digit = |at: usize| usize::from(near[at].is_ascii_digit());
        let mut at = blank(0);
        if near[at].is_ascii_digit() {
            let number = at;
            at += 1;
            at += digit(at);
            at += digit(at);
            match near[at] {
                b'.' => {
                    at += 1;
                    if near[at] == b'.' && near[at + 1] == b'.' {
                        at += 2;
                    }
                }
                b' ' => {}
                _ => {
                    self.pos = start + number;
                    return Quick::Other;
                }
            }
            at += blank(at);
        }
        let first = near[at];
        self.pos = start + at;
        if first.is_ascii_alphabetic() {
            let word = std::array::from_fn(|index| near[at + index]);
            self.quick_symbol(word)
        } else if first == b'{' {
            Quick::Comment
        } else {
            Quick::Other
        }
    }

    /// A symbol of 2 to 7 letters that is plain to see.
    #[inline(always)]
    fn quick_symbol(&mut self, word: [u8; PlainSan::CHUNK]) -> Quick {
        let start = self.pos;
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
}
