//! Colour themes.

/// The colours of a picture, in CSS notation.
///
/// Marks also differ in shape, so colour never carries information alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// The name, for the command line and the HTTP API.
    pub name: &'static str,
    /// Background around the board.
    pub page: &'static str,
    /// Coordinates and the material balance.
    pub ink: &'static str,
    /// Light squares.
    pub light: &'static str,
    /// Dark squares.
    pub dark: &'static str,
    /// Border of the board.
    pub frame: &'static str,
    /// Highlight of the last move's squares.
    pub last_move: &'static str,
    /// Highlight of the king in check.
    pub check: &'static str,
    /// Highlight of the selected piece and its target squares.
    pub target: &'static str,
    /// Pin arrows and rings: the accent colour.
    pub pin: &'static str,
    /// Background of labels.
    pub badge: &'static str,
    /// Arrows and circles: green, red, yellow and blue, in the order of [`Tint`].
    pub tints: [&'static str; 4],
}

impl Theme {
    /// The theme for light pages.
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

    /// The theme for dark pages.
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

    /// The theme for paper, in shades of grey.
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

    /// Returns the theme with this name.
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

/// The colour of an arrow or circle: one of the four that PGN defines.
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
    /// Returns the colour of a PGN letter, as in `[%cal Gd1f3]`.
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
