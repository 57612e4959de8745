//! Line breaking.

use crate::game::{Comment, PARAGRAPH};

/// Breaks words into lines of less than 80 columns.
pub(super) struct Lines {
    text: String,
    /// The length of the last line.
    column: usize,
    /// The last word, to which a parenthesis may be attached.
    word: String,
    /// Whether the next word has an opening parenthesis.
    opening: bool,
}

/// The longest line, without its end.
const WIDTH: usize = 79;

impl Lines {
    pub(super) fn new(text: String) -> Self {
        Self { text, column: 0, word: String::new(), opening: false }
    }

    pub(super) fn word(&mut self, word: &str) {
        self.flush();
        if std::mem::take(&mut self.opening) {
            self.word.push('(');
        }
        self.word.push_str(word);
    }

    pub(super) fn open(&mut self) {
        self.opening = true;
    }

    pub(super) fn close(&mut self) {
        // A parenthesis is a line of its own after a line comment or a word that fills the line.
        if self.word.is_empty() || self.word.len() >= WIDTH {
            self.flush();
        }
        self.word.push(')');
    }

    pub(super) fn comment(&mut self, comment: &Comment) {
        let text = comment.text();
        if text.contains('}') {
            // Only a line comment can contain a closing brace.
            self.word(";");
            self.word.push(' ');
            self.word.push_str(text);
            self.flush();
            self.end_line();
            return;
        }
        self.word("{");
        for (index, paragraph) in text.split(PARAGRAPH).enumerate() {
            if index > 0 {
                self.flush();
                self.end_line();
                self.text.push('\n');
            }
            // Keeps the first part from the start of the line if it must not be there.
            if index == 0 || is_risky(paragraph) {
                self.word.push(' ');
            }
            self.paragraph(paragraph);
        }
        self.word.push_str(" }");
    }

    fn paragraph(&mut self, text: &str) {
        let mut from = 0;
        let mut seen = 0;
        let mut in_command = false;
        let bytes = text.as_bytes();
        let layout = |index: usize| matches!(bytes.get(index), None | Some(b' ' | b'\t' | 0x0B | 0x0C));
        for space in memchr::memchr_iter(b' ', bytes) {
            // Other programs expect a command such as `[%clk 0:04:59]` on one line.
            let part = text.get(seen..space).unwrap_or_default();
            in_command = match (part.rfind("[%"), part.rfind(']')) {
                (Some(open), Some(close)) => open > close,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => in_command,
            };
            seen = space;
            let single = space > 0 && !layout(space - 1) && !layout(space + 1);
            if single && !in_command {
                self.comment_part(text.get(from..space).unwrap_or_default());
                from = space + 1;
            }
        }
        self.comment_part(text.get(from..).unwrap_or_default());
    }

    /// Adds a part of a comment. A part that would be an escape or a tag at the start of a line is never put there.
    fn comment_part(&mut self, part: &str) {
        if self.word.ends_with(' ') {
            self.word.push_str(part);
        } else if is_risky(part) {
            self.word.push(' ');
            self.word.push_str(part);
        } else {
            self.word(part);
        }
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.end_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(&self.word);
        self.column += width;
        self.word.clear();
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.end_line();
        self.text
    }
}

/// Whether a text would be an escape or a tag at the start of a line.
fn is_risky(text: &str) -> bool {
    text.starts_with('%') || text.starts_with('[') && !text.starts_with("[%")
}
