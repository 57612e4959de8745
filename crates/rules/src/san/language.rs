//! Piece letters of other languages.

/// A language other than English whose piece letters a move may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Language {
    /// König, Dame, Turm, Läufer, Springer.
    German,
    /// Roi, Dame, Tour, Fou, Cavalier.
    French,
    /// Rey, Dama, Torre, Alfil, Caballo.
    Spanish,
    /// Koning, Dame, Toren, Loper, Paard.
    Dutch,
    /// Король, ферзь, ладья, слон, конь.
    Russian,
}

impl Language {
    /// All languages besides English.
    pub const ALL: [Self; 5] = [Self::German, Self::French, Self::Spanish, Self::Dutch, Self::Russian];

    /// Returns the English name of the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::German => "German",
            Self::French => "French",
            Self::Spanish => "Spanish",
            Self::Dutch => "Dutch",
            Self::Russian => "Russian",
        }
    }

    /// Returns the letters of king, queen, rook, bishop and knight.
    pub const fn letters(self) -> [&'static str; 5] {
        match self {
            Self::German => ["K", "D", "T", "L", "S"],
            Self::French => ["R", "D", "T", "F", "C"],
            Self::Spanish => ["R", "D", "T", "A", "C"],
            Self::Dutch => ["K", "D", "T", "L", "P"],
            Self::Russian => ["Кр", "Ф", "Л", "С", "К"],
        }
    }

    /// Returns the English letter for the piece letters at the start of `text`, and the number of characters they have.
    ///
    /// The king comes first: in Russian its letters begin with the knight's.
    pub(super) fn leading_piece(self, text: &str) -> Option<(char, usize)> {
        let pieces = self.letters().into_iter().zip(['K', 'Q', 'R', 'B', 'N']);
        let (letters, english) = pieces.into_iter().find(|(letters, _)| text.starts_with(letters))?;
        Some((english, letters.chars().count()))
    }
}
