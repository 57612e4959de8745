//! What each byte may be in the text.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    /// May begin and continue a move.
    Letter,
    /// Continues a move; begins a number, a result or `0-0`.
    Digit,
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

#[allow(clippy::indexing_slicing, reason = "checked when compiling")]
const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => Class::Space,
            b'0'..=b'9' => Class::Digit,
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

/// 1 for each byte that ends a plain symbol.
#[allow(clippy::indexing_slicing, reason = "checked when compiling")]
pub(super) const ENDS: [u8; 256] = {
    let mut table = [1; 256];
    let mut byte = 0;
    while byte < 128 {
        if matches!(CLASSES[byte], Class::Letter | Class::Digit) {
            table[byte] = 0;
        }
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
pub(super) fn continues_symbol(byte: u8) -> bool {
    matches!(class(byte), Class::Letter | Class::Digit)
}

pub(crate) fn is_space(byte: u8) -> bool {
    class(byte) == Class::Space
}

pub(super) fn is_newline(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// How many of the bytes come before the first one that ends the run; 8 if none does.
///
/// All eight are looked up at once: that costs less than to guess where the run ends.
#[allow(clippy::indexing_slicing, reason = "a byte is below 256, and the indices of eight bytes below 8")]
#[inline(always)]
pub(super) fn run_of(bytes: &[u8; 8], ends: &[u8; 256]) -> usize {
    let mut found = 0x100;
    let mut index = 0;
    while index < 8 {
        found |= u32::from(ends[bytes[index] as usize]) << index;
        index += 1;
    }
    found.trailing_zeros() as usize
}
