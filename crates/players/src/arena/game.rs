//! One game between two players.

use core::fmt;
use std::time::{Duration, Instant};

use pinsight_rules::{ByColor, Color, History, Move, Outcome, Position};

use super::{Control, Opening};
use crate::{Info, Player, PlayerError, Ruling, Stop, Why};

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Where it started.
    pub start: Position,
    /// The name of the opening, if it has one.
    pub opening: Option<String>,
    /// The moves, those of the opening included.
    pub moves: Vec<PlayedMove>,
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// A move of a game.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// How long the player thought; none in the opening.
    pub time: Option<Duration>,
    /// What its clock shows after the move, if there is one.
    pub clock: Option<Duration>,
    /// What it saw.
    pub info: Option<Info>,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By the rules.
    Rule(Why),
    /// A side used more time than it had.
    Time {
        /// Which.
        color: Color,
        /// How long it thought about its last move.
        used: Duration,
    },
    /// A side crashed, hung, or played no legal move.
    Failed {
        /// Which.
        color: Color,
        /// What happened.
        message: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(why) => write!(f, "{why}"),
            Self::Time { color, used } => {
                write!(f, "{color} lost on time with a move of {:.3} s", used.as_secs_f64())
            }
            Self::Failed { color, message } => write!(f, "{color} failed: {message}"),
        }
    }
}

impl FinishedGame {
    /// A game that was lost before it began.
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

/// Plays a game to its end: by the rules, by the clock, or by the failure of a player.
///
/// Draws by the third repetition and by fifty moves are claimed at once. The players must have been told that a game
/// begins.
pub fn play_game(
    white: &mut dyn Player,
    black: &mut dyn Player,
    opening: &Opening,
    control: &Control,
    margin: Duration,
) -> FinishedGame {
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
    let stop = Stop::new();
    let (outcome, reason) = loop {
        if let Some(ruling) = Ruling::of(&game) {
            break (ruling.outcome, Reason::Rule(ruling.why));
        }
        let color = game.position().turn();
        let player: &mut dyn Player = match color {
            Color::White => white,
            Color::Black => black,
        };
        let limit = control.limit(left, made[color]);
        let clock = Instant::now();
        let choice = player.choose(&game, &limit, &stop, &mut |_| {});
        let used = clock.elapsed();
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
    FinishedGame { start: opening.start, opening: opening.name.clone(), moves, outcome, reason }
}
