//! Animated GIF.

use std::collections::HashMap;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::palette::{Palette, TRANSPARENT};
use crate::png::RenderError;
use crate::scene::Scene;
use crate::svg::Renderer;

/// Maximum number of evenly spaced frames whose colours build the palette; the last frame is added to them.
const PALETTE_SAMPLES: usize = 12;
/// Factor by which the last frame is shown longer than the others.
const LAST_FRAME_FACTOR: u16 = 4;

impl Renderer {
    /// Renders `scenes` as an endless animation. Each scene is shown for `delay`, the last one four times as long.
    ///
    /// Every frame after the first contains only the changed rectangle, which keeps the file small.
    pub fn gif(&self, scenes: &[Scene], delay: Duration) -> Result<Vec<u8>, RenderError> {
        let failed = |error: gif::EncodingError| RenderError::Backend(error.to_string());
        let first = scenes.first().ok_or(RenderError::NoScenes)?;
        let size = self.rasterize(first)?;
        let dimension =
            |value: u32| u16::try_from(value).map_err(|_| RenderError::Width { found: self.width });
        let (width, height) = (dimension(size.width())?, dimension(size.height())?);
        let mut quantizer = Quantizer { palette: self.palette(scenes)?, cache: HashMap::new() };

        let mut encoder =
            Encoder::new(Vec::new(), width, height, &quantizer.palette.bytes()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let longest = u16::MAX / LAST_FRAME_FACTOR;
        let hundredths = u16::try_from(delay.as_millis() / 10).unwrap_or(longest).min(longest);
        let mut previous: Vec<u8> = Vec::new();
        for (number, scene) in scenes.iter().enumerate() {
            let pixels = self.rasterize(scene)?;
            let next = quantizer.indices(pixels.data());
            let changed = Rect::changed(&previous, &next, usize::from(width));
            let is_last = number + 1 == scenes.len();
            let frame = Frame {
                delay: if is_last { hundredths * LAST_FRAME_FACTOR } else { hundredths },
                dispose: DisposalMethod::Keep,
                left: changed.left,
                top: changed.top,
                width: changed.width,
                height: changed.height,
                buffer: changed.crop_difference(&previous, &next, usize::from(width)).into(),
                transparent: Some(TRANSPARENT),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(failed)?;
            previous = next;
        }
        encoder.into_inner().map_err(|error| RenderError::Backend(error.to_string()))
    }

    /// Builds the global palette from a sample of the scenes.
    fn palette(&self, scenes: &[Scene]) -> Result<Palette, RenderError> {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        let step = scenes.len().div_ceil(PALETTE_SAMPLES).max(1);
        for scene in scenes.iter().step_by(step).chain(scenes.last()) {
            for color in rgb(self.rasterize(scene)?.data()) {
                *counts.entry(color).or_default() += 1;
            }
        }
        Ok(Palette::from_histogram(counts))
    }
}

/// Returns the RGB values of RGBA pixels. The background is opaque, so the alpha channel carries no information.
fn rgb(rgba: &[u8]) -> impl Iterator<Item = [u8; 3]> {
    rgba.chunks_exact(4).map(|pixel| match *pixel {
        [red, green, blue, ..] => [red, green, blue],
        _ => [0; 3],
    })
}

/// Maps colours to palette indices; caches the nearest-colour searches.
struct Quantizer {
    palette: Palette,
    cache: HashMap<[u8; 3], u8>,
}

impl Quantizer {
    fn indices(&mut self, rgba: &[u8]) -> Vec<u8> {
        let palette = &self.palette;
        rgb(rgba).map(|color| *self.cache.entry(color).or_insert_with(|| palette.nearest(color))).collect()
    }
}

/// A rectangle of the frame, in pixels.
struct Rect {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Rect {
    /// Returns the bounding box of the pixels that differ between two frames of the given width: the whole frame if
    /// `before` is empty, the upper left pixel if the frames are equal.
    fn changed(before: &[u8], after: &[u8], width: usize) -> Self {
        let mut bounds: Option<[usize; 4]> = None;
        for (y, row) in after.chunks_exact(width).enumerate() {
            let old = before.get(y * width..(y + 1) * width);
            let differs = |x: &usize| old.and_then(|old| old.get(*x)) != row.get(*x);
            if let (Some(left), Some(right)) = ((0..width).find(differs), (0..width).rfind(differs)) {
                bounds = Some(match bounds {
                    None => [left, y, right, y],
                    Some([l, top, r, _]) => [l.min(left), top, r.max(right), y],
                });
            }
        }
        let [left, top, right, bottom] = bounds.unwrap_or_default();
        let dimension =
            |value: usize| u16::try_from(value).expect("inside a frame whose sides were checked to fit");
        Self {
            left: dimension(left),
            top: dimension(top),
            width: dimension(right - left + 1),
            height: dimension(bottom - top + 1),
        }
    }

    /// Returns the pixels of `after` inside this rectangle; those equal to `before` are transparent.
    fn crop_difference(&self, before: &[u8], after: &[u8], width: usize) -> Vec<u8> {
        let columns = || usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        let rows = usize::from(self.top)..usize::from(self.top) + usize::from(self.height);
        let pixel = |index: usize| match (before.get(index), after.get(index)) {
            (Some(old), Some(new)) if old == new => TRANSPARENT,
            (_, new) => new.copied().unwrap_or(TRANSPARENT),
        };
        rows.flat_map(|row| columns().map(move |column| row * width + column)).map(pixel).collect()
    }
}
