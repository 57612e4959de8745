//! The tag pairs of a game.

use std::borrow::Cow;

use memchr::memchr3;

use crate::text;

/// The tags that every game has in export format, in their order, with the value that says "not known".
pub const SEVEN_TAG_ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Names with their values; each name once.
///
/// Two sets of tags are equal if they are written alike: the order does not matter, and a tag of the
/// [roster](SEVEN_TAG_ROSTER) that is missing equals one that says "not known".
#[derive(Clone, Debug, Default)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

impl Tags {
    /// No tags.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        let pair = self.pairs.iter().find(|(known, _)| known == name);
        pair.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its old place if it has one.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.pairs.iter_mut().find(|(known, _)| *known == name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name, value)),
        }
    }

    /// Adds a tag unless the name is there; says whether it was added.
    pub(crate) fn add(&mut self, name: String, value: String) -> bool {
        let new = self.get(&name).is_none();
        if new {
            self.pairs.push((name, value));
        }
        new
    }

    /// Takes a tag away and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.pairs.iter().position(|(known, _)| known == name)?;
        Some(self.pairs.remove(index).1)
    }

    /// All tags, in the order in which they were read or set.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter();
        pairs.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many tags there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// All tags in the order of the export format: the roster first, whole, then the others in ASCII order.
    pub fn export_order(&self) -> Vec<(&str, &str)> {
        let is_roster = |name: &str| SEVEN_TAG_ROSTER.iter().any(|(known, _)| *known == name);
        let mut ordered: Vec<_> = SEVEN_TAG_ROSTER
            .iter()
            .map(|&(name, unknown)| (name, self.get(name).unwrap_or(unknown)))
            .collect();
        let mut others: Vec<_> = self.iter().filter(|(name, _)| !is_roster(name)).collect();
        others.sort_unstable();
        ordered.append(&mut others);
        ordered
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.export_order() == other.export_order()
    }
}

impl Eq for Tags {}

/// A tag pair as it stands in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// What stands between the quotes, escapes and all.
    pub value: &'a [u8],
    /// Where the tag begins in the bytes of the game.
    pub at: usize,
}

impl<'a> RawTag<'a> {
    /// The name as text: UTF-8, or else Latin-1.
    pub fn name_text(&self) -> Cow<'a, str> {
        text::decode(self.name).0
    }

    /// The value as it is meant: escapes resolved, line ends turned into spaces.
    pub fn text(&self) -> Cow<'a, str> {
        let (text, _) = text::decode(self.value);
        if memchr3(b'\\', b'\n', b'\r', self.value).is_none() {
            return text;
        }
        let mut meant = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek()) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    meant.push(next);
                    chars.next();
                }
                ('\r', Some('\n')) => {}
                ('\r' | '\n', _) => meant.push(' '),
                _ => meant.push(c),
            }
        }
        Cow::Owned(meant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(value: &str) -> String {
        let raw = RawTag { name: b"Event", value: value.as_bytes(), at: 0 };
        raw.text().into_owned()
    }

    #[test]
    fn escapes_of_quote_and_backslash_are_resolved_and_others_kept() {
        assert_eq!(tag(r#"say \"hi\""#), r#"say "hi""#);
        assert_eq!(tag(r"C:\\pgn"), r"C:\pgn");
        assert_eq!(tag(r"a\b"), r"a\b");
        assert_eq!(tag("a\\"), "a\\");
        assert_eq!(tag("two\r\nlines"), "two lines");
    }

    #[test]
    fn roster_comes_first_and_whole_then_ascii_order() {
        let mut tags = Tags::new();
        tags.set("b", "1");
        tags.set("White", "Anna");
        tags.set("ECO", "C60");
        let names: Vec<_> = tags.export_order().iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "b"]);
    }

    #[test]
    fn order_and_unknown_roster_tags_do_not_matter_for_equality() {
        let mut one = Tags::new();
        one.set("Event", "?");
        one.set("White", "Anna");
        let mut two = Tags::new();
        two.set("White", "Anna");
        assert_eq!(one, two);
        two.set("White", "Berta");
        assert_ne!(one, two);
    }
}
