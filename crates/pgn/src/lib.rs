//! Chess games as PGN: reading without losing anything, replaying, writing.
//!
//! **Nothing is dropped without a word.** Every byte is taken as it is, repaired with a warning, or set aside with an
//! error that says where. Reading a game never fails, and never takes more than linear time.
//!
//! | step | by | gives |
//! |---|---|---|
//! | open | [`Source`] | one stream of bytes, unpacked |
//! | split | [`Splitter`], [`split`] | [`RawGame`]: the bytes of one game, and where they stand |
//! | read | [`Game::read`], or [`visit`] for speed | [`Game`]: tags, [`Tree`] of moves, result, [`Diagnostic`]s |
//! | replay | [`Game::replay`], or [`Replayer`] for speed | plies, or the first illegal move with the reason |
//! | write | [`Writer`] | export format |
//!
//! [`process`] takes these steps with several threads, in order and in bounded memory.

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

mod annotation;
mod command;
mod comment;
mod diagnostic;
mod fault;
mod game;
mod games;
mod held;
mod nag;
mod parallel;
mod reader;
mod replay;
mod replayer;
mod resolver;
mod result;
mod source;
mod splitter;
mod start;
mod tags;
#[cfg(test)]
mod testing;
mod text;
mod token;
mod tree;
mod writer;

pub use annotation::Annotation;
pub use command::{Arrow, Command, Eval, EvalScore, Mark, Paint};
pub use comment::Comment;
pub use diagnostic::Diagnostic;
pub use fault::{Fault, Severity};
pub use game::{Game, Verdict};
pub use games::{Games, OncePerFile, open};
pub use held::HeldGame;
pub use nag::Nag;
pub use parallel::{Event, ProcessOptions, Progress, process, process_batches};
pub use reader::{RawComment, RawSan, Variation, Visitor, visit};
pub use replay::Replay;
pub use replayer::{Follower, PlayedMove, Replayed, Replayer, list_faults};
pub use result::GameResult;
pub use source::{Compression, Source, SourceError, SourceProgress};
pub use splitter::{
    Batch, GameText, Overflow, OversizedPart, RawGame, SplitOptions, Splitter, TagPlace, game_start, split,
};
pub use start::StartError;
pub use tags::{RawTag, SEVEN_TAG_ROSTER, Tags};
pub use tree::{CommentPlace, NodeId, NodeRef, Step, Tree, Walk};
pub use writer::{WriteOptions, Writer};
