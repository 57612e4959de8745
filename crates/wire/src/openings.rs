//! Openings of games.

use pinsight_openings::{MoveStats, Probe};
use pinsight_rules::{Move, Position};
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

impl BookMove {
    /// Describes moves of a book in `position`; `total` is the weight of all moves of the position.
    pub fn all(position: &Position, probe: &Probe, total: u64) -> Vec<Self> {
        let row = |found: &pinsight_openings::BookMove| Self {
            san: position.san(found.played),
            uci: position.uci(found.played, position.castling_mode()).into(),
            weight: found.weight,
            share: (total > 0).then(|| thousandths(f64::from(found.weight) / total as f64)),
            learn: found.learn,
        };
        probe.moves.iter().map(row).collect()
    }
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
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

impl TreeMove {
    /// Describes the games that play `mv` in `position`.
    pub fn new(position: &Position, mv: Move, stats: &MoveStats) -> Self {
        let score = stats.score;
        let opening = pinsight_openings::Opening::of(&position.play_unchecked(mv));
        Self {
            san: position.san(mv),
            uci: position.uci(mv, position.castling_mode()).into(),
            games: score.games(),
            white: score.white,
            draws: score.draws,
            black: score.black,
            unfinished: score.unfinished,
            score: score.score().map(thousandths),
            rating: stats.rating().map(f64::round),
            last_played: stats.last_played.clone(),
            opening_name: opening.map(|opening| opening.name.to_owned()),
        }
    }
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

/// The moves that the kept games and the book of the server play in a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct KeptTree {
    /// The opening; null if the position has no name.
    pub opening: Option<Opening>,
    /// The number of kept games that reach the position.
    pub games: u64,
    /// The number of games that end in it.
    pub ended: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<TreeMove>,
    /// The name of the book; null if the server has none.
    pub book_name: Option<String>,
    /// The moves of the book, the greatest weight first.
    pub book: Vec<BookMove>,
    /// The number of kept games that were looked at.
    pub kept: usize,
    /// The number of kept games above the limit, which were not.
    pub omitted: u64,
}

/// A part of a search over the kept games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct KeptSearch {
    /// The first matches of this part, at most one of each game.
    pub matches: Vec<KeptMatch>,
    /// The number of games with a match in this part.
    pub games: u64,
    /// The number of games of this part.
    pub searched: usize,
    /// The parameter `after` of the request that continues the search; null at its end.
    pub next: Option<String>,
    /// The number of kept games.
    pub kept: usize,
    /// The number of kept games above the limit, which were not searched.
    pub omitted: u64,
}

/// A kept game with a match: a game, or a game of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct KeptMatch {
    /// The number of the game; null for a game of an import.
    pub game: Option<i64>,
    /// The number of the import; null for a game.
    pub import: Option<i64>,
    /// The number of the game in its import; null for a game.
    pub number: Option<u64>,
    /// The name of White; null if unknown.
    pub white: Option<String>,
    /// The name of Black; null if unknown.
    pub black: Option<String>,
    /// The result.
    pub result: GameResult,
    /// The date as in PGN; null if unknown.
    pub date: Option<String>,
    /// The opening; null if no position of the game has a name.
    pub opening: Option<Opening>,
    /// The ply after which the first match occurs; 0 is the start.
    pub ply: u32,
    /// The position as a FEN.
    pub fen: String,
}
