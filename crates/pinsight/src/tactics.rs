//! Pins, skewers and x-rays of a position, and what a move changes. No search.
//!
//! ```
//! use pinsight::{Position, tactics::detect_pins};
//!
//! let position: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse()?;
//! let pins = detect_pins(&position, position.parse_move("Bb2")?);
//! assert_eq!(pins[0].to_string(), "The bishop on b2 is pinning the queen on g7 to the king on h8.");
//! assert_eq!(pins[0].pinned.square.to_string(), "g7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use pinsight_tactics::{
    Allowed, AttackerFlags, By, Cause, Combination, Freedom, Line, LineKind, Motif, MotifKind,
    MotifKindError, MotifSquare, Pin, PinChange, PinDiff, PinEnd, PinLedger, PinOptions, PinStatus, PinStory,
    Prospects, PuzzleError, Relevance, Review, ReviewedMove, SituationalPin, SquareRole, StaticReply, Step,
    Tally, Theme, ThemeError, ValuesError, cross_pinned, detect, detect_forced, detect_pins, lines,
    motifs_of, motifs_of_line, parse_puzzle, parse_values, situational_pins, standing, standing_pins,
    themes_of,
};
