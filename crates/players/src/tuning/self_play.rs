//! Games of the search against itself.

use std::ops::ControlFlow;
use std::sync::Arc;

use pinsight_pool::run_range;
use pinsight_rules::{Color, History, Move, Outcome, Position};

use super::weights::Weights;
use crate::limit::Limit;
use crate::player::{Player, Stop};
use crate::rng::Rng;
use crate::ruling::Ruling;
use crate::score::Value;
use crate::search::{Search, SearchOptions};

/// Plays games of the search against itself.
///
/// Each game starts with a few random moves. It is adjudicated when one side has led for long, or when it gets too
/// long. The games do not depend on the number of threads.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The number of games.
    pub games: u64,
    /// The number of games that are already played: the others follow.
    pub played: u64,
    /// The number of nodes per move.
    pub nodes: u64,
    /// Seeds the random moves.
    pub seed: u64,
    /// The number of games played concurrently.
    pub threads: usize,
    /// Ends the games when raised.
    pub stop: Stop,
}

/// A game of the search against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// The result.
    pub outcome: Outcome,
    /// The position after the random moves.
    pub start: Position,
    /// The searched moves with their scores from White's point of view.
    pub moves: Vec<(Move, Value)>,
}

impl SelfPlayGame {
    /// The positions after the random moves with their search scores from White's point of view.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Value)> {
        let mut next = self.start;
        self.moves.iter().map(move |&(mv, value)| {
            let position = next;
            next = position.play_unchecked(mv);
            (position, value)
        })
    }
}

/// Random half-moves at the start; one more in every other game, so that both sides get the first searched move.
const RANDOM_PLIES: u64 = 8;
/// A game of this many half-moves is adjudicated as a draw.
const MAX_PLIES: usize = 250;
/// A lead of this many centipawns, held for this many half-moves, is adjudicated as a win.
const WINNING_LEAD: (i32, usize) = (1_000, 6);

impl SelfPlay {
    /// Plays the remaining games with `weights` and passes them to `sink` in order, until [`stop`](Self::stop) is raised.
    pub fn play(&self, weights: &Weights, mut sink: impl FnMut(SelfPlayGame)) {
        let weights = Arc::new(weights.rounded());
        let new_worker = || {
            let options = SearchOptions { hash: 4, ..SearchOptions::default() };
            let mut search = Search::with_weights(options, Arc::clone(&weights));
            move |number| self.play_game(self.played + number, &mut search)
        };
        let _: ControlFlow<()> =
            run_range(self.games.saturating_sub(self.played), self.threads, new_worker, |game| {
                sink(game);
                if self.stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
    }

    fn play_game(&self, number: u64, search: &mut Search) -> SelfPlayGame {
        let mut rng = Rng::of_game(self.seed, number);
        let mut game = opening(&mut rng, RANDOM_PLIES + number % 2);
        let start = *game.position();
        let mut moves: Vec<(Move, Value)> = Vec::new();
        search.clear();
        let stop = Stop::new();
        let outcome = loop {
            if let Some(ruling) = Ruling::of(&game) {
                break ruling.outcome;
            }
            if let Some(winner) = adjudicated_winner(&moves) {
                break Outcome::Win(winner);
            }
            let choice = search.choose(&game, &Limit::nodes(self.nodes), &stop, &mut |_| {});
            let played = choice.ok().and_then(|choice| {
                let value = choice.score()?.of(Color::White);
                game.play(choice.mv).ok().map(|_| (choice.mv, value))
            });
            let Some(played) = played.filter(|_| game.plies().len() < MAX_PLIES) else {
                break Outcome::Draw;
            };
            moves.push(played);
        };
        SelfPlayGame { outcome, start, moves }
    }
}

/// A game of `plies` random moves that is not over.
fn opening(rng: &mut Rng, plies: u64) -> History {
    loop {
        let mut game = History::default();
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if let Some(&mv) = moves.get(rng.below(moves.len())) {
                game.play(mv).expect("generated as legal");
            }
        }
        if Ruling::of(&game).is_none() {
            return game;
        }
    }
}

/// The side that has held a winning lead long enough.
fn adjudicated_winner(moves: &[(Move, Value)]) -> Option<Color> {
    let (lead, plies) = WINNING_LEAD;
    let last = moves.len().checked_sub(plies).and_then(|from| moves.get(from..))?;
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
        let play = SelfPlay { games: 6, played: 0, nodes: 60, seed: 3, threads, stop: Stop::new() };
        play.play(&Weights::material(), |game| games.push(game));
        games
    }

    #[test]
    fn games_do_not_depend_on_the_number_of_threads() {
        let (one, two) = (games(1), games(2));
        assert_eq!(one.len(), 6);
        assert_eq!(one, two);
        assert_ne!(one[0].moves, one[2].moves, "games differ");
    }

    #[test]
    fn a_lead_of_six_half_moves_wins() {
        let mv = Position::default().parse_move("e4").expect("a move");
        let at = |value| (mv, value);
        let black_leads = [at(Value::Centipawns(-1_200)), at(Value::MatedIn(4))].repeat(3);
        assert_eq!(adjudicated_winner(&black_leads), Some(Color::Black));
        assert_eq!(adjudicated_winner(&black_leads[..5]), None, "too short");
        assert_eq!(adjudicated_winner(&[at(Value::Centipawns(999))].repeat(9)), None, "too small");
    }
}
