//! Bytes to text: UTF-8, or else Latin-1; and lines of it.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memrchr};

use crate::token::is_space;

/// The text of some bytes, and whether they were UTF-8; bytes that are not are read as Latin-1, which never fails.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => (Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()), false),
    }
}

/// Whether the last line, or what follows it, is blank.
pub(crate) fn ends_with_blank_line(bytes: &[u8]) -> bool {
    let blank = bytes.iter().rev().take_while(|&&byte| is_space(byte)).count();
    let tail = bytes.get(bytes.len() - blank..).unwrap_or_default();
    count_lines(tail).0 >= 2
}

/// How many lines end in the bytes, and where the last of them ends.
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
