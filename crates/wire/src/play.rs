//! The players of a game of the web board.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::piece::Color;

/// The `player` of a human.
const HUMAN: &str = "human";

/// The player of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// `human`, or the id of a [`Player`](crate::Player).
    pub player: String,
    /// The strength, for a player with levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<u8>,
    /// The thinking time per move in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub time: Option<u64>,
}

impl Default for Seat {
    /// A human.
    fn default() -> Self {
        Self { player: HUMAN.to_owned(), level: None, time: None }
    }
}

impl Seat {
    /// Returns whether a human plays.
    pub fn is_human(&self) -> bool {
        self.player == HUMAN
    }
}

/// The players, and whether computers move without a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Play {
    /// The player of White.
    pub white: Seat,
    /// The player of Black.
    pub black: Seat,
    /// Whether computers move without a request.
    pub running: bool,
    /// The pause before each move of a computer, in milliseconds; against a human at most 400.
    pub delay: u64,
    /// The side whose computer is thinking.
    pub thinking: Option<Color>,
    /// Why a computer stopped.
    pub problem: Option<String>,
    /// The clocks; null without a time control, and in lists.
    pub clock: Option<Clock>,
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// The seconds for all moves.
    pub base: u32,
    /// The seconds added after each move.
    pub increment: u32,
}

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Clock {
    /// The time control.
    pub control: TimeControl,
    /// The milliseconds that White had left when the turn began.
    pub white: u64,
    /// The milliseconds that Black had left when the turn began.
    pub black: u64,
    /// The milliseconds since the turn began; null while the clocks are stopped.
    pub elapsed: Option<u64>,
}

/// Changes of a [`Play`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayPatch {
    /// The player of White.
    #[schema(nullable = false)]
    pub white: Option<Seat>,
    /// The player of Black.
    #[schema(nullable = false)]
    pub black: Option<Seat>,
    /// Whether computers move without a request.
    #[schema(nullable = false)]
    pub running: Option<bool>,
    /// The pause before each move of a computer, in milliseconds.
    #[schema(nullable = false)]
    pub delay: Option<u64>,
}
