//! PGN: reads games without losing anything, replays them, edits them, writes them.
//!
//! A bad game is not an error: it keeps what could be read, and its diagnostics name what could not.
//!
//! ```
//! use pinsight::pgn::Source;
//!
//! let text = "[White \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Nc4 *\n";
//! let mut moves = Vec::new();
//! let mut faults = Vec::new();
//! for game in Source::from_bytes("example", text).games() {
//!     let game = game?; // an error means that the rest of the file cannot be read
//!     moves.extend(game.plies().map(|ply| ply.san()));
//!     faults.extend(game.diagnostics.iter().map(|diagnostic| diagnostic.message()));
//! }
//! assert_eq!(moves, ["f3", "e5", "g4", "Qh4#", "e4", "e5"]);
//! assert_eq!(faults, ["`Nc4`: no white knight can reach c4"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use pinsight_pgn::{
    Annotation, Arrow, Batch, Command, Comment, CommentPlace, Compression, Diagnostic, Eval, EvalScore,
    Event, Fault, Game, GameResult, Games, Mark, MoveStep, Nag, NoGame, NodeId, NodeMove, NodeRef, Overflow,
    OversizedPart, Paint, PlayedMove, ProcessOptions, Progress, RawComment, RawGame, RawGameBuf, RawTag,
    RawWord, Removed, Replayed, Replayer, SEVEN_TAG_ROSTER, Severity, Sink, Source, SourceError,
    SourceProgress, SplitOptions, Splitter, Step, Tags, Tree, TreeError, Verdict, Walk, WriteOptions, Writer,
    game_start, open, process, process_batches, split,
};
