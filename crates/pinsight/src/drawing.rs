//! Positions as text, SVG, PNG and animated GIF.
//!
//! PNG and GIF need the feature `raster`.
//!
//! ```
//! use pinsight::Position;
//! use pinsight::drawing::{Renderer, Scene, TextBoard};
//!
//! let position: Position = "7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1".parse()?;
//! let svg = Renderer::default().svg(&Scene::new(&position).with_pins(&position));
//! assert!(svg.starts_with("<svg "));
//!
//! let text = TextBoard { flip: true, ..TextBoard::default() }.draw(position.board());
//! assert!(text.ends_with("    h   g   f   e   d   c   b   a \n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "raster")]
pub use pinsight_drawing::RenderError;
pub use pinsight_drawing::{
    Arrow, Captured, CellStyle, Circle, Glyphs, Label, MarkError, Renderer, Scene, TextBoard, Theme, Tint,
    pieces,
};
