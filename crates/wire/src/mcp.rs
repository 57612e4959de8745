//! The questions and answers of `pinsight mcp`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::motif::Motif;
use crate::moves::{LegalMove, Uci};
use crate::openings::Opening;
use crate::pin::WordedPin;
use crate::position::Position;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionQuestion {
    /// The position as a FEN, or `startpos`.
    pub fen: String,
}

/// A move in a position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveQuestion {
    /// The position as a FEN, or `startpos`.
    pub fen: String,
    /// The move in SAN or UCI notation, legal or not: `Nxe5`, `e2e4`.
    pub r#move: String,
}

/// A position, or a line of moves in it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineQuestion {
    /// The position as a FEN, or `startpos`.
    pub fen: String,
    /// The moves in SAN or UCI notation; none by default.
    #[serde(default)]
    #[schema(required = false)]
    pub moves: Vec<String>,
}

/// A search.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseQuestion {
    /// The position as a FEN, or `startpos`.
    pub fen: String,
    /// The number of nodes, at most 100 million; 500,000 by default.
    #[serde(default)]
    #[schema(nullable = false)]
    pub nodes: Option<u64>,
    /// The number of lines, at most 10; 1 by default.
    #[serde(default)]
    #[schema(nullable = false)]
    pub lines: Option<usize>,
}

/// A game to review.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewQuestion {
    /// One game in PGN; tags may be missing.
    pub pgn: String,
    /// The number of nodes per position, from 1,000 to 10 million; 20,000 by default.
    #[serde(default)]
    #[schema(nullable = false)]
    pub nodes: Option<u64>,
}

/// A picture of a position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImageQuestion {
    /// The position as a FEN, or `startpos`.
    pub fen: String,
    /// The width in pixels, from 64 to 2000; 480 by default.
    #[serde(default)]
    #[schema(nullable = false)]
    pub size: Option<u32>,
    /// Whether Black is at the bottom.
    #[serde(default)]
    #[schema(required = false)]
    pub flip: bool,
    /// Whether to draw the pins as arrows.
    #[serde(default)]
    #[schema(required = false)]
    pub pins: bool,
}

/// A statement about a position, to be verified.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyQuestion {
    /// The position as a FEN, or `startpos`.
    pub fen: String,
    /// The statement.
    pub statement: Statement,
}

/// A statement about a position. Squares are written `f6`, roles `knight`, sides `white`, moves in SAN or UCI notation.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Statement {
    /// A piece is on a square.
    Piece {
        /// The square.
        square: String,
        /// Its role.
        role: String,
        /// Its side; either by default.
        #[serde(default)]
        #[schema(nullable = false)]
        side: Option<String>,
    },
    /// The piece on a square is pinned: to the king, to a piece, or to a mate.
    Pinned {
        /// The square of the pinned piece.
        square: String,
        /// The square of the piece that it shields; any, or a mate, by default.
        #[serde(default)]
        #[schema(nullable = false)]
        to: Option<String>,
        /// The square of the attacker; any by default.
        #[serde(default)]
        #[schema(nullable = false)]
        by: Option<String>,
        /// The role of the pinned piece; any by default.
        #[serde(default)]
        #[schema(nullable = false)]
        role: Option<String>,
    },
    /// A side attacks a square.
    Attacked {
        /// The square.
        square: String,
        /// The side that attacks it.
        by: String,
    },
    /// The piece on a square can be captured with a gain, by exchanges on the square alone.
    Hanging {
        /// The square.
        square: String,
    },
    /// The side to move is in check.
    Check {},
    /// The side to move is checkmated.
    Checkmate {},
    /// The side to move is stalemated.
    Stalemate {},
    /// A move is legal.
    Legal {
        /// The move.
        r#move: String,
    },
    /// A move gives check.
    GivesCheck {
        /// The move.
        r#move: String,
    },
    /// A move gives checkmate.
    Mates {
        /// The move.
        r#move: String,
    },
    /// The side to move mates in at most this many moves.
    MateIn {
        /// The number of moves.
        moves: u32,
    },
    /// A motif exists in the position.
    Motif {
        /// The name of the motif: `fork`.
        motif: String,
        /// A square that takes part; any by default.
        #[serde(default)]
        #[schema(nullable = false)]
        square: Option<String>,
    },
    /// A move wins at least this much material, or mates, against best play.
    Wins {
        /// The move.
        r#move: String,
        /// The gain in pawns; 1 by default. A piece is 3.
        #[serde(default)]
        #[schema(nullable = false)]
        gain: Option<i32>,
    },
    /// The position has this opening.
    Opening {
        /// The name, the beginning of it or of one of its parts, or the ECO code.
        name: String,
    },
}

/// All facts of a position that need no search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PositionFacts {
    /// The content of the FEN.
    pub position: Position,
    /// The opening; null if the position has no name.
    pub opening: Option<Opening>,
    /// The pins of both sides.
    pub pins: Vec<WordedPin>,
    /// The motifs of both sides.
    pub motifs: Vec<Motif>,
}

/// The legal moves of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LegalMoveList {
    /// The moves.
    pub moves: Vec<LegalMove>,
}

/// The pins of a position, or those that a move creates and releases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PinList {
    /// The pins.
    pub pins: Vec<WordedPin>,
}

/// The motifs of a position or of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MotifList {
    /// The motifs.
    pub motifs: Vec<Motif>,
}

/// The opening of a position or of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpeningAnswer {
    /// The opening; null if no position has a name.
    pub opening: Option<Opening>,
    /// The first ply of the line that leaves the known opening lines for good; null if none does.
    pub out_of_book_ply: Option<usize>,
}

/// Whether a statement holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Search neither confirms nor refutes it.
    Unproved,
}

/// The answer to a statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Verification {
    /// Whether it holds.
    pub verdict: Truth,
    /// Why.
    pub reason: String,
    /// The line of moves that shows it; empty if the position alone does.
    pub line: Vec<Uci>,
    /// That line in SAN.
    pub san: Vec<String>,
}
