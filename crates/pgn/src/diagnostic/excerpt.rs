//! Lines, columns and excerpts.

use std::ops::Range;

use memchr::memchr2;

use crate::text::{count_lines, decode};

/// Decodes the text found, short enough for a message.
pub(super) fn truncated(bytes: &[u8]) -> String {
    const MAX: usize = 40;
    let head = bytes.get(..MAX).unwrap_or(bytes);
    let is_cut = head.len() < bytes.len();
    let mut text = printable(head, is_cut);
    if is_cut {
        text.push_str("...");
    }
    text
}

/// Decodes bytes, replaces blanks by spaces and other control characters by their pictures, such as `␀`. `is_cut`:
/// whether more bytes follow.
fn printable(bytes: &[u8], is_cut: bool) -> String {
    let whole = match std::str::from_utf8(bytes) {
        // A truncated UTF-8 sequence at the end would be read as Windows-1252.
        Err(error) if is_cut && error.error_len().is_none() => bytes.get(..error.valid_up_to()),
        _ => None,
    };
    let picture = |c: char| match c {
        c if !c.is_control() => c,
        '\0'..='\u{8}' | '\u{E}'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(' '),
        _ => ' ',
    };
    decode(whole.unwrap_or(bytes)).chars().map(picture).collect()
}

/// Returns the line of a byte range, or a window of it, and the characters to mark.
pub(super) fn excerpt(bytes: &[u8], line_start: usize, at: &Range<usize>) -> (String, Range<usize>) {
    const BEFORE: usize = 40;
    const AFTER: usize = 60;
    let rest = bytes.get(at.start..).unwrap_or_default();
    let window = rest.get(..AFTER).unwrap_or(rest);
    let length = memchr2(b'\n', b'\r', window).unwrap_or(window.len());
    let line_end = at.start + length;
    let mut from = line_start.max(at.start.saturating_sub(BEFORE));
    while from < at.start && bytes.get(from).is_some_and(|byte| byte & 0xC0 == 0x80) {
        from += 1;
    }
    let lead = if from > line_start { "..." } else { "" };
    let is_cut = length == AFTER && rest.len() > AFTER;
    let tail = if is_cut { "..." } else { "" };
    let text = |range: Range<usize>, is_cut| printable(bytes.get(range).unwrap_or_default(), is_cut);
    let before = format!("{lead}{}", text(from..at.start, false));
    let found = text(at.start..at.end.min(line_end), is_cut);
    let after = text(at.end.min(line_end)..line_end, is_cut);
    let start = before.chars().count();
    let marked = start..start + found.chars().count().max(1);
    (format!("{before}{found}{after}{tail}"), marked)
}

/// Finds lines and columns of ascending offsets in one pass.
pub(super) struct LineCounter<'a> {
    bytes: &'a [u8],
    line: u64,
    line_start: usize,
    /// The number of characters from `line_start` to `counted`.
    characters: u64,
    counted: usize,
}

impl<'a> LineCounter<'a> {
    pub(super) fn new(bytes: &'a [u8], line: u64) -> Self {
        Self { bytes, line, line_start: 0, characters: 0, counted: 0 }
    }

    /// Returns the line of an offset, the offset of that line, and the column, from 1 in characters.
    pub(super) fn place_of(&mut self, at: usize) -> (u64, usize, u64) {
        let mut between = self.bytes.get(self.counted..at).unwrap_or_default();
        // CR LF is one line end: do not count it before its LF is seen.
        let is_split = between.last() == Some(&b'\r') && self.bytes.get(at) == Some(&b'\n');
        if is_split {
            between = between.get(..between.len() - 1).unwrap_or_default();
        }
        let (lines, last_end) = count_lines(between);
        self.line += lines;
        match last_end {
            Some(end) => {
                self.line_start = self.counted + end;
                self.characters = characters(between.get(end..).unwrap_or_default());
            }
            None => self.characters += characters(between),
        }
        self.counted += between.len();
        (self.line, self.line_start, self.characters + u64::from(is_split) + 1)
    }
}

/// Counts the bytes that do not continue a UTF-8 sequence; characters of Windows-1252 from 0x80 to 0xBF are
/// not counted.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
}
