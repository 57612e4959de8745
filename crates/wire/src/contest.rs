//! Matches between players, and random games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::piece::Color;
use crate::result::GameResult;

/// A game of a match, one line of `pinsight match --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MatchGame {
    /// The number of the game, from 1.
    pub game: u64,
    /// The player of White.
    pub white: String,
    /// The player of Black.
    pub black: String,
    /// The side of the first player.
    pub first: Color,
    /// The result.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: String,
    /// The number of plies.
    pub plies: usize,
}

/// The score of a match from the first player's side, the last line of `pinsight match --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MatchScore {
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game.
    pub score: f64,
    /// Half the width of the 95 % confidence interval of `score`.
    pub error: f64,
    /// The lower end of the interval.
    pub score_low: f64,
    /// The upper end of the interval.
    pub score_high: f64,
    /// The Elo difference; null if one side has no points.
    pub elo: Option<f64>,
    /// The lower 95 % bound of `elo`.
    pub elo_low: Option<f64>,
    /// The upper 95 % bound of `elo`.
    pub elo_high: Option<f64>,
    /// The likelihood of superiority.
    pub los: Option<f64>,
    /// Games lost by failure or on time.
    pub failures: u64,
}

/// A random game, one line of `pinsight random --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RandomGame {
    /// The number of the game, from 1.
    pub game: u64,
    /// The result.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: String,
    /// The number of plies.
    pub plies: usize,
    /// The final position as a FEN.
    pub fen: String,
}

/// The totals of `pinsight random --summary --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RandomTotals {
    /// The number of games.
    pub games: u64,
    /// The number of plies.
    pub plies: usize,
    /// How the games ended.
    pub ends: Vec<EndCount>,
}

/// The number of games that ended in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EndCount {
    /// The result.
    #[schema(value_type = GameResult)]
    pub result: String,
    /// Why the games ended.
    pub reason: String,
    /// The number of games.
    pub games: u64,
}
