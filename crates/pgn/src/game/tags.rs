//! The tag pairs of a game.

use std::collections::HashSet;

/// The tags of every game in export format, in order, each with its value for "unknown".
pub const SEVEN_TAG_ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tag names with their values; each name once.
///
/// Two are equal if they are written alike: the order does not matter, and a missing tag of the
/// [roster](SEVEN_TAG_ROSTER) equals one with its value for "unknown".
#[derive(Clone, Debug, Default)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

impl Tags {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        let pair = self.pairs.iter().find(|(known, _)| known == name);
        pair.map(|(_, value)| value.as_str())
    }

    /// Sets a tag; an existing one keeps its place.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.pairs.iter_mut().find(|(known, _)| *known == name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name, value)),
        }
    }

    /// Adds a tag whose name is new.
    pub(crate) fn push(&mut self, name: String, value: String) {
        self.pairs.push((name, value));
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.pairs.iter().position(|(known, _)| known == name)?;
        Some(self.pairs.remove(index).1)
    }

    /// Iterates over the tags in the order in which they were read or set.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter();
        pairs.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the tags in export order: the whole roster, then the others in ASCII order.
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

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    /// Collects tags in linear time. Of a repeated name the first value counts.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(tags: I) -> Self {
        let mut names = HashSet::new();
        let tags = tags.into_iter().map(|(name, value)| (name.into(), value.into()));
        Self { pairs: tags.filter(|(name, _): &(String, String)| names.insert(name.clone())).collect() }
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.export_order() == other.export_order()
    }
}

impl Eq for Tags {}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags<const N: usize>(pairs: [(&str, &str); N]) -> Tags {
        pairs.into_iter().collect()
    }

    #[test]
    fn export_order_is_the_whole_roster_then_ascii() {
        let tags = tags([("b", "1"), ("White", "Anna"), ("ECO", "C60")]);
        let names: Vec<_> = tags.export_order().iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "b"]);
    }

    #[test]
    fn equality_ignores_order_and_unknown_roster_tags() {
        let full = tags([("Event", "?"), ("ECO", "C60"), ("White", "Anna")]);
        assert_eq!(full, tags([("White", "Anna"), ("ECO", "C60")]));
        assert_ne!(full, tags([("White", "Berta"), ("ECO", "C60")]));
    }
}
