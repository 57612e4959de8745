//! Openings of games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::moves::Uci;
use crate::result::GameResult;

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Opening {
    /// The ECO code, `A00` to `E99`.
    pub eco: String,
    /// The name.
    pub name: String,
}

impl From<&pinsight_openings::Opening> for Opening {
    fn from(opening: &pinsight_openings::Opening) -> Self {
        Self { eco: opening.eco.to_owned(), name: opening.name.to_owned() }
    }
}

/// The opening of a game, one line of `pinsight openings --per-game --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameOpening {
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// White's name; null if unknown.
    pub white: Option<String>,
    /// Black's name; null if unknown.
    pub black: Option<String>,
    /// The result that the game states.
    pub result: GameResult,
    /// The ECO code; null if no position of the game has a name.
    pub eco: Option<String>,
    /// The name of the opening.
    pub opening_name: Option<String>,
    /// The ply after which the position has that name; 0 without a name.
    pub opening_ply: usize,
    /// The first ply that leaves the known lines for good; null if the game ends before it.
    pub out_of_book_ply: Option<usize>,
    /// The move at that ply with its number, `5. dxe5`; null also if it is a null move.
    pub out_of_book_move: Option<String>,
}

/// The games of an opening, one line of `pinsight openings --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OpeningCount {
    /// The ECO code; null for games without a named position, and if grouped by family.
    pub eco: Option<String>,
    /// The name; null for games without a named position, and if grouped by ECO code.
    pub opening_name: Option<String>,
    /// The number of games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// White's share of the points, from 0 to 1; null if no game has a result.
    pub score: Option<f64>,
    /// The mean number of plies before a game leaves the known lines.
    pub book_plies: f64,
}

/// A move of an opening book, one line of `pinsight book show --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BookMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI notation.
    pub uci: Uci,
    /// The weight.
    pub weight: u16,
    /// The share of the weight in that of all moves of the position, from 0 to 1; null if all weights are 0.
    pub share: Option<f64>,
    /// The number that engines use for learning.
    pub learn: u32,
}

/// A move that games play in a position, one line of `pinsight tree --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TreeMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI notation.
    pub uci: Uci,
    /// The number of games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// White's share of the points, from 0 to 1; null if no game has a result.
    pub score: Option<f64>,
    /// The mean rating of both players; null if no rating is known.
    pub rating: Option<f64>,
    /// The date of the last game as in PGN; null if no date is known.
    pub last_played: Option<String>,
    /// The name of the opening after the move; null if it has none.
    pub opening_name: Option<String>,
}

/// A position found in a game, one line of `pinsight search --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PositionMatch {
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// White's name; null if unknown.
    pub white: Option<String>,
    /// Black's name; null if unknown.
    pub black: Option<String>,
    /// The result that the game states.
    pub result: GameResult,
    /// The date as in PGN; null if unknown.
    pub date: Option<String>,
    /// The ply after which the position occurs; 0 is the start.
    pub ply: u32,
    /// The last move in SAN; null at the start and after a null move.
    pub san: Option<String>,
    /// The position as a FEN.
    pub fen: String,
}

/// The answer of `pinsight search --count --json`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MatchCount {
    /// The number of games with a match.
    pub games: u64,
}
