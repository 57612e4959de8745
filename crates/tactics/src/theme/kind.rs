//! The names of lichess's puzzle themes.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// Declares `Theme` with its names, so that each theme is listed once.
macro_rules! themes {
    ($($theme:ident = $name:literal,)+) => {
        /// A puzzle theme that follows from the position and the moves.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the names are lichess's; docs/motifs.md explains them")]
        pub enum Theme {
            $($theme,)+
        }

        impl Theme {
            /// All themes, in alphabetical order of their names.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$theme),+];

            /// Lichess's name: `fork`, `hangingPiece` and so on.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$theme => $name,)+
                }
            }
        }
    };
}

themes! {
    AdvancedPawn = "advancedPawn",
    AnastasiaMate = "anastasiaMate",
    ArabianMate = "arabianMate",
    AttackingF2F7 = "attackingF2F7",
    Attraction = "attraction",
    BackRankMate = "backRankMate",
    BishopEndgame = "bishopEndgame",
    BlindSwineMate = "blindSwineMate",
    BodenMate = "bodenMate",
    CapturingDefender = "capturingDefender",
    Castling = "castling",
    Clearance = "clearance",
    CornerMate = "cornerMate",
    DefensiveMove = "defensiveMove",
    Deflection = "deflection",
    DiscoveredAttack = "discoveredAttack",
    DiscoveredCheck = "discoveredCheck",
    DoubleBishopMate = "doubleBishopMate",
    DoubleCheck = "doubleCheck",
    DovetailMate = "dovetailMate",
    EnPassant = "enPassant",
    Endgame = "endgame",
    ExposedKing = "exposedKing",
    Fork = "fork",
    HangingPiece = "hangingPiece",
    HookMate = "hookMate",
    Interference = "interference",
    Intermezzo = "intermezzo",
    KillBoxMate = "killBoxMate",
    KingsideAttack = "kingsideAttack",
    KnightEndgame = "knightEndgame",
    Long = "long",
    Mate = "mate",
    MateIn1 = "mateIn1",
    MateIn2 = "mateIn2",
    MateIn3 = "mateIn3",
    MateIn4 = "mateIn4",
    MateIn5 = "mateIn5",
    Middlegame = "middlegame",
    MorphysMate = "morphysMate",
    OneMove = "oneMove",
    Opening = "opening",
    OperaMate = "operaMate",
    PawnEndgame = "pawnEndgame",
    PillsburysMate = "pillsburysMate",
    Pin = "pin",
    Promotion = "promotion",
    QueenEndgame = "queenEndgame",
    QueenRookEndgame = "queenRookEndgame",
    QueensideAttack = "queensideAttack",
    QuietMove = "quietMove",
    RookEndgame = "rookEndgame",
    Sacrifice = "sacrifice",
    Short = "short",
    Skewer = "skewer",
    SmotheredMate = "smotheredMate",
    TrappedPiece = "trappedPiece",
    TriangleMate = "triangleMate",
    UnderPromotion = "underPromotion",
    VeryLong = "veryLong",
    VukovicMate = "vukovicMate",
    XRayAttack = "xRayAttack",
    Zugzwang = "zugzwang",
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let theme = Self::ALL.into_iter().find(|theme| theme.name() == text);
        theme.ok_or_else(|| ThemeError { found: text.chars().take(40).collect() })
    }
}

/// The text is not the name of a theme.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{found}` is not a theme that can be derived; expected a name such as `fork` or `mateIn2`")]
pub struct ThemeError {
    found: String,
}
