//! Drawing chess positions: as text, SVG, PNG and animated GIF, with pieces of our own.
//!
//! A [`Scene`] says what is shown: the pieces, from which side, with which marks. A [`Picture`] draws it.
//!
//! ```
//! use pinsight_drawing::{Picture, Scene, TextBoard};
//! use pinsight_rules::Position;
//! let start = Position::default();
//! let text = TextBoard::default().draw(start.board());
//! assert!(text.starts_with("  +---+---+---+---+---+---+---+---+\n8 | r | n | b | q | k |"));
//!
//! let svg = Picture::default().svg(&Scene::new(&start).with_pins(&start));
//! assert!(svg.starts_with("<svg "));
//! ```

mod captured;
#[cfg(feature = "raster")]
mod gif;
mod glyph;
mod layout;
mod mark;
#[cfg(feature = "raster")]
mod palette;
pub mod pieces;
#[cfg(feature = "raster")]
mod png;
mod scene;
mod svg;
mod text;
mod theme;
mod xml;

pub use captured::Captured;
pub use mark::{Arrow, Circle, Label, MarkError};
#[cfg(feature = "raster")]
pub use png::PictureError;
pub use scene::Scene;
pub use svg::Picture;
pub use text::{Glyphs, Ink, TextBoard};
pub use theme::{Theme, Tint};
pub use xml::escape;
