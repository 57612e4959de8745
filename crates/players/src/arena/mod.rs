//! Games and matches between two players.
//!
//! Modules in import order: each uses only those above it.

mod opening;
mod sprt;
mod standing;
mod time_control;

mod game;

mod contest;

pub use contest::{Factory, Match, MatchGame};
pub use game::{FinishedGame, PlayedMove, Reason, play_game};
pub use opening::{Opening, Openings};
pub use sprt::{PairCounts, Sprt, SprtError, Verdict};
pub use standing::Standing;
pub use time_control::{TimeControl, TimeControlError};
