//! Bytes to text: UTF-8, or else Latin-1.

use std::borrow::Cow;

/// The text of some bytes, and whether they were UTF-8; bytes that are not are read as Latin-1, which never fails.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => (Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()), false),
    }
}
