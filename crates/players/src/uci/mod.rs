//! The UCI protocol: [`Engine`] is the client side, [`serve`] the engine side.
//!
//! Modules in import order: each uses only those above it.

mod go;
mod option;
mod process;
mod wdl;

mod info;

mod engine;
mod server;

pub use engine::{Engine, EngineConfig};
pub use option::{EngineOption, OptionKind, ParseOptionError};
pub use server::{serve, serve_with_books};
