//! Computer players: the choice of players, and the task of each running game.

mod computer;
mod idle;
mod lines;
mod players;
mod seat;

pub(crate) use computer::Computers;
pub(crate) use lines::{Collector, INTERVAL};
pub use players::Engine;
pub(crate) use players::Players;
pub(crate) use seat::{default_name, patched};
