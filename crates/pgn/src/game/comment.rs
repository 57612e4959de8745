//! Comments.

use memchr::memchr2;

use super::command::{self, Command};
use crate::text::{count_lines, decode};

/// Separates paragraphs in the text of a comment.
pub(crate) const PARAGRAPH: &str = "\n\n";

/// A comment: text with [`Command`]s in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment {
    text: String,
}

impl Comment {
    /// Creates a comment. Trims blanks and turns each line end, with the blanks around it, into one space, since the
    /// writer breaks lines itself. Blank lines separate paragraphs and become two line feeds, except in a text with
    /// braces: `}` has to be written on one line, and after `{` a blank line may end an unclosed comment.
    pub fn new(text: &str) -> Self {
        let text = text.trim_matches(is_layout);
        // Nearly all comments are on one line.
        if memchr2(b'\n', b'\r', text.as_bytes()).is_none() {
            return Self { text: text.to_owned() };
        }
        let has_paragraphs = !text.contains(['{', '}']);
        let mut laid_out = String::with_capacity(text.len());
        let mut gap = String::new();
        for c in text.chars() {
            if is_layout(c) {
                gap.push(c);
                continue;
            }
            match count_lines(gap.as_bytes()).0 {
                0 => laid_out.push_str(&gap),
                2.. if has_paragraphs => laid_out.push_str(PARAGRAPH),
                _ => laid_out.push(' '),
            }
            gap.clear();
            laid_out.push(c);
        }
        Self { text: laid_out }
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self::new(&decode(bytes))
    }

    /// Returns the whole text, commands included. Two line feeds separate paragraphs.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Iterates over the commands.
    ///
    /// ```
    /// use pinsight_pgn::{Command, Comment};
    /// let comment = Comment::new("[%clk 0:05:00] fine [%x 1]");
    /// let commands: Vec<_> = comment.commands().map(|command| command.to_string()).collect();
    /// assert_eq!(commands, ["[%clk 0:05:00]", "[%x 1]"]);
    /// assert_eq!(comment.prose(), "fine");
    /// ```
    pub fn commands(&self) -> impl Iterator<Item = Command> {
        command::commands(&self.text).map(|(_, command)| command)
    }

    /// Returns the text without the commands.
    pub fn prose(&self) -> String {
        let mut prose = String::new();
        let mut from = 0;
        let mut add = |part: Option<&str>| {
            let part = part.unwrap_or_default().trim();
            if !prose.is_empty() && !part.is_empty() {
                prose.push(' ');
            }
            prose.push_str(part);
        };
        for (range, _) in command::commands(&self.text) {
            add(self.text.get(from..range.start));
            from = range.end;
        }
        add(self.text.get(from..));
        prose
    }

    /// Replaces the command of the same name; `false` if there is none.
    pub(super) fn replace_command(&mut self, new: &Command) -> bool {
        let found = command::commands(&self.text).find(|(_, command)| command.name() == new.name());
        let Some((range, _)) = found else {
            return false;
        };
        self.text.replace_range(range, &new.to_string());
        true
    }
}

/// Characters at which a line may be broken. White space beyond ASCII is text.
fn is_layout(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_become_spaces_and_blank_lines_separate_paragraphs() {
        for (text, expected) in [
            (" a\r\n  b\tc  d \n", "a b\tc  d"),
            ("\n \n", ""),
            ("a\n\nb", "a\n\nb"),
            (" a \r\n \r\n\r\n b\n\n", "a\n\nb"),
            ("a\r\rb", "a\n\nb"),
            ("a }\n\nb", "a } b"),
        ] {
            let comment = Comment::new(text);
            assert_eq!(comment.text(), expected, "{text:?}");
            assert_eq!(Comment::new(expected), comment, "{text:?}");
        }
    }
}
