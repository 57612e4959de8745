//! The game and the move that a review is about.

use pinsight_rules::Ply;
use serde::Serialize;
use utoipa::ToSchema;

use crate::diagnostic::Verdict;
use crate::map::Tags;
use crate::moves::Uci;
use crate::piece::Color;
use crate::result::GameResult;

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReviewHead {
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The tags of the game.
    #[schema(value_type = BTreeMap<String, String>)]
    pub tags: Tags,
    /// The result that the game states.
    pub result: GameResult,
    /// Whether the game was good, repaired or broken.
    pub verdict: Verdict,
}

impl ReviewHead {
    /// Describes a game of the file `file`.
    pub fn new(file: &str, game: &pinsight_pgn::Game) -> Self {
        Self {
            file: file.to_owned(),
            game: game.number(),
            tags: (&game.tags).into(),
            result: game.result.into(),
            verdict: game.verdict().into(),
        }
    }
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveHead {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The move number in PGN.
    pub move_number: u16,
    /// The side that moves.
    pub side: Color,
    /// The move in SAN.
    pub san: String,
    /// The move in UCI notation.
    pub uci: Uci,
    /// The position before the move as a FEN.
    pub fen: String,
}

impl From<&Ply> for MoveHead {
    fn from(ply: &Ply) -> Self {
        let before = &ply.before;
        Self {
            ply: ply.number,
            move_number: before.fullmove_number(),
            side: before.turn().into(),
            san: ply.san(),
            uci: before.uci(ply.played, before.castling_mode()).into(),
            fen: before.to_string(),
        }
    }
}
