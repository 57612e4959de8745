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
}

impl Language {
    /// All languages besides English.
    pub const ALL: [Self; 4] = [Self::German, Self::French, Self::Spanish, Self::Dutch];

    /// Returns the English name of the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::German => "German",
            Self::French => "French",
            Self::Spanish => "Spanish",
            Self::Dutch => "Dutch",
        }
    }

    /// Returns the letters of king, queen, rook, bishop and knight.
    pub const fn letters(self) -> [u8; 5] {
        match self {
            Self::German => *b"KDTLS",
            Self::French => *b"RDTFC",
            Self::Spanish => *b"RDTAC",
            Self::Dutch => *b"KDTLP",
        }
    }

    /// Returns the English letter for a piece letter of this language.
    pub(super) fn to_english(self, letter: u8) -> Option<u8> {
        let index = self.letters().iter().position(|known| *known == letter)?;
        b"KQRBN".get(index).copied()
    }
}
