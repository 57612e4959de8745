//! The server of the web board: rules, pins and reasons by HTTP, live things by WebSocket, games kept in one file.
//!
//! [`Server::start`] opens the store and the port, [`Server::run`] answers. `docs/api.md` says what can be asked;
//! every change is on the disk before it is confirmed.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")
)]

mod app;
mod error;
mod extract;
mod game;
mod guard;
mod hub;
mod import;
mod lines;
mod live;
mod page;
mod persist;
mod play;
mod players;
mod replay;
mod review;
mod routes;
mod seat;
mod serve;
mod state;
mod store;
mod to_wire;

pub use page::Page;
pub use players::Engine;
pub use serve::{Options, ServeError, Server, serve};
pub use store::{Mode, StoreError};
