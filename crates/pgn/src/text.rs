//! Text encoding and lines.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;
use memchr::{memchr, memchr_iter, memrchr};

/// Decodes bytes as UTF-8, or as Windows-1252 where they are not UTF-8, and tells whether they were UTF-8.
///
/// Windows-1252 has one character per byte, all of them: no byte is lost.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(bytes).0, false),
    }
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

/// Counts line ends (LF, CR LF, lone CR) and returns the offset behind the last one.
pub(crate) fn count_lines(bytes: &[u8]) -> (u64, Option<usize>) {
    let mut lines = memchr_iter(b'\n', bytes).count();
    let mut last = memrchr(b'\n', bytes);
    if memchr(b'\r', bytes).is_some() {
        for at in memchr_iter(b'\r', bytes) {
            if bytes.get(at + 1) != Some(&b'\n') {
                lines += 1;
                last = last.max(Some(at));
            }
        }
    }
    (lines as u64, last.map(|at| at + 1))
}
