//! Drawing chess positions.
//!
//! ```
//! use pinsight_drawing::TextBoard;
//! use pinsight_rules::Position;
//! let start = Position::default();
//! let text = TextBoard::default().draw(start.board());
//! assert!(text.starts_with("  +---+---+---+---+---+---+---+---+\n8 | r | n | b | q | k |"));
//! ```

pub mod pieces;
mod text;

pub use text::{Glyphs, TextBoard};
