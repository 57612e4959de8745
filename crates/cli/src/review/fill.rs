//! Running text in lines of limited width.

use std::fmt::Write;

use anstyle::Style;

/// Maximum line width.
const WIDTH: usize = 100;
pub(super) const INDENT: &str = "  ";

/// Writes words in lines of at most `WIDTH` characters.
pub(super) fn fill<'a>(
    text: &mut String,
    words: impl Iterator<Item = &'a str>,
    first: &str,
    rest: &str,
    style: Style,
) {
    let mut line = String::new();
    let mut indent = first;
    let mut write = |line: &mut String, indent: &str| {
        let _ = writeln!(text, "{style}{indent}{line}{style:#}");
        line.clear();
    };
    for word in words {
        if !line.is_empty() {
            if indent.len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
                write(&mut line, indent);
                indent = rest;
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        write(&mut line, indent);
    }
}
