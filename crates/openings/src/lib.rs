//! Chess openings: ECO codes and names by position, and Polyglot books.
//!
//! A name belongs to a position, not to an order of moves, so transpositions have it too. The table is that of lichess
//! (`data/README.md`).
//!
//! ```
//! use pinsight_openings::{GameOpening, Opening};
//! use pinsight_rules::History;
//!
//! let mut game = History::default();
//! for san in ["Nf3", "Nc6", "e4", "e5", "Bb5", "h5"] {
//!     game.play(game.position().parse_move(san)?)?;
//! }
//! let found = GameOpening::of(&game);
//! assert_eq!(found.opening.map(Opening::to_string), Some("C60 Ruy Lopez".to_owned()));
//! assert_eq!((found.ply, found.out_of_book_ply), (5, Some(6)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules are declared in import order: each one imports only modules above it.

#![forbid(unsafe_code)]

mod book;
mod opening;
mod score;

mod table;
mod tree;

mod tracker;

pub use book::{Book, BookBuilder, BookEntry, BookError, BookMove, Probe};
pub use opening::Opening;
pub use score::ScoreCount;
pub use tracker::{GameOpening, OpeningTracker};
pub use tree::{GameFacts, MoveStats, TreeNode};
