//! HTTP and WebSocket: routes, checks of requests, the page.

mod answer;
mod app;
mod connections;
mod extract;
mod guard;
mod live;
mod openapi;
mod page;
mod router;
pub(crate) mod routes;
mod timed;

pub(crate) use app::{App, AppOptions};
pub(crate) use connections::serve;
pub(crate) use guard::Reach;
pub use page::Page;
pub(crate) use router::router;
