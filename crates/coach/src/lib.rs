//! The coach: judges the moves of a game with an engine and explains what decided it.
//!
//! Every statement is a [`Finding`]: a motif, a gain, and the line of moves that proves it. Each move of the line is
//! the best by a search of its own; statements that search does not confirm are dropped. `docs/coach.md` defines the
//! terms and gives the measured accuracy.
//!
//! The modules are declared in import order: each one imports only modules above it.

mod budget;
mod journal;

mod engine;
mod material;
mod win_chance;

mod accuracy;
mod judgement;
mod proof;
mod relevance;
mod situational;

mod finding;
mod naming;

mod words;

mod review;

pub use budget::Budget;
pub use finding::{Finding, FindingKind};
pub use journal::Journal;
pub use judgement::Judgement;
pub use proof::Proof;
pub use relevance::{PinProof, PinReason};
pub use review::{Coach, GameReview, MoveReview};
pub use situational::ThreatPin;
pub use win_chance::win_chance;

pub use pinsight_tactics::Relevance;
