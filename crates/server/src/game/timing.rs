//! The clocks of a game.
//!
//! The time that a side has left is in the comment of its last move, as `[%clk]`, so that undo, redo and PGN keep it. The
//! first move of each side takes no time. Time runs while the game runs: a pause stops it. A take-back returns to the time of
//! that turn, and a restart of the server to the last change of the game.

use std::time::Duration;

use pinsight_pgn::{Command, Comment, CommentPlace, GameResult, NodeId, NodeRef};
use pinsight_rules::{Color, Role};
use pinsight_wire::{self as wire, TimeControl};
use serde::{Deserialize, Serialize};

use super::model::{Edit, Game};
use crate::error::ApiError;

/// The accepted seconds for all moves, and per move.
const BASE: std::ops::RangeInclusive<u32> = 1..=10_800;
const INCREMENT: std::ops::RangeInclusive<u32> = 0..=180;

/// A time control, and the time that the side to move has used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Timing {
    control: TimeControl,
    /// Since when its clock runs, in milliseconds since 1970; `None` while it is stopped.
    #[serde(default)]
    since: Option<i64>,
    /// The milliseconds that it used in this turn before `since`.
    #[serde(default)]
    spent: u64,
}

impl Timing {
    /// Creates stopped clocks.
    pub(crate) fn new(control: TimeControl) -> Result<Self, ApiError> {
        let TimeControl { base, increment } = control;
        if !BASE.contains(&base) || !INCREMENT.contains(&increment) {
            return Err(ApiError::bad_request(format!(
                "`clock` is {base}+{increment}: expected {} to {} seconds for all moves and at most {} per move",
                BASE.start(),
                BASE.end(),
                INCREMENT.end()
            )));
        }
        Ok(Self { control, since: None, spent: 0 })
    }

    /// Returns the value of the tag `TimeControl`: `300+3`.
    pub(crate) fn tag(self) -> String {
        match self.control.increment {
            0 => self.control.base.to_string(),
            increment => format!("{}+{increment}", self.control.base),
        }
    }

    pub(crate) fn increment(self) -> Duration {
        Duration::from_secs(self.control.increment.into())
    }

    /// Returns the milliseconds since the clock of the side to move runs.
    fn running(self, now: i64) -> u64 {
        self.since.map_or(0, |since| (now - since).max(0).unsigned_abs())
    }
}

impl Game {
    /// Returns the time that a side had left when its clock was last started; `None` without a time control.
    pub(crate) fn time_left(&self, color: Color) -> Option<Duration> {
        let timing = self.info.play.timing?;
        let line = self.tree.line(self.info.head);
        // The side to move at the head made the last move but one.
        let skipped = usize::from(self.turn() == color);
        let clock = line.iter().rev().skip(skipped).step_by(2).find_map(clock_of);
        let clock = clock.unwrap_or(Duration::from_secs(timing.control.base.into()));
        let spent = if self.turn() == color { timing.spent } else { 0 };
        Some(clock.saturating_sub(Duration::from_millis(spent)))
    }

    /// Whether the time of the side to move runs.
    fn clock_runs(&self) -> bool {
        let play = &self.info.play;
        play.timing.is_some()
            && (play.running || play.only_humans())
            && self.info.result == GameResult::Unfinished
            && self.tree.line(self.info.head).len() >= 2
            && !self.is_over()
    }

    /// Starts or stops the clocks after a change of `before`.
    pub(crate) fn update_clock(&mut self, before: &Self, now: i64) {
        let Some(timing) = self.info.play.timing else { return };
        // A game that is opened again after a flag fall would end at once otherwise.
        let reopened =
            before.info.result != GameResult::Unfinished && self.info.result == GameResult::Unfinished;
        let new_turn = before.info.head != self.info.head || reopened;
        let spent = if new_turn { 0 } else { timing.spent + timing.running(now) };
        let since = self.clock_runs().then_some(now);
        self.info.play.timing = Some(Timing { since, spent, ..timing });
    }

    /// Starts the clock again, for a game that was read from the store: the server may have been down.
    pub(crate) fn restart_turn(&mut self, now: i64) {
        if let Some(timing) = self.info.play.timing {
            self.info.play.timing = Some(Timing { since: timing.since.map(|_| now), ..timing });
        }
    }

    /// Records the time that `color`, which is to move, has left after its move `node` at the head. Returns whether the game
    /// has clocks.
    pub(crate) fn press_clock(&mut self, node: NodeId, color: Color, now: i64) -> Result<bool, ApiError> {
        let (Some(timing), Some(left)) = (self.info.play.timing, self.time_left(color)) else {
            return Ok(false);
        };
        let rest = left.checked_sub(Duration::from_millis(timing.running(now)));
        let rest = rest.ok_or_else(|| ApiError::conflict(format!("{}'s time is up", capitalised(color))))?;
        let increment = if timing.since.is_some() { timing.increment() } else { Duration::ZERO };
        self.tree.set_command(node, &Command::Clock(rest + increment));
        Ok(true)
    }

    /// Returns when the flag of the side to move falls, in milliseconds since 1970.
    pub(crate) fn flag_time(&self) -> Option<i64> {
        let since = self.info.play.timing?.since?;
        let left = self.time_left(self.turn())?;
        Some(since.saturating_add(i64::try_from(left.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Ends the game if the flag of the side to move has fallen: the other side wins if it can mate at all.
    pub(crate) fn drop_flag(&mut self, now: i64) -> Edit {
        if self.flag_time().is_none_or(|time| time > now) {
            return Edit::unchanged(self.info.head);
        }
        let loser = self.turn();
        let (name, other) = (capitalised(loser), capitalised(!loser));
        let (result, how) = if self.can_mate(!loser) {
            (GameResult::Win(!loser), format!("{name} lost on time"))
        } else {
            (GameResult::Draw, format!("{name} ran out of time, but {other} cannot mate"))
        };
        self.info.tags.set("Termination", how);
        self.set_result(result)
    }

    /// Whether a side has a pawn, a rook, a queen, or two minor pieces.
    fn can_mate(&self, color: Color) -> bool {
        let position = self.position(self.info.head);
        let roles =
            position.board().pieces().filter(|(_, piece)| piece.color == color).map(|(_, piece)| piece.role);
        let (minor, major): (Vec<_>, Vec<_>) = roles
            .filter(|&role| role != Role::King)
            .partition(|role| matches!(role, Role::Knight | Role::Bishop));
        !major.is_empty() || minor.len() > 1
    }

    /// Returns the shape of the clocks.
    pub(crate) fn clock_shape(&self, now: i64) -> Option<wire::Clock> {
        let timing = self.info.play.timing?;
        let millis = |color| {
            self.time_left(color).map_or(0, |left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
        };
        Some(wire::Clock {
            control: timing.control,
            white: millis(Color::White),
            black: millis(Color::Black),
            elapsed: timing.since.map(|_| timing.running(now)),
        })
    }
}

/// Returns the time on the clock after a move.
fn clock_of(node: &NodeRef<'_>) -> Option<Duration> {
    let clock = |command| match command {
        Command::Clock(time) => Some(time),
        _ => None,
    };
    node.comments(CommentPlace::After).flat_map(Comment::commands).find_map(clock)
}

fn capitalised(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
