//! The kinds of motifs and their names.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// Declares `MotifKind` with its names, so that each kind is listed once.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal,)+) => {
        /// The kind of a motif. `docs/motifs.md` defines each.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum MotifKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl MotifKind {
            /// All kinds.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$kind),+];

            /// The name in data: `fork`, `hanging_piece`, `back_rank_mate` and so on.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }
    };
}

kinds! {
    /// The line ends in checkmate.
    Checkmate = "checkmate",
    /// A piece that can be captured for nothing.
    HangingPiece = "hanging_piece",
    /// One piece attacks two or more.
    Fork = "fork",
    /// A slider attacks a piece, and when it moves away captures the one behind it.
    Skewer = "skewer",
    /// A piece that cannot leave a line because of the piece behind it.
    Pin = "pin",
    /// A piece moves away and opens the line of a slider behind it.
    DiscoveredAttack = "discovered_attack",
    /// A check by a piece that did not move.
    DiscoveredCheck = "discovered_check",
    /// A check by two pieces.
    DoubleCheck = "double_check",
    /// A slider attacks a square through another slider.
    XRayAttack = "x_ray_attack",
    /// A slider defends a piece through an enemy piece.
    XRayDefence = "x_ray_defence",
    /// Captures the defender of a piece, then the piece.
    CapturingDefender = "capturing_defender",
    /// One piece is the only defender of two attacked pieces.
    OverloadedDefender = "overloaded_defender",
    /// Forces a piece away from a square or piece that it guards.
    Deflection = "deflection",
    /// Forces a piece to a square where it is attacked.
    Attraction = "attraction",
    /// Puts a piece between two enemy pieces, so that one no longer defends the other.
    Interference = "interference",
    /// Vacates a square or line for another piece.
    Clearance = "clearance",
    /// A piece that cannot escape capture.
    TrappedPiece = "trapped_piece",
    /// Another move before an expected recapture.
    Intermezzo = "intermezzo",
    /// A king on its back rank without an escape square and without a guard of the rank.
    BackRankWeakness = "back_rank_weakness",
    /// Checkmate by a rook or queen on the back rank.
    BackRankMate = "back_rank_mate",
    /// Checkmate by a knight against a king that its own pieces enclose.
    SmotheredMate = "smothered_mate",
    /// Checkmate by a rook or queen on an edge file or rank, helped by a knight.
    AnastasiaMate = "anastasia_mate",
    /// Checkmate by a rook in the corner, defended by a knight.
    ArabianMate = "arabian_mate",
    /// Checkmate by two bishops on crossing diagonals, with the king's own pieces in its way.
    BodenMate = "boden_mate",
    /// Checkmate by two bishops on parallel diagonals.
    DoubleBishopMate = "double_bishop_mate",
    /// Checkmate by a queen next to a king whose two escape squares its own pieces occupy.
    DovetailMate = "dovetail_mate",
    /// Checkmate by a rook, defended by a knight, which a pawn defends.
    HookMate = "hook_mate",
    /// Checkmate by a rook next to the king, defended by a bishop.
    OperaMate = "opera_mate",
    /// Checkmate by a rook, while a bishop confines the king.
    PillsburysMate = "pillsburys_mate",
    /// Checkmate by a bishop, while a rook confines the king.
    MorphysMate = "morphys_mate",
    /// Checkmate by a queen and a rook that form a triangle with the king.
    TriangleMate = "triangle_mate",
    /// Checkmate by a knight, while a rook or queen confines the king.
    CornerMate = "corner_mate",
    /// Checkmate by a queen and a rook on opposite corners of a box of three by three squares.
    KillBoxMate = "kill_box_mate",
    /// Checkmate by a rook on the edge, defended by a third piece, helped by a knight.
    VukovicMate = "vukovic_mate",
    /// Checkmate by two rooks side by side next to the king.
    BlindSwineMate = "blind_swine_mate",
    /// A pawn promotes.
    Promotion = "promotion",
    /// A pawn promotes to a knight, bishop or rook.
    UnderPromotion = "under_promotion",
    /// A capture en passant.
    EnPassant = "en_passant",
    /// The king castles.
    Castling = "castling",
    /// A piece that is lost anyway captures something first.
    Desperado = "desperado",
    /// A move without check, capture or direct threat to capture.
    QuietMove = "quiet_move",
    /// A move that is needed to keep the balance.
    DefensiveMove = "defensive_move",
    /// Gives up material for a later gain.
    Sacrifice = "sacrifice",
    /// A king with few defenders.
    ExposedKing = "exposed_king",
    /// A move that threatens mate in one.
    MateThreat = "mate_threat",
    /// Every move loses something that passing would keep.
    Zugzwang = "zugzwang",
}

impl MotifKind {
    /// Whether a position alone can show it; the others need a line of moves.
    pub const fn is_in_positions(self) -> bool {
        !matches!(
            self,
            Self::CapturingDefender
                | Self::Deflection
                | Self::Attraction
                | Self::Interference
                | Self::Clearance
                | Self::Intermezzo
                | Self::Promotion
                | Self::UnderPromotion
                | Self::EnPassant
                | Self::Castling
                | Self::Desperado
                | Self::QuietMove
                | Self::DefensiveMove
                | Self::Sacrifice
        )
    }
}

impl fmt::Display for MotifKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for MotifKind {
    type Err = MotifKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| MotifKindError { found: text.chars().take(40).collect() })
    }
}

/// The text is not the name of a motif.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{found}` is not a motif; expected a name such as `fork` or `back_rank_mate`")]
pub struct MotifKindError {
    found: String,
}
