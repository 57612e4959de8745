//! The UCI protocol, both ways: [`Engine`] is the side that asks another program, [`serve`] the side that answers.

mod engine;
mod error;
mod go;
mod info;
mod option;
mod process;
mod server;

pub use engine::{Engine, EngineConfig};
pub use error::EngineError;
pub use option::{EngineOption, OptionKind};
pub use server::serve;
