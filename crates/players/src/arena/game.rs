//! One game between two players.

use core::fmt;
use std::time::{Duration, Instant};

use pinsight_rules::{ByColor, Color, History, Move, Outcome, Position};

use super::opening::Opening;
use super::time_control::TimeControl;
use crate::error::PlayerError;
use crate::player::{Info, Player, Stop};
use crate::ruling::{Rule, Ruling};

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The starting position.
    pub start: Position,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The moves, including those of the opening.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: Reason,
}

/// A move of a game.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The time used; `None` in the opening.
    pub time: Option<Duration>,
    /// The player's clock after the move.
    pub clock: Option<Duration>,
    /// The player's last report.
    pub info: Option<Info>,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A rule ended the game.
    Rule(Rule),
    /// A side exceeded its time.
    Time {
        /// The side.
        color: Color,
        /// The time it used for the last move.
        used: Duration,
    },
    /// A side crashed, did not answer, or played an illegal move.
    Failed {
        /// The side.
        color: Color,
        /// The error.
        message: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => write!(f, "{rule}"),
            Self::Time { color, used } => {
                write!(f, "{color} lost on time with a move of {:.3} s", used.as_secs_f64())
            }
            Self::Failed { color, message } => write!(f, "{color} failed: {message}"),
        }
    }
}

impl FinishedGame {
    /// A game lost before the first move because the player of `color` failed.
    pub(super) fn not_played(opening: &Opening, color: Color, error: &PlayerError) -> Self {
        Self {
            start: opening.start,
            opening: opening.name.clone(),
            moves: Vec::new(),
            outcome: Outcome::Win(!color),
            reason: Reason::Failed { color, message: error.to_string() },
        }
    }
}

/// Plays a game until it ends by rule, by time, or by the failure of a player.
///
/// Draws by threefold repetition and the fifty-move rule are claimed at once. The caller must have called
/// [`Player::new_game`]. Returns `None` if `stop` was raised before the end.
pub fn play_game(
    white: &mut dyn Player,
    black: &mut dyn Player,
    opening: &Opening,
    control: &TimeControl,
    margin: Duration,
    stop: &Stop,
) -> Option<FinishedGame> {
    let mut game = History::new(opening.start);
    let mut moves = Vec::new();
    for &mv in &opening.moves {
        if Ruling::of(&game).is_some() || game.play(mv).is_err() {
            break;
        }
        moves.push(PlayedMove { mv, time: None, clock: None, info: None });
    }
    let mut left = control.start();
    let mut made = ByColor { white: 0, black: 0 };
    let (outcome, reason) = loop {
        if let Some(ruling) = Ruling::of(&game) {
            break (ruling.outcome, Reason::Rule(ruling.rule));
        }
        let color = game.position().turn();
        let player: &mut dyn Player = match color {
            Color::White => white,
            Color::Black => black,
        };
        let limit = control.limit(left, made[color]);
        let clock = Instant::now();
        let choice = player.choose(&game, &limit, stop, &mut |_| {});
        let used = clock.elapsed();
        if stop.is_raised() {
            return None;
        }
        let failed = |message: String| (Outcome::Win(!color), Reason::Failed { color, message });
        let choice = match choice {
            Ok(choice) => choice,
            Err(error) => break failed(error.to_string()),
        };
        made[color] += 1;
        left = match control.after(left, color, made[color], used, margin) {
            Some(left) => left,
            None => break (Outcome::Win(!color), Reason::Time { color, used }),
        };
        if let Err(error) = game.play(choice.mv) {
            break failed(error.to_string());
        }
        let clock = left.map(|left| left[color]);
        moves.push(PlayedMove { mv: choice.mv, time: Some(used), clock, info: choice.info });
    };
    Some(FinishedGame { start: opening.start, opening: opening.name.clone(), moves, outcome, reason })
}
