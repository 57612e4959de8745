//! The moves played in a position.

use std::cmp::Reverse;
use std::collections::HashMap;

use pinsight_pgn::GameResult;
use pinsight_rules::Move;

use crate::score::ScoreCount;

/// What is known of a game besides its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFacts {
    /// The result.
    pub result: GameResult,
    /// The ratings of the players, as far as they are known.
    pub ratings: Vec<u32>,
    /// The date as in PGN, `2024.05.01`, unless its year is unknown.
    pub date: Option<String>,
}

/// The games in which a move was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveStats {
    /// The results.
    pub score: ScoreCount,
    /// The sum of the known ratings.
    rating_sum: u64,
    /// The number of known ratings.
    rated: u64,
    /// The latest date; unknown parts are `??`.
    pub last_played: Option<String>,
}

impl MoveStats {
    fn add(&mut self, game: &GameFacts) {
        self.score.add(game.result);
        self.rating_sum += game.ratings.iter().map(|&rating| u64::from(rating)).sum::<u64>();
        self.rated += game.ratings.len() as u64;
        self.play_on(game.date.as_deref());
    }

    fn play_on(&mut self, date: Option<&str>) {
        // `?` is greater than all digits.
        let order = |date: &str| date.replace('?', "0");
        if let Some(date) = date
            && self.last_played.as_deref().is_none_or(|last| order(last) < order(date))
        {
            self.last_played = Some(date.to_owned());
        }
    }

    /// Returns the mean rating of both players; `None` if no rating is known.
    pub fn rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rating_sum as f64 / self.rated as f64)
    }
}

/// The moves played in one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeNode {
    moves: HashMap<Move, MoveStats>,
    /// The games that reach the position.
    pub all: MoveStats,
    /// The number of games that end in the position.
    pub ended: u64,
}

impl TreeNode {
    /// Adds a game that reaches the position and plays `moves` there; several if it repeats the position, none if it ends
    /// there. Each move counts once.
    pub fn add(&mut self, moves: &[Move], game: &GameFacts) {
        self.all.add(game);
        self.ended += u64::from(moves.is_empty());
        for (index, mv) in moves.iter().enumerate() {
            if !moves[..index].contains(mv) {
                self.moves.entry(*mv).or_default().add(game);
            }
        }
    }

    /// Returns the moves, the most frequent first.
    pub fn moves(&self) -> Vec<(Move, &MoveStats)> {
        let mut moves: Vec<_> = self.moves.iter().map(|(&mv, stats)| (mv, stats)).collect();
        moves.sort_by_key(|(mv, stats)| (Reverse(stats.score.games()), mv.from().index(), mv.to().index()));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::{Color, Position};

    #[test]
    fn a_node_counts_games_not_repetitions() {
        let start = Position::default();
        let [e4, d4] = ["e4", "d4"].map(|san| start.parse_move(san).expect(san));
        let game = |result, ratings: &[u32], date: Option<&str>| GameFacts {
            result,
            ratings: ratings.to_vec(),
            date: date.map(str::to_owned),
        };
        let mut node = TreeNode::default();
        node.add(&[e4, d4, e4], &game(GameResult::Draw, &[2000, 2200], Some("2024.??.??")));
        node.add(&[e4], &game(GameResult::Win(Color::White), &[], Some("2024.02.01")));
        node.add(&[], &game(GameResult::Unfinished, &[1500], None));
        assert_eq!((node.all.score.games(), node.ended), (3, 1));
        let moves = node.moves();
        assert_eq!(moves.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), [e4, d4]);
        let (_, first) = moves[0];
        assert_eq!((first.score.white, first.score.draws, first.rating()), (1, 1, Some(2100.0)));
        assert_eq!(first.last_played.as_deref(), Some("2024.02.01"));
    }
}
