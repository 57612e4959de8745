//! The players of a game, and whether computers move without a request.

use pinsight_rules::Color;
use pinsight_wire::Seat;
use serde::{Deserialize, Serialize};

use super::timing::Timing;

/// The default pause between the moves of two computers.
const USUAL_DELAY: u64 = 500;

/// The players of a game, and whether it is running.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Play {
    pub(crate) white: Seat,
    pub(crate) black: Seat,
    /// Whether computers move without a request.
    pub(crate) running: bool,
    /// The pause before each move of a computer, in milliseconds; against a human a shorter one.
    pub(crate) delay: u64,
    /// Why a computer could not move.
    pub(crate) problem: Option<String>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) timing: Option<Timing>,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            white: Seat::default(),
            black: Seat::default(),
            running: false,
            delay: USUAL_DELAY,
            problem: None,
            timing: None,
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
