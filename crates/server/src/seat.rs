//! The players of a game, and whether computers move without a request.

use pinsight_rules::Color;
use pinsight_wire::{PlayPatch, Seat};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::players::Players;

/// The shortest and the longest thinking time per move, in milliseconds.
const THINKING: std::ops::RangeInclusive<u64> = 50..=60_000;
/// The longest pause before a move, in milliseconds.
const LONGEST_DELAY: u64 = 10_000;
/// The default pause between the moves of two computers.
const USUAL_DELAY: u64 = 500;

/// Returns an error if there is no such player, or if it does not accept the level or the time.
fn check_seat(seat: &Seat, players: &Players) -> Result<(), ApiError> {
    if let Some(time) = seat.time.filter(|time| !THINKING.contains(time)) {
        return Err(ApiError::bad_request(format!(
            "`time` is {time}: expected {} to {} milliseconds",
            THINKING.start(),
            THINKING.end()
        )));
    }
    if seat.is_human() {
        if seat.level.is_some() || seat.time.is_some() {
            return Err(ApiError::bad_request("a human has neither `level` nor `time`"));
        }
        return Ok(());
    }
    let levels = players.find(&seat.player)?.player.levels;
    match (seat.level, levels) {
        (Some(_), None) => Err(ApiError::bad_request(format!("the player `{}` has no levels", seat.player))),
        (Some(level), Some([low, high])) if !(low..=high).contains(&level) => {
            Err(ApiError::bad_request(format!("`level` is {level}: expected {low} to {high}")))
        }
        _ => Ok(()),
    }
}

/// The players of a game, and whether it is running.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Play {
    pub(crate) white: Seat,
    pub(crate) black: Seat,
    /// Whether computers move without a request.
    pub(crate) running: bool,
    /// The pause before each move when both are computers, in milliseconds.
    pub(crate) delay: u64,
    /// Why a computer could not move.
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

/// Returns the default of the tag `White` or `Black`: who plays the side.
pub(crate) fn default_name(play: &Play, color: Color, players: &Players) -> String {
    let seat = play.seat(color);
    match (seat.is_human(), seat.player.as_str(), seat.level) {
        (true, ..) if play.only_humans() => if color == Color::White { "White" } else { "Black" }.to_owned(),
        (true, ..) => "You".to_owned(),
        (_, "search", level) => format!("Pinsight level {}", level.unwrap_or_default()),
        (_, "random" | "greedy", _) => format!("Pinsight {}", seat.player),
        _ => players.name(&seat.player).to_owned(),
    }
}

/// Returns `play` with the changes of `patch`.
pub(crate) fn patched(play: &Play, patch: PlayPatch, players: &Players) -> Result<Play, ApiError> {
    if let Some(delay) = patch.delay.filter(|&delay| delay > LONGEST_DELAY) {
        return Err(ApiError::bad_request(format!(
            "`delay` is {delay}: expected at most {LONGEST_DELAY} milliseconds"
        )));
    }
    let mut play = Play { problem: None, ..play.clone() };
    if let Some(seat) = patch.white {
        check_seat(&seat, players)?;
        play.white = seat;
    }
    if let Some(seat) = patch.black {
        check_seat(&seat, players)?;
        play.black = seat;
    }
    play.delay = patch.delay.unwrap_or(play.delay);
    play.running = patch.running.unwrap_or(play.running) && !play.only_humans();
    Ok(play)
}
