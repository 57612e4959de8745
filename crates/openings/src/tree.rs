//! The moves played in a position.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;

use pinsight_pgn::GameResult;
use pinsight_rules::Move;

use crate::score::ScoreCount;

/// What is known of a game besides its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFacts<'a> {
    /// The result.
    pub result: GameResult,
    /// The ratings of the players, as far as they are known.
    pub ratings: [Option<u32>; 2],
    /// The date as in PGN, `2024.05.01`, unless its year is unknown.
    pub date: Option<Cow<'a, str>>,
}

/// The games in which a move was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveStats {
    /// The results.
    pub score: ScoreCount,
    /// The sum of the known ratings.
    pub rating_sum: u64,
    /// The number of known ratings.
    pub rated: u64,
    /// The latest date; unknown parts are `??`.
    pub last_played: Option<String>,
}

impl MoveStats {
    fn add(&mut self, game: &GameFacts<'_>) {
        self.score.add(game.result);
        for rating in game.ratings.into_iter().flatten() {
            self.rating_sum += u64::from(rating);
            self.rated += 1;
        }
        self.play_on(game.date.as_deref());
    }

    /// Adds the counts of other games.
    fn merge(&mut self, other: &Self) {
        self.score.merge(other.score);
        self.rating_sum += other.rating_sum;
        self.rated += other.rated;
        self.play_on(other.last_played.as_deref());
    }

    fn play_on(&mut self, date: Option<&str>) {
        if let Some(date) = date
            && self.last_played.as_deref().is_none_or(|last| is_before(last, date))
        {
            self.last_played = Some(date.to_owned());
        }
    }

    /// Returns the mean rating of both players; `None` if no rating is known.
    pub fn rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rating_sum as f64 / self.rated as f64)
    }
}

/// Returns whether a date is before another; an unknown part, `??`, is before all known ones.
fn is_before(one: &str, other: &str) -> bool {
    fn known(date: &str) -> impl Iterator<Item = u8> {
        date.bytes().map(|byte| if byte == b'?' { b'0' } else { byte })
    }
    one != other && known(one).lt(known(other))
}

/// The moves played in one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeNode {
    /// The games by the move that they play.
    pub moves: HashMap<Move, MoveStats>,
    /// The games that reach the position.
    pub all: MoveStats,
    /// The number of games that end in the position.
    pub ended: u64,
}

impl TreeNode {
    /// Adds a game that reaches the position and plays `moves` there; several if it repeats the position, none if it ends
    /// there. Each move counts once.
    pub fn add(&mut self, moves: &[Move], game: &GameFacts<'_>) {
        self.all.add(game);
        self.ended += u64::from(moves.is_empty());
        for (index, mv) in moves.iter().enumerate() {
            if !moves[..index].contains(mv) {
                self.moves.entry(*mv).or_default().add(game);
            }
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        self.ended += other.ended;
        for (mv, stats) in &other.moves {
            self.moves.entry(*mv).or_default().merge(stats);
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
        let game = |result, ratings, date: Option<&'static str>| GameFacts {
            result,
            ratings,
            date: date.map(Cow::Borrowed),
        };
        let mut node = TreeNode::default();
        node.add(&[e4, d4, e4], &game(GameResult::Draw, [Some(2000), Some(2200)], Some("2024.??.??")));
        let mut other = TreeNode::default();
        other.add(&[e4], &game(GameResult::Win(Color::White), [None, None], Some("2024.02.01")));
        other.add(&[], &game(GameResult::Unfinished, [Some(1500), None], None));
        node.merge(&other);
        assert_eq!((node.all.score.games(), node.ended), (3, 1));
        let moves = node.moves();
        assert_eq!(moves.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), [e4, d4]);
        let (_, first) = moves[0];
        assert_eq!((first.score.white, first.score.draws, first.rating()), (1, 1, Some(2100.0)));
        assert_eq!(first.last_played.as_deref(), Some("2024.02.01"));
    }
}
