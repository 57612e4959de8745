//! An object whose keys are data.

use serde::{Serialize, Serializer};

/// An object whose entries keep their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map<K, V>(Vec<(K, V)>);

/// The tags of a game, in the order of the PGN.
pub type Tags = Map<String, String>;

impl<K, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(entries: T) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl From<&pinsight_pgn::Tags> for Tags {
    fn from(tags: &pinsight_pgn::Tags) -> Self {
        tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}
