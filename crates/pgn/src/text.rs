//! Text encoding and lines.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;
use memchr::{memchr_iter, memrchr};

/// Decodes bytes as UTF-8, and those that are not UTF-8 as Windows-1252, which has one character per byte.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode_mixed(bytes)),
    }
}

#[cold]
fn decode_mixed(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    text
}

/// Returns the number of bytes that [`decode`] turns into the first `count` characters.
pub(crate) fn encoded_length(bytes: &[u8], count: usize) -> usize {
    let lengths = bytes
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().map(char::len_utf8).chain(chunk.invalid().iter().map(|_| 1)));
    lengths.take(count).sum()
}

/// ASCII whitespace, vertical tab included.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

pub(crate) fn is_newline(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Whether the bytes end with a blank line.
pub(crate) fn ends_with_blank_line(bytes: &[u8]) -> bool {
    let blank = bytes.iter().rev().take_while(|&&byte| is_space(byte)).count();
    let tail = bytes.get(bytes.len() - blank..).unwrap_or_default();
    count_lines(tail).0 >= 2
}

/// Counts line ends (LF, CR LF, lone CR) and returns the offset after the last one.
pub(crate) fn count_lines(bytes: &[u8]) -> (u64, Option<usize>) {
    let mut lines = memchr_iter(b'\n', bytes).count();
    let mut last = memrchr(b'\n', bytes);
    for at in memchr_iter(b'\r', bytes) {
        if bytes.get(at + 1) != Some(&b'\n') {
            lines += 1;
            last = last.max(Some(at));
        }
    }
    (lines as u64, last.map(|at| at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bytes_that_are_not_utf8_are_windows_1252() {
        for (bytes, text) in [
            (&b"Gr\xC3\xBCnfeld \x96 M\xFCller"[..], "Gr\u{FC}nfeld \u{2013} M\u{FC}ller"),
            (b"\xE2\x99", "\u{E2}\u{2122}"),
            (b"\x93smart\x94", "\u{201C}smart\u{201D}"),
            ("\u{2658}f3".as_bytes(), "\u{2658}f3"),
        ] {
            assert_eq!(decode(bytes), text);
            for (count, (at, _)) in text.char_indices().enumerate() {
                assert_eq!(decode(&bytes[..encoded_length(bytes, count)]), text[..at], "{text}");
            }
        }
    }
}
