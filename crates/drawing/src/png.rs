//! PNG, and the rasterizer that GIF shares.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::scene::Scene;
use crate::svg::Renderer;

/// An error in rendering a raster image.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The width is outside [`Renderer::MIN_WIDTH`] to [`Renderer::MAX_WIDTH`].
    #[error("picture width is {found} pixels, expected {min} to {max}", min = Renderer::MIN_WIDTH, max = Renderer::MAX_WIDTH)]
    Width {
        /// The requested width.
        found: u32,
    },
    /// An animation without scenes.
    #[error("an animation needs at least one scene")]
    NoScenes,
    /// The rasterizer or an encoder failed.
    #[error("cannot render the picture: {0}")]
    Backend(String),
}

impl Renderer {
    /// Minimum width of PNG and GIF in pixels.
    pub const MIN_WIDTH: u32 = 16;
    /// Maximum width of PNG and GIF in pixels.
    pub const MAX_WIDTH: u32 = 8192;

    /// Renders the scene as a PNG file. Uses no system fonts, so the result is the same on every machine.
    pub fn png(&self, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        self.rasterize(scene)?.encode_png().map_err(|error| RenderError::Backend(error.to_string()))
    }

    pub(crate) fn rasterize(&self, scene: &Scene) -> Result<Pixmap, RenderError> {
        if !(Self::MIN_WIDTH..=Self::MAX_WIDTH).contains(&self.width) {
            return Err(RenderError::Width { found: self.width });
        }
        let tree = Tree::from_str(&self.svg(scene), &Options::default())
            .map_err(|error| RenderError::Backend(error.to_string()))?;
        let size = tree.size().to_int_size();
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or(RenderError::Width { found: self.width })?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(pixels)
    }
}
