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
mod clock;
mod limits;

mod store;

mod error;

mod game;

mod play;

mod analysis;

mod coach;

mod kept;

mod http;

mod serve;

pub use http::Page;
pub use limits::{Limit, LimitError, Limits};
pub use play::Engine;
pub use serve::{LogLevel, Options, ServeError, Server, log_to_stderr, serve};
pub use store::{Mode, StoreError};
