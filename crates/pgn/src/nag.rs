//! Numeric annotation glyphs.

use std::fmt;

/// A numeric annotation glyph, `$0` to `$255`: `$1` is a good move, `$14` a slight advantage for White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

/// Signs used in place of numbers. [`Nag::glyph`] shows the first sign of a number.
const GLYPHS: &[(&str, u8)] = &[
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("=/∞", 44),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
    ("⌓", 142),
    ("N", 146),
    ("D", 220),
];

impl Nag {
    /// Whether it assesses the move, `$1` to `$9`, not the position.
    ///
    /// ```
    /// use pinsight_pgn::Nag;
    /// assert!(Nag(4).assesses_move() && !Nag(14).assesses_move());
    /// ```
    pub const fn assesses_move(self) -> bool {
        matches!(self.0, 1..=9)
    }

    /// Parses a sign: `!`, `?!`, `+-`, `±`, `N` (novelty), `D` (diagram) ...
    ///
    /// ```
    /// use pinsight_pgn::Nag;
    /// assert_eq!(Nag::from_glyph("!?"), Some(Nag(5)));
    /// assert_eq!(Nag::from_glyph("+-"), Some(Nag(18)));
    /// assert_eq!(Nag::from_glyph("Nf3"), None);
    /// ```
    pub fn from_glyph(glyph: &str) -> Option<Self> {
        let known = GLYPHS.iter().find(|(sign, _)| *sign == glyph);
        known.map(|&(_, number)| Self(number))
    }

    /// Returns the sign of the number, if it has one.
    pub fn glyph(self) -> Option<&'static str> {
        let known = GLYPHS.iter().find(|(_, number)| *number == self.0);
        known.map(|&(sign, _)| sign)
    }

    /// Splits the longest sign off the end of a word. Excludes `N` and `D`, which may be piece letters.
    pub(crate) fn split_suffix(word: &str) -> Option<(&str, Self)> {
        GLYPHS
            .iter()
            .filter(|(sign, _)| !sign.chars().all(char::is_alphabetic))
            .filter_map(|&(sign, number)| Some((word.strip_suffix(sign)?, Self(number))))
            .min_by_key(|(before, _)| before.len())
    }
}

impl fmt::Display for Nag {
    /// Writes `$1`, as the export format does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_have_the_numbers_of_the_standard() {
        let suffixes = ["!", "?", "!!", "??", "!?", "?!"];
        for (number, glyph) in (1..).zip(suffixes) {
            assert_eq!(Nag::from_glyph(glyph), Some(Nag(number)));
            assert_eq!(Nag(number).glyph(), Some(glyph));
        }
    }

    #[test]
    fn split_suffix_takes_the_longest_sign() {
        assert_eq!(Nag::split_suffix("Nf3+/-"), Some(("Nf3", Nag(16))));
        assert_eq!(Nag::split_suffix("Nf3+-"), Some(("Nf3", Nag(18))));
        assert_eq!(Nag::split_suffix("Nf3="), Some(("Nf3", Nag(10))));
        assert_eq!(Nag::split_suffix("Nf3+"), None);
        assert_eq!(Nag::split_suffix("N"), None);
    }
}
