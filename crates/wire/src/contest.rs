//! Matches between players, and random games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::piece::Color;
use crate::result::GameResult;

/// A game of a match, one line of `pinsight match --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
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
    /// With `--sprt`, the log-likelihood ratio after the second game of a pair; else null.
    pub llr: Option<f64>,
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
    /// The result of `--sprt`; null without it.
    pub sprt: Option<MatchSprt>,
}

/// The result of a sequential probability ratio test.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MatchSprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
    /// The number of pairs in which the first player scored 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: Vec<u64>,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this ratio.
    pub lower: f64,
    /// H1 is accepted at or above this ratio.
    pub upper: f64,
    /// The accepted hypothesis, `H0` or `H1`; null if the test is undecided.
    pub accepted: Option<String>,
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
