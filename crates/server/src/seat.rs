//! Who sits at the board, and whether computers move by themselves.

use pinsight_rules::Color;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::players::Players;

/// The shortest and the longest thinking time per move, in milliseconds.
const THINKING: std::ops::RangeInclusive<u64> = 50..=60_000;
/// The longest pause before a move, in milliseconds.
const LONGEST_DELAY: u64 = 10_000;
/// The pause between the moves of two computers unless told.
const USUAL_DELAY: u64 = 500;
/// Who is no computer.
const HUMAN: &str = "human";

/// Who plays one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seat {
    /// `human`, or the id of a player.
    pub(crate) player: String,
    /// Its strength, if it has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// How long it may think about a move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<u64>,
}

impl Default for Seat {
    fn default() -> Self {
        Self { player: HUMAN.to_owned(), level: None, time: None }
    }
}

impl Seat {
    pub(crate) fn is_human(&self) -> bool {
        self.player == HUMAN
    }

    /// The seat, if there is such a player and it can do that.
    pub(crate) fn checked(self, players: &Players) -> Result<Self, ApiError> {
        if let Some(time) = self.time.filter(|time| !THINKING.contains(time)) {
            return Err(ApiError::bad_request(format!(
                "`time` is {time}: expected {} to {} milliseconds",
                THINKING.start(),
                THINKING.end()
            )));
        }
        if self.is_human() {
            if self.level.is_some() || self.time.is_some() {
                return Err(ApiError::bad_request("a human has neither `level` nor `time`"));
            }
            return Ok(self);
        }
        let player = players.find(&self.player)?;
        match (self.level, &player.levels) {
            (Some(_), None) => {
                Err(ApiError::bad_request(format!("the player `{}` has no levels", self.player)))
            }
            (Some(level), Some([low, high])) if !(*low..=*high).contains(&level) => {
                Err(ApiError::bad_request(format!("`level` is {level}: expected {low} to {high}")))
            }
            _ => Ok(self),
        }
    }
}

/// Who plays, and whether the game runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Play {
    pub(crate) white: Seat,
    pub(crate) black: Seat,
    /// Computers move by themselves.
    pub(crate) running: bool,
    /// The pause before each move when both are computers, in milliseconds.
    pub(crate) delay: u64,
    /// Why a computer could not go on.
    pub(crate) problem: Option<String>,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            white: Seat::default(),
            black: Seat::default(),
            running: false,
            delay: USUAL_DELAY,
            problem: None,
        }
    }
}

impl Play {
    pub(crate) fn seat(&self, color: Color) -> &Seat {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    pub(crate) fn only_humans(&self) -> bool {
        self.white.is_human() && self.black.is_human()
    }

    pub(crate) fn only_computers(&self) -> bool {
        !self.white.is_human() && !self.black.is_human()
    }
}

/// What is to be changed in a [`Play`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayPatch {
    pub(crate) white: Option<Seat>,
    pub(crate) black: Option<Seat>,
    pub(crate) running: Option<bool>,
    pub(crate) delay: Option<u64>,
}

impl PlayPatch {
    /// The play with the changes made.
    pub(crate) fn apply(self, play: &Play, players: &Players) -> Result<Play, ApiError> {
        if let Some(delay) = self.delay.filter(|&delay| delay > LONGEST_DELAY) {
            return Err(ApiError::bad_request(format!(
                "`delay` is {delay}: expected at most {LONGEST_DELAY} milliseconds"
            )));
        }
        let mut play = Play { problem: None, ..play.clone() };
        if let Some(seat) = self.white {
            play.white = seat.checked(players)?;
        }
        if let Some(seat) = self.black {
            play.black = seat.checked(players)?;
        }
        play.delay = self.delay.unwrap_or(play.delay);
        play.running = self.running.unwrap_or(play.running) && !play.only_humans();
        Ok(play)
    }
}
