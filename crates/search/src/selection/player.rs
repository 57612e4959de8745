//! Names of players.

use super::glob::Glob;

/// A name of a player. All its words have to be words of the player's name, in any order, ignoring case.
///
/// `magnus carlsen` is `Carlsen, Magnus`; `carl*` is too; `carl` is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFilter {
    words: Vec<Glob>,
}

impl PlayerFilter {
    /// Creates a filter; `*` matches any text, `?` one character. `None` without a word.
    pub fn new(name: &str) -> Option<Self> {
        let words: Vec<Glob> = words(name).map(Glob::new).collect();
        (!words.is_empty()).then_some(Self { words })
    }

    pub(crate) fn matches(&self, name: &str) -> bool {
        self.words.iter().all(|wanted| words(name).any(|word| wanted.matches(word)))
    }
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split([' ', ',', '.', '\t']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_a_word_of_the_name() {
        let matches = |filter: &str, name: &str| PlayerFilter::new(filter).expect(filter).matches(name);
        for filter in ["Carlsen", "carlsen, magnus", "Magnus Carlsen", "carl*", "CARLSEN,M*", "*"] {
            assert!(matches(filter, "Carlsen, Magnus"), "{filter}");
        }
        for filter in ["carl", "Anand", "Carlsen Anand", "magnuscarlsen"] {
            assert!(!matches(filter, "Carlsen, Magnus"), "{filter}");
        }
        assert!(matches("li", "Li Chao b"));
        assert!(!matches("li", "Carlisle"));
        assert!(matches("my_name-7", "My_Name-7"));
        assert!(matches("Carlsen,M", "Carlsen,M."));
        assert_eq!(PlayerFilter::new(" , "), None);
    }
}
