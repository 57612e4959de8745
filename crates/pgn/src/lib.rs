//! PGN: reads games without losing anything, replays them, edits them, writes them.
//!
//! **Nothing is dropped silently.** Every byte is accepted, repaired with a warning, or set aside with an error that
//! names the place. Reading a game never fails and takes linear time.
//!
//! Modules follow the data; each imports only those above it:
//!
//! | module | purpose | result |
//! |---|---|---|
//! | `source` | opens, decompresses, decodes | [`Source`] |
//! | `lex` | the only lexer | tokens with spans |
//! | `split` | finds game boundaries | [`RawGame`], [`Batch`] |
//! | `replay` | the only replay loop: resolves each word at the current position | events for a [`Sink`], [`Replayed`] |
//! | `game` | the sink that keeps everything; editing | [`Game`], [`Tree`], [`Tags`] |
//! | `write` | export format | [`Writer`], `Display` of [`Game`] |
//! | `parallel` | several threads, results in input order | [`process`] |
//!
//! `result`, `nag`, `text` and `diagnostic` ([`Diagnostic`], [`Fault`]) are used by all.
//!
//! ```
//! use pinsight_pgn::Game;
//! let mut game: Game = "1. e4 e5 (1... c5) 2. Nf3 {good} *".parse()?;
//! for ply in game.plies() {
//!     println!("{} {}", ply.number, ply.san());
//! }
//! let c5 = game.tree.root().next().unwrap().children().nth(1).unwrap().id();
//! game.tree.promote(c5);
//! assert!(game.to_string().ends_with("1. e4 c5 (1... e5 2. Nf3 { good }) *\n"));
//! # Ok::<(), pinsight_pgn::NoGame>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "tests fail by panicking"
    )
)]

mod nag;
mod result;
mod text;

mod diagnostic;

mod source;

mod lex;

mod split;

mod replay;

mod game;

mod write;

mod parallel;

#[cfg(test)]
mod testing;

pub use diagnostic::{Diagnostic, Fault, SetAside, Severity, Verdict};
pub use game::{
    Annotation, Arrow, Command, Comment, CommentPlace, Eval, EvalScore, Game, Games, Mark, MoveStep, NoGame,
    NodeId, NodeMove, NodeRef, Paint, Removed, SEVEN_TAG_ROSTER, Step, Tags, Tree, TreeError, Walk, open,
};
pub use lex::RawTag;
pub use nag::Nag;
pub use parallel::{Event, ProcessOptions, Progress, process, process_batches};
pub use replay::{PlayedMove, RawComment, RawWord, Replayed, Replayer, Sink};
pub use result::GameResult;
pub use source::{Compression, Source, SourceError, SourceProgress};
pub use split::{
    Batch, Overflow, OversizedPart, RawGame, RawGameBuf, SplitOptions, Splitter, game_start, split,
};
pub use text::decode;
pub use write::{WriteOptions, Writer};
