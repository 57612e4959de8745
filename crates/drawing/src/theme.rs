//! The colours of a picture.

/// The colours of a picture: squares, what is around them, marks.
///
/// Marks differ by their shape as well, so that nothing hangs on telling colours apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// What the theme is called on the command line.
    pub name: &'static str,
    /// Around the board.
    pub page: &'static str,
    /// Coordinates and the material balance.
    pub ink: &'static str,
    /// Light squares.
    pub light: &'static str,
    /// Dark squares.
    pub dark: &'static str,
    /// The line around the board.
    pub frame: &'static str,
    /// Over the squares of the last move.
    pub last_move: &'static str,
    /// The king in check.
    pub check: &'static str,
    /// The chosen piece, and where it may go.
    pub target: &'static str,
    /// Pins: the one accent.
    pub pin: &'static str,
    /// Around labels' text.
    pub badge: &'static str,
    /// Arrows and circles in [green](Tint::Green), red, yellow and blue.
    pub tints: [&'static str; 4],
}

impl Theme {
    /// For light pages.
    pub const LIGHT: Self = Self {
        name: "light",
        page: "#fbf9f4",
        ink: "#6b6459",
        light: "#f2ecdf",
        dark: "#a9b6a5",
        frame: "#8b9887",
        last_move: "#e5c95c",
        check: "#c92a2a",
        target: "#24564a",
        pin: "#d2451e",
        badge: "#2f2b27",
        tints: ["#2b8a3e", "#c92a2a", "#e0a100", "#1864ab"],
    };

    /// For dark pages.
    pub const DARK: Self = Self {
        name: "dark",
        page: "#17191c",
        ink: "#a7adb5",
        light: "#a3adb0",
        dark: "#5c6a6d",
        frame: "#3b4447",
        last_move: "#c9a83a",
        check: "#e03131",
        target: "#10312a",
        pin: "#ff7a45",
        badge: "#17191c",
        tints: ["#51cf66", "#ff6b6b", "#ffd43b", "#4dabf7"],
    };

    /// For paper: shades of grey.
    pub const PRINT: Self = Self {
        name: "print",
        page: "#ffffff",
        ink: "#333333",
        light: "#ffffff",
        dark: "#cfcfcf",
        frame: "#333333",
        last_move: "#6b6b6b",
        check: "#000000",
        target: "#000000",
        pin: "#000000",
        badge: "#000000",
        tints: ["#404040", "#000000", "#6e6e6e", "#595959"],
    };

    /// All themes.
    pub const ALL: [Self; 3] = [Self::LIGHT, Self::DARK, Self::PRINT];

    /// The theme of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name == name)
    }

    pub(crate) const fn tint(&self, tint: Tint) -> &'static str {
        let [green, red, yellow, blue] = self.tints;
        match tint {
            Tint::Green => green,
            Tint::Red => red,
            Tint::Yellow => yellow,
            Tint::Blue => blue,
        }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::LIGHT
    }
}

/// The colour of an arrow or circle: those that PGN has letters for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tint {
    /// `G`.
    #[default]
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Tint {
    /// The colour of a letter, as in `[%cal Gd1f3]`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'G' => Some(Self::Green),
            'R' => Some(Self::Red),
            'Y' => Some(Self::Yellow),
            'B' => Some(Self::Blue),
            _ => None,
        }
    }
}
