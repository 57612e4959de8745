//! Blanks other than space and line end.

use memchr::memchr;

use super::{BOM, Lexer, Phase, Span};

impl Lexer<'_> {
    /// Returns the first tab, no-break space or other unusual blank in the movetext.
    pub(crate) fn odd_blank(&self) -> Option<Span> {
        self.odd_blank
    }

    /// Skips a blank beyond ASCII at a byte; `false` if there is none.
    #[cold]
    pub(super) fn skip_blank(&mut self, start: usize) -> bool {
        if self.rest(start).starts_with(BOM) {
            // A byte order mark between concatenated files.
            self.pos = start + BOM.len();
            return true;
        }
        let Some(length) = blank_length(self.rest(start)) else {
            return false;
        };
        self.skip_odd_blank(Span::new(start, start + length));
        true
    }

    pub(super) fn skip_odd_blank(&mut self, span: Span) {
        self.pos = span.end;
        if self.phase == Phase::Moves {
            self.odd_blank.get_or_insert(span);
        }
    }

    /// Returns the offset of the first blank beyond ASCII in a word, or its end.
    pub(super) fn before_blank(&self, word: Span) -> usize {
        if word.of(self.bytes).is_ascii() {
            return word.end;
        }
        let mut at = word.start;
        while at < word.end && blank_length(self.rest(at)).is_none() {
            at += character(self.rest(at)).map_or(1, char::len_utf8);
        }
        let text = self.bytes.get(word.start..at).unwrap_or_default();
        if std::str::from_utf8(text).is_err()
            && let Some(length) = memchr(NO_BREAK_SPACE, text)
        {
            return word.start + length;
        }
        at
    }
}

/// The no-break space of Windows-1252.
const NO_BREAK_SPACE: u8 = 0xA0;

/// Returns the length of the blank beyond ASCII that the bytes begin with.
fn blank_length(bytes: &[u8]) -> Option<usize> {
    match character(bytes) {
        Some(c) if !c.is_ascii() && c.is_whitespace() => Some(c.len_utf8()),
        None if bytes.first() == Some(&NO_BREAK_SPACE) => Some(1),
        _ => None,
    }
}

/// Decodes the first UTF-8 character.
fn character(bytes: &[u8]) -> Option<char> {
    let near = bytes.get(..4).unwrap_or(bytes);
    let valid = match std::str::from_utf8(near) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(near.get(..error.valid_up_to())?).ok()?,
    };
    valid.chars().next()
}
