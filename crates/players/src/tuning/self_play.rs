//! Games of the search against itself, to learn from.

use std::ops::ControlFlow;
use std::sync::Arc;

use pinsight_pool::run_range;
use pinsight_rules::{Color, History, Outcome, Position};

use super::Weights;
use crate::{Limit, Player, Rng, Ruling, Search, SearchOptions, Stop, Value};

/// How many games the search plays against itself, and how.
///
/// A game begins with a few random moves, so that none is like another. It is broken off when it has long been decided
/// or gets too long. The same numbers give the same games, whatever the number of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many games.
    pub games: u64,
    /// How many positions are looked at for each move.
    pub nodes: u64,
    /// Where the random moves start.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// A game of the search against itself.
#[derive(Clone, Debug)]
pub struct SelfPlayGame {
    /// How it ended.
    pub outcome: Outcome,
    /// The positions after the random moves, with what the search thought of each, from white's side.
    pub positions: Vec<(Position, Value)>,
}

/// Half-moves at random; in every other game one more, so that both sides make the first move of their own.
const RANDOM_PLIES: u64 = 8;
/// Half-moves after which nobody has won.
const MOST_PLIES: usize = 250;
/// A lead, in hundredths of a pawn, and for how many half-moves it must have stood to be a win.
const DECIDED: (i32, usize) = (1_000, 6);

impl SelfPlay {
    /// Plays all games by these weights and hands them over in order.
    pub fn play(&self, weights: &Weights, mut take: impl FnMut(SelfPlayGame)) {
        let weights = Arc::new(weights.rounded());
        let new_worker = || {
            let options = SearchOptions { hash: 4, ..SearchOptions::default() };
            let mut search = Search::with_weights(options, Arc::clone(&weights));
            move |number| self.one(number, &mut search)
        };
        let _: ControlFlow<()> = run_range(self.games, self.threads, new_worker, |game| {
            take(game);
            ControlFlow::Continue(())
        });
    }

    fn one(&self, number: u64, search: &mut Search) -> SelfPlayGame {
        let mut rng = Rng::of_game(self.seed, number);
        let mut game = opening(&mut rng, RANDOM_PLIES + number % 2);
        let mut positions: Vec<(Position, Value)> = Vec::new();
        search.clear();
        let stop = Stop::new();
        let outcome = loop {
            if let Some(ruling) = Ruling::of(&game) {
                break ruling.outcome;
            }
            if let Some(winner) = decided(&positions) {
                break Outcome::Win(winner);
            }
            let position = *game.position();
            let choice = search.choose(&game, &Limit::nodes(self.nodes), &stop, &mut |_| {});
            let played = choice.ok().and_then(|choice| {
                let value = choice.score()?.of(Color::White);
                game.play(choice.mv).ok().map(|_| value)
            });
            // There is a move as long as the game is not over; without one it would never end.
            let Some(value) = played.filter(|_| game.plies().len() < MOST_PLIES) else {
                break Outcome::Draw;
            };
            positions.push((position, value));
        };
        SelfPlayGame { outcome, positions }
    }
}

/// A game of so many random moves that is not over yet.
fn opening(rng: &mut Rng, plies: u64) -> History {
    loop {
        let mut game = History::default();
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if let Some(&mv) = moves.get(rng.below(moves.len())) {
                // It is one of the legal ones.
                let _ = game.play(mv);
            }
        }
        if Ruling::of(&game).is_none() {
            return game;
        }
    }
}

/// Who has long been winning.
fn decided(positions: &[(Position, Value)]) -> Option<Color> {
    let (lead, plies) = DECIDED;
    let last = positions.len().checked_sub(plies).and_then(|from| positions.get(from..))?;
    let leads = |color: Color| {
        let sign = if color == Color::White { 1 } else { -1 };
        last.iter().all(|(_, value)| match *value {
            Value::Centipawns(value) => sign * value >= lead,
            Value::MatesIn(_) => color == Color::White,
            Value::MatedIn(_) => color == Color::Black,
        })
    };
    Color::ALL.into_iter().find(|&color| leads(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(threads: usize) -> Vec<SelfPlayGame> {
        let mut games = Vec::new();
        let play = SelfPlay { games: 6, nodes: 60, seed: 3, threads };
        play.play(&Weights::material(), |game| games.push(game));
        games
    }

    #[test]
    fn the_same_games_on_any_number_of_threads() {
        let (one, two) = (games(1), games(2));
        assert_eq!(one.len(), 6);
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.outcome, &one.positions), (two.outcome, &two.positions));
        }
        assert_ne!(one[0].positions, one[2].positions, "no game is like another");
    }

    #[test]
    fn a_long_lead_is_a_win() {
        let at = |value| (Position::default(), value);
        let black_leads = [at(Value::Centipawns(-1_200)), at(Value::MatedIn(4))].repeat(3);
        assert_eq!(decided(&black_leads), Some(Color::Black));
        assert_eq!(decided(&black_leads[..5]), None, "not long enough");
        assert_eq!(decided(&[at(Value::Centipawns(999))].repeat(9)), None, "not enough");
    }
}
