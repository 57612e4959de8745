//! Counts of results.

use pinsight_pgn::GameResult;
use pinsight_rules::Color;

/// The results of some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScoreCount {
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a result.
    pub unfinished: u64,
}

impl ScoreCount {
    /// Counts a game.
    pub fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::Win(Color::White) => &mut self.white,
            GameResult::Win(Color::Black) => &mut self.black,
            GameResult::Draw => &mut self.draws,
            GameResult::Unfinished => &mut self.unfinished,
        } += 1;
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: Self) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unfinished += other.unfinished;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unfinished
    }

    /// Returns White's share of the points, from 0 to 1; `None` if no game has a result.
    pub fn score(&self) -> Option<f64> {
        let decided = self.white + self.draws + self.black;
        (decided > 0).then(|| (self.white as f64 + 0.5 * self.draws as f64) / decided as f64)
    }
}
