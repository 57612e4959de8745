//! Comments on moves.

use std::borrow::Cow;

use crate::command::{self, Command};
use crate::text;

/// A comment: text, with [`Command`]s in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment {
    text: String,
}

impl Comment {
    /// A comment with this text. Spaces at both ends are taken off, and a line end with the spaces around it becomes
    /// one space: they are layout, which the writer makes anew.
    pub fn new(text: &str) -> Self {
        let mut laid_out = String::with_capacity(text.len());
        let mut gap = String::new();
        for c in text.trim_matches(is_layout).chars() {
            if is_layout(c) {
                gap.push(c);
                continue;
            }
            if gap.contains(['\n', '\r']) {
                laid_out.push(' ');
            } else {
                laid_out.push_str(&gap);
            }
            gap.clear();
            laid_out.push(c);
        }
        Self { text: laid_out }
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        match text::decode(bytes).0 {
            Cow::Borrowed(text) => Self::new(text),
            Cow::Owned(text) => Self::new(&text),
        }
    }

    /// All of the text, commands included, as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The commands, typed where they are known.
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

    /// The text without the commands.
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
        for (place, _) in command::commands(&self.text) {
            add(self.text.get(from..place.start));
            from = place.end;
        }
        add(self.text.get(from..));
        prose
    }
}

/// The characters that a line may be broken at. Spaces beyond ASCII are text.
fn is_layout(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_become_spaces_and_other_spaces_stay() {
        assert_eq!(Comment::new(" a\r\n  b\tc  d \n").text(), "a b\tc  d");
        assert_eq!(Comment::new("\n \n").text(), "");
    }

    #[test]
    fn making_a_comment_of_its_own_text_changes_nothing() {
        let once = Comment::new(" x \n\n y   z");
        assert_eq!(Comment::new(once.text()), once);
    }

    #[test]
    fn latin_1_is_read_where_utf_8_fails() {
        assert_eq!(Comment::from_bytes(b"Gr\xFCnfeld").text(), "Gr\u{FC}nfeld");
        assert_eq!(Comment::from_bytes("Grünfeld".as_bytes()).text(), "Grünfeld");
    }
}
