//! The picture as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::scene::Scene;
use crate::svg::Picture;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PictureError {
    /// The width is too small or too large.
    #[error("a picture is {min} to {max} pixels wide, not {found}", min = Picture::MIN_SIZE, max = Picture::MAX_SIZE)]
    Size {
        /// The width asked for.
        found: u32,
    },
    /// It could not be drawn or packed.
    #[error("cannot draw the picture: {0}")]
    Drawing(String),
}

impl Picture {
    /// The least width in pixels for PNG and GIF.
    pub const MIN_SIZE: u32 = 16;
    /// The greatest width in pixels for PNG and GIF.
    pub const MAX_SIZE: u32 = 8192;

    /// The scene as a PNG file. No font of the system is used: it looks the same everywhere.
    pub fn png(&self, scene: &Scene) -> Result<Vec<u8>, PictureError> {
        self.pixels(scene)?.encode_png().map_err(|error| PictureError::Drawing(error.to_string()))
    }

    pub(crate) fn pixels(&self, scene: &Scene) -> Result<Pixmap, PictureError> {
        if !(Self::MIN_SIZE..=Self::MAX_SIZE).contains(&self.size) {
            return Err(PictureError::Size { found: self.size });
        }
        let tree = Tree::from_str(&self.svg(scene), &Options::default())
            .map_err(|error| PictureError::Drawing(error.to_string()))?;
        let size = tree.size().to_int_size();
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or(PictureError::Size { found: self.size })?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(pixels)
    }
}
