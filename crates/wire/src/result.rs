//! Results of games.

use pinsight_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The result of a game, as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// The game was drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game is not over, or its result is unknown.
    #[serde(rename = "*")]
    Unfinished,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Color::White) => Self::WhiteWins,
            Outcome::Win(Color::Black) => Self::BlackWins,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<pinsight_pgn::GameResult> for GameResult {
    fn from(result: pinsight_pgn::GameResult) -> Self {
        match result {
            pinsight_pgn::GameResult::Win(color) => Outcome::Win(color).into(),
            pinsight_pgn::GameResult::Draw => Self::Draw,
            pinsight_pgn::GameResult::Unfinished => Self::Unfinished,
        }
    }
}
