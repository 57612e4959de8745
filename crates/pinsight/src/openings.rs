//! Openings: ECO codes and names by position, whatever the order of moves; Polyglot
//! books.
//!
//! ```
//! use pinsight::openings::{GameOpening, Opening};
//! use pinsight::{History, Position};
//!
//! let mut game = History::default();
//! for san in ["c4", "e6", "d4", "d5", "a3"] {
//!     game.play(game.position().parse_move(san)?)?;
//! }
//! let found = GameOpening::of(&game);
//! assert_eq!(found.opening.map(|opening| opening.name), Some("Queen's Gambit Declined"));
//! assert_eq!(found.out_of_book_ply, Some(5));
//!
//! let position: Position = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2".parse()?;
//! assert_eq!(Opening::of(&position).map(|opening| opening.eco), Some("C30"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use pinsight_openings::{
    Book, BookBuilder, BookEntry, BookError, BookMove, GameFacts, GameOpening, MoveStats, Opening,
    OpeningTracker, Probe, ScoreCount, TreeNode,
};
