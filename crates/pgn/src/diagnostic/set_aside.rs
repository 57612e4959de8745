//! Moves after an illegal one.

use std::fmt;

/// The number of words that are listed.
const MAX_LISTED: u32 = 8;

/// The number of letters listed of each word.
const MAX_LETTERS: usize = 16;

/// Moves that cannot be played because of an illegal one before them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetAside {
    /// Their number.
    pub count: u32,
    /// The first ones as written, separated by blanks.
    pub words: String,
}

impl SetAside {
    pub(crate) fn add(&mut self, word: &str) {
        if self.count < MAX_LISTED {
            if !self.words.is_empty() {
                self.words.push(' ');
            }
            // A word may be as long as a game.
            self.words.extend(word.chars().take(MAX_LETTERS));
        }
        self.count = self.count.saturating_add(1);
    }
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = if self.count > MAX_LISTED { " ..." } else { "" };
        match self.count {
            0 => Ok(()),
            1 => write!(f, "; 1 more move set aside: {}", self.words),
            more => write!(f, "; {more} more moves set aside: {}{rest}", self.words),
        }
    }
}
