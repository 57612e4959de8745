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

impl Lexer<'_> {
    /// Looks for what movetext is mostly made of; leaves everything else to [`next`](Self::next).
    ///
    /// The next word begins where this one ends, so all time spent on finding ends adds up. Blanks, digits and dots are
    /// as many as last time: here loops, whose ends the processor foresees, beat arithmetic, whose result it has to
    /// wait for. The lengths of moves it cannot foresee.
    #[inline(always)]
    pub(crate) fn quick(&mut self) -> Quick {
        if self.phase != Phase::Moves {
            return Quick::Other;
        }
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(b'\0');
        let is_blank = |at: usize| byte(at) == b' ' || byte(at) == b'\n';
        let mut at = self.pos;
        while is_blank(at) {
            at += 1;
        }
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
            while is_blank(at) {
                at += 1;
            }
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
}
