//! The server of the web board: HTTP, WebSocket, and a store in one SQLite file.
//!
//! [`Server::start`] opens the store and the port, [`Server::run`] answers requests. `docs/api.md` describes the API. A
//! change is on the disk before it is confirmed.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")
)]

// In import order: a module imports only modules above it.
mod store;

mod replay;

mod error;

mod lines;

mod guard;

mod page;

mod extract;

mod players;

mod seat;

mod game;

mod review;

mod persist;

mod history;

mod import;

mod hub;

mod runners;

mod to_wire;

mod state;

mod play;

mod routes;

mod live;

mod router;

mod serve;

pub use page::Page;
pub use players::Engine;
pub use serve::{Options, ServeError, Server, serve};
pub use store::{Mode, StoreError};
