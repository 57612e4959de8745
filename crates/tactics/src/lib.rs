//! Static tactics: pins, skewers and x-rays of a position, and what a move changes. No search.
//!
//! A [`Line`] is a slider, the first piece on one of its rays and the next one behind it; its [`LineKind`] is pin,
//! skewer or x-ray. A [`Pin`] is a line with its status and cause. Use [`standing_pins`] for a
//! position, [`detect_pins`] for one move, [`PinLedger`] to follow games without allocating, and [`Review`] for a whole
//! game. `docs/pins.md` has the definitions.
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
//!
//! The modules are declared in import order: each one imports only modules above it.

mod line;
mod pin;

mod motif;

mod theme;

mod filter;
mod ledger;
mod review;
mod text;

pub use filter::{FilterError, PieceFilter, PinFilter, one_of};
pub use ledger::{PinChange, PinDiff, PinLedger, detect, detect_forced, detect_pins};
pub use line::{Line, LineKind, ValuesError, lines, parse_values};
pub use motif::{
    Combination, Motif, MotifKind, MotifKindError, MotifSquare, SquareRole, Step, motifs_of, motifs_of_line,
};
pub use pin::{
    Allowed, AttackerFlags, By, Cause, Freedom, Pin, PinOptions, PinStatus, Prospects, Relevance,
    SituationalPin, StaticReply, cross_pinned, situational_pins, standing, standing_pins,
};
pub use review::{PinEnd, PinStory, Review, ReviewedMove, Tally};
pub use theme::{PuzzleError, Theme, ThemeError, parse_puzzle, themes_of};
