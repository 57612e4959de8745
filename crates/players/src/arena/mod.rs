//! Games between two players, and the score.

mod control;
mod game;
mod opening;
mod standing;

pub use control::{Control, ControlError};
pub use game::{FinishedGame, PlayedMove, Reason, play_game};
pub use opening::Opening;
pub use standing::Standing;

use std::ops::ControlFlow;
use std::time::Duration;

use pinsight_pool::run_range;
use pinsight_rules::{Color, Outcome};

use crate::{Player, PlayerError};

/// Makes players: one for each thread, and a new one after a failure.
pub trait Factory: Sync {
    /// A player, ready for its first game.
    fn make(&self) -> Result<Box<dyn Player>, PlayerError>;
}

impl<F: Fn() -> Result<Box<dyn Player>, PlayerError> + Sync> Factory for F {
    fn make(&self) -> Result<Box<dyn Player>, PlayerError> {
        self()
    }
}

/// A match: how many games, how long, from where.
#[derive(Clone, Debug)]
pub struct Match {
    /// How many games.
    pub games: u64,
    /// How long the players may think.
    pub control: Control,
    /// How much more time than allowed is not yet lost time.
    pub margin: Duration,
    /// Where the games start: each opening twice, with the colours changed, then the next; from the start if none.
    pub openings: Vec<Opening>,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// One game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its number, from 0.
    pub number: u64,
    /// The colour of the first player.
    pub first: Color,
    /// What the players call themselves, white first.
    pub names: [String; 2],
    /// The game.
    pub game: FinishedGame,
}

impl MatchGame {
    /// The result as the first player sees it: 1, a half or 0.
    pub fn points(&self) -> f64 {
        match self.game.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(color) if color == self.first => 1.0,
            Outcome::Win(_) => 0.0,
        }
    }
}

/// A player of one thread, as long as it works.
struct Seat<'a> {
    factory: &'a dyn Factory,
    player: Option<Box<dyn Player>>,
}

impl Seat<'_> {
    /// The player, made anew if the last one failed, and told that a game begins.
    fn take(&mut self) -> Result<&mut Box<dyn Player>, PlayerError> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => self.factory.make()?,
        };
        player.new_game()?;
        Ok(self.player.insert(player))
    }
}

impl Match {
    /// Plays all games and hands them over in order; `take` may break off.
    ///
    /// The first player has white in even games. A player that cannot be made, fails, or plays no legal move loses
    /// that game; a new one is made for the next.
    pub fn run<B>(
        &self,
        first: &dyn Factory,
        second: &dyn Factory,
        take: impl FnMut(MatchGame) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let new_worker = || {
            let mut seats = [Seat { factory: first, player: None }, Seat { factory: second, player: None }];
            move |number| self.one(number, &mut seats)
        };
        run_range(self.games, self.concurrency, new_worker, take)
    }

    fn one(&self, number: u64, seats: &mut [Seat<'_>; 2]) -> MatchGame {
        let first = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let start = Opening::start();
        let opening = match self.openings.len() as u64 {
            0 => &start,
            count => self.openings.get((number / 2 % count) as usize).unwrap_or(&start),
        };
        let [one, two] = seats;
        let (white, black) = if first == Color::White { (one, two) } else { (two, one) };
        let failed = |color: Color, error: &PlayerError| {
            let game = FinishedGame::not_played(opening, color, error);
            MatchGame { number, first, names: ["?".to_owned(), "?".to_owned()], game }
        };
        let white_player = match white.take() {
            Ok(player) => player,
            Err(error) => return failed(Color::White, &error),
        };
        let black_player = match black.take() {
            Ok(player) => player,
            Err(error) => return failed(Color::Black, &error),
        };
        let names = [white_player.name(), black_player.name()];
        let game = play_game(white_player, black_player, opening, &self.control, self.margin);
        // Whoever lost by failing or by the clock may still be thinking: a new one takes the seat.
        match game.reason {
            Reason::Failed { color: Color::White, .. } => white.player = None,
            Reason::Failed { color: Color::Black, .. } => black.player = None,
            _ => {}
        }
        MatchGame { number, first, names, game }
    }
}
