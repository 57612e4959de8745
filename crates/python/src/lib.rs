//! The native part of the Python package `pinsight`: thin wrappers around the library crates.
//!
//! The package is documented in `python/pinsight/_native.pyi` and `docs/python.md`. The modules are declared in import
//! order: each one imports only modules above it.
#![allow(clippy::needless_pass_by_value, reason = "arguments arrive by value from Python")]
#![allow(clippy::wrong_self_convention, reason = "names are those of the Python package")]
#![allow(missing_docs, reason = "the stubs document what Python sees")]

mod arguments;
mod error;
mod interrupt;
mod json;
mod progress;

mod moves;
mod piece;
mod position;

mod draw;
mod pin;

mod claims;
mod diagnostic;
mod facts;
mod legal_moves;

mod board;

mod engine;
mod game;

mod read;
mod review;
#[cfg(feature = "sql")]
mod sql;

mod tables;
mod write;

mod movetext;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::facts::{detect_pins, find_themes};
    #[pymodule_export]
    use super::game::{Game, Node};
    #[pymodule_export]
    use super::legal_moves::LegalMoves;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::movetext::{movetext_motifs, movetext_moves, movetext_pins, parse_movetext};
    #[pymodule_export]
    use super::piece::{Piece, PlacedPiece};
    #[pymodule_export]
    use super::pin::Pin;
    #[pymodule_export]
    use super::read::{GameReader, read_pgn};
    #[pymodule_export]
    use super::review::review;
    #[pymodule_export]
    use super::tables::{Table, games, pins, positions, sql};
    #[pymodule_export]
    use super::write::write_pgn;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
