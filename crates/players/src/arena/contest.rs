//! Matches of many games.

use std::ops::ControlFlow;
use std::time::Duration;

use pinsight_pool::run_range;
use pinsight_rules::{Color, Outcome};

use super::game::{FinishedGame, Reason, play_game};
use super::opening::Openings;
use super::time_control::TimeControl;
use crate::error::PlayerError;
use crate::player::{Player, Stop};

/// Creates players: one per thread, and a new one after a failure.
pub trait Factory: Sync {
    /// Creates a player.
    fn make(&self) -> Result<Box<dyn Player>, PlayerError>;
}

impl<F: Fn() -> Result<Box<dyn Player>, PlayerError> + Sync> Factory for F {
    fn make(&self) -> Result<Box<dyn Player>, PlayerError> {
        self()
    }
}

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The number of games.
    pub games: u64,
    /// The time control.
    pub control: TimeControl,
    /// How much a player may exceed its time before it loses the game.
    pub margin: Duration,
    /// The openings, each played twice with colours reversed.
    pub openings: Openings,
    /// The number of games played concurrently.
    pub concurrency: usize,
    /// Ends the match when raised: games under way are abandoned, finished ones delivered.
    pub stop: Stop,
}

/// One game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The number of the game, from 0.
    pub number: u64,
    /// The colour of the first player.
    pub first: Color,
    /// The names of the players, White first.
    pub names: [String; 2],
    /// The game.
    pub game: FinishedGame,
}

impl MatchGame {
    /// The points of the first player: 1, 0.5 or 0.
    pub fn points(&self) -> f64 {
        match self.game.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(color) if color == self.first => 1.0,
            Outcome::Win(_) => 0.0,
        }
    }
}

/// What became of one game.
enum Played {
    Finished(Box<MatchGame>),
    /// Stopped under way.
    Abandoned,
    /// Not begun, like all games after it.
    NotBegun,
}

/// One side of the match on one thread. It creates its player when needed.
struct Side<'a> {
    factory: &'a dyn Factory,
    player: Option<Box<dyn Player>>,
}

impl Side<'_> {
    /// Returns the player, prepared for a new game; a new player if the last one failed.
    fn ready_player(&mut self) -> Result<&mut Box<dyn Player>, PlayerError> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => self.factory.make()?,
        };
        player.new_game()?;
        Ok(self.player.insert(player))
    }
}

impl Match {
    /// Plays all games and passes them to `sink` in order, until it breaks or [`stop`](Self::stop) is raised.
    ///
    /// The first player is White in even games. A player that cannot be created, fails, or plays an illegal move loses
    /// the game and is replaced by a new one.
    pub fn run<B>(
        &self,
        first: &dyn Factory,
        second: &dyn Factory,
        mut sink: impl FnMut(MatchGame) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let new_worker = || {
            let mut sides = [Side { factory: first, player: None }, Side { factory: second, player: None }];
            move |number| match self.stop.is_raised() {
                true => Played::NotBegun,
                false => self.play_one(number, &mut sides).map_or(Played::Abandoned, Played::Finished),
            }
        };
        let flow = run_range(self.games, self.concurrency, new_worker, |played| match played {
            Played::Finished(game) => sink(*game).map_break(Some),
            Played::Abandoned => ControlFlow::Continue(()),
            Played::NotBegun => ControlFlow::Break(None),
        });
        match flow {
            ControlFlow::Break(Some(value)) => ControlFlow::Break(value),
            ControlFlow::Break(None) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    /// Plays a game; `None` if it was stopped before its end.
    fn play_one(&self, number: u64, sides: &mut [Side<'_>; 2]) -> Option<Box<MatchGame>> {
        let first = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let opening = self.openings.of_pair(number / 2);
        let opening = opening.as_ref();
        let [one, two] = sides;
        let (white, black) = if first == Color::White { (one, two) } else { (two, one) };
        let failed = |color: Color, error: &PlayerError| {
            let game = FinishedGame::not_played(opening, color, error);
            let names = ["?".to_owned(), "?".to_owned()];
            (!self.stop.is_raised()).then(|| Box::new(MatchGame { number, first, names, game }))
        };
        let white_player = match white.ready_player() {
            Ok(player) => player,
            Err(error) => return failed(Color::White, &error),
        };
        let black_player = match black.ready_player() {
            Ok(player) => player,
            Err(error) => return failed(Color::Black, &error),
        };
        let names = [white_player.name(), black_player.name()];
        let game = play_game(white_player, black_player, opening, &self.control, self.margin, &self.stop)?;
        // A player that failed is in an unknown state: replace it.
        match game.reason {
            Reason::Failed { color: Color::White, .. } => white.player = None,
            Reason::Failed { color: Color::Black, .. } => black.player = None,
            _ => {}
        }
        Some(Box::new(MatchGame { number, first, names, game }))
    }
}
