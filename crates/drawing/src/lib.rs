//! Renders chess positions as text, SVG, PNG and animated GIF, with its own piece set.
//!
//! A [`Scene`] describes the picture: board, orientation and marks. A [`Renderer`] turns it into a file.
//!
//! ```
//! use pinsight_drawing::{Renderer, Scene, TextBoard};
//! use pinsight_rules::Position;
//! let start = Position::default();
//! let text = TextBoard::default().draw(start.board());
//! assert!(text.starts_with("  +---+---+---+---+---+---+---+---+\n8 | r | n | b | q | k |"));
//!
//! let svg = Renderer::default().svg(&Scene::new(&start).with_pins(&start));
//! assert!(svg.starts_with("<svg "));
//! ```
//!
//! The modules are listed in import order: each one imports only modules above it.

mod geometry;
mod theme;
mod xml;

mod glyph;
pub mod pieces;

mod captured;
mod mark;

mod motif;
mod scene;

mod layout;
mod text;

mod svg;

#[cfg(feature = "raster")]
mod png;

#[cfg(feature = "raster")]
mod palette;

#[cfg(feature = "raster")]
mod gif;

pub use captured::Captured;
pub use mark::{Arrow, Circle, Label, MarkError};
#[cfg(feature = "raster")]
pub use png::RenderError;
pub use scene::Scene;
pub use svg::Renderer;
pub use text::{CellStyle, Glyphs, TextBoard};
pub use theme::{Theme, Tint};
pub use xml::escape;
