//! Checks of the players that a request names.

use pinsight_rules::Color;
use pinsight_wire::{PlayPatch, Seat};

use super::players::Players;
use crate::error::ApiError;
use crate::game::Play;

/// The shortest and the longest thinking time per move, in milliseconds.
const THINKING: std::ops::RangeInclusive<u64> = 50..=60_000;
/// The longest pause before a move, in milliseconds.
const LONGEST_DELAY: u64 = 10_000;

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
