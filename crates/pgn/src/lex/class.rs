//! Byte classes.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    /// A blank that the standard discourages.
    Tab,
    /// Begins or continues a word.
    Letter,
    /// Continues a word; begins a number, a result or `0-0`.
    Digit,
    /// Continues a word, which is read without it; otherwise like [`Other`](Self::Other).
    Nul,
    Dot,
    Open,
    Close,
    Brace,
    Semicolon,
    Percent,
    Bracket,
    Dollar,
    Mark,
    Star,
    Other,
}

#[allow(clippy::indexing_slicing, reason = "checked at compile time")]
const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\r' => Class::Space,
            b'\t' | 0x0B | 0x0C => Class::Tab,
            b'0'..=b'9' => Class::Digit,
            0 => Class::Nul,
            b'A'..=b'Z' | b'a'..=b'z' | b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'_' | b'@' => {
                Class::Letter
            }
            0x80.. => Class::Letter,
            b'.' => Class::Dot,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'{' => Class::Brace,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            b'[' => Class::Bracket,
            b'$' => Class::Dollar,
            b'!' | b'?' => Class::Mark,
            b'*' => Class::Star,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

#[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
#[inline(always)]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

#[inline(always)]
pub(super) fn continues_word(byte: u8) -> bool {
    matches!(class(byte), Class::Letter | Class::Digit | Class::Nul)
}
