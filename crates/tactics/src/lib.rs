//! Pins: found in a position, followed through a game, explained.
//!
//! A [`Line`] is a slider, the first piece that it looks at, and the next one behind; its [`LineKind`] says whether that is
//! a pin, a skewer or only an x-ray. A [`Pin`] is a line with what a move had to do with it. [`standing_pins`] and
//! [`detect_pins`] are the simple doors; a [`PinLedger`] follows a game without allocating, a [`Review`] tells what became
//! of each pin in it. `docs/pins.md` is the definition.
//!
//! ```
//! use pinsight_rules::Position;
//! use pinsight_tactics::detect_pins;
//! let position: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse()?;
//! let bishop = position.parse_move("Bb2")?;
//! for pin in detect_pins(&position, bishop) {
//!     assert_eq!(pin.to_string(), "The bishop on b2 is pinning the queen on g7 to the king on h8.");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrivals;
mod change;
mod detect;
mod explain;
mod freedom;
mod json;
mod line;
mod pin;
mod review;
mod sight;
mod situational;
mod story;
mod unchanged;
mod value;

pub use change::{PinChange, PinLedger, PinOptions};
pub use detect::{PinDiff, detect, detect_forced, detect_pins, standing, standing_pins};
pub use freedom::{AttackerFlags, Freedom, Prospects, Refutation, cross_pinned};
pub use line::{Line, LineKind, lines};
pub use pin::{By, Cause, Pin, PinStatus};
pub use review::{Review, ReviewedMove, Tally};
pub use situational::{Allowed, SituationalPin, situational_pins};
pub use story::{PinEnd, PinStory};
pub use value::{ValuesError, parse_values};
