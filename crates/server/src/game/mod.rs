//! Games: the model, its forms in the store, in PGN and in JSON, and the task that owns each game.

mod games;
mod history;
mod hub;
mod import;
mod model;
mod opening;
mod persist;
pub(crate) mod pgn;
mod remarks;
mod replay;
mod review;
mod runners;
mod seats;
mod task;
mod timing;
pub(crate) mod to_wire;

pub(crate) use games::{Games, RunnerToStart};
pub(crate) use hub::{Listener, Message, message};
pub(crate) use import::ImportFile;
pub(crate) use model::{Edit, Game, GameId, MAX_NODES, Source};
pub(crate) use replay::Replay;
pub(crate) use review::review_line;
pub(crate) use runners::Runner;
pub(crate) use seats::Play;
pub(crate) use task::{By, Way};
pub(crate) use timing::Timing;
