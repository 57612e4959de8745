//! Properties that hold for arbitrary input. Not published.
//!
//! Each function takes any bytes and panics if a property does not hold. `fuzz/` has one target per function;
//! `tests/corpus.rs` runs them over `fuzz/corpus`.

#[cfg(feature = "server")]
mod http;
mod json;
#[cfg(feature = "tables")]
mod movetext;
#[cfg(feature = "tables")]
mod parquet;
mod pgn;
mod tree;
mod uci;

#[cfg(feature = "server")]
pub use http::{http, websocket};
pub use json::json;
#[cfg(feature = "tables")]
pub use movetext::movetext;
#[cfg(feature = "tables")]
pub use parquet::parquet;
pub use pgn::{reader, round_trip, splitter};
pub use pinsight_testkit::properties::{fen, san, uci};
pub use tree::tree;
pub use uci::{uci_host, uci_server};

/// A fuzz target: its name, which is that of its corpus, and its property.
pub type Target = (&'static str, fn(&[u8]));

/// All fuzz targets.
pub const TARGETS: &[Target] = &[
    ("fen", fen),
    ("san", san),
    ("uci", uci),
    ("reader", reader),
    ("round_trip", round_trip),
    ("splitter", splitter),
    ("tree", tree),
    #[cfg(feature = "tables")]
    ("movetext", movetext),
    #[cfg(feature = "tables")]
    ("parquet", parquet),
    ("json", json),
    #[cfg(feature = "server")]
    ("http", http),
    #[cfg(feature = "server")]
    ("websocket", websocket),
    ("uci_host", uci_host),
    ("uci_server", uci_server),
];
