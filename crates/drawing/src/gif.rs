//! Several scenes as an animated GIF.

use std::collections::HashMap;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::palette::{Palette, TRANSPARENT};
use crate::png::PictureError;
use crate::scene::Scene;
use crate::svg::Picture;

/// So many frames are looked at for their colours.
const SAMPLES: usize = 12;
/// The last scene stays so many times longer.
const LAST: u16 = 4;

impl Picture {
    /// The scenes one after the other, each for this time, the last one longer; then from the beginning.
    ///
    /// Every frame but the first holds only what has changed, so that a game is small.
    pub fn gif(&self, scenes: &[Scene], delay: Duration) -> Result<Vec<u8>, PictureError> {
        let failed = |error: gif::EncodingError| PictureError::Drawing(error.to_string());
        let Some(first) = scenes.first() else {
            return Err(PictureError::Drawing("no scene".to_owned()));
        };
        let size = self.pixels(first)?;
        let dimension =
            |value: u32| u16::try_from(value).map_err(|_| PictureError::Size { found: self.size });
        let (width, height) = (dimension(size.width())?, dimension(size.height())?);
        let mut mapped = Mapped { palette: self.palette(scenes)?, known: HashMap::new() };

        let mut encoder = Encoder::new(Vec::new(), width, height, &mapped.palette.bytes()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let hundredths =
            u16::try_from(delay.as_millis() / 10).unwrap_or(u16::MAX / LAST).min(u16::MAX / LAST);
        let mut shown: Vec<u8> = Vec::new();
        for (number, scene) in scenes.iter().enumerate() {
            let pixels = self.pixels(scene)?;
            let next = mapped.indices(pixels.data());
            let changed = Area::changed(&shown, &next, usize::from(width));
            let frame = Frame {
                delay: if number + 1 == scenes.len() { hundredths * LAST } else { hundredths },
                dispose: DisposalMethod::Keep,
                left: changed.left,
                top: changed.top,
                width: changed.width,
                height: changed.height,
                buffer: changed.cut(&shown, &next, usize::from(width)).into(),
                transparent: Some(TRANSPARENT),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(failed)?;
            shown = next;
        }
        encoder.into_inner().map_err(|error| PictureError::Drawing(error.to_string()))
    }

    /// The colours of some of the scenes, from the first to the last.
    fn palette(&self, scenes: &[Scene]) -> Result<Palette, PictureError> {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        let step = scenes.len().div_ceil(SAMPLES).max(1);
        for scene in scenes.iter().step_by(step).chain(scenes.last()) {
            for color in colors(self.pixels(scene)?.data()) {
                *counts.entry(color).or_default() += 1;
            }
        }
        Ok(Palette::of(counts))
    }
}

/// The colours of pixels; pictures have a ground, so nothing shines through.
fn colors(rgba: &[u8]) -> impl Iterator<Item = [u8; 3]> {
    rgba.chunks_exact(4).map(|pixel| match *pixel {
        [red, green, blue, ..] => [red, green, blue],
        _ => [0; 3],
    })
}

/// A palette that remembers what it was asked.
struct Mapped {
    palette: Palette,
    known: HashMap<[u8; 3], u8>,
}

impl Mapped {
    fn indices(&mut self, rgba: &[u8]) -> Vec<u8> {
        let palette = &self.palette;
        colors(rgba).map(|color| *self.known.entry(color).or_insert_with(|| palette.nearest(color))).collect()
    }
}

/// A part of the picture.
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Area {
    /// The part in which two pictures differ: all if there is none before, one pixel if they are the same.
    fn changed(before: &[u8], after: &[u8], width: usize) -> Self {
        let rows = || after.chunks_exact(width).enumerate();
        let mut bounds: Option<[usize; 4]> = None;
        for (y, row) in rows() {
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
        let small = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
        Self {
            left: small(left),
            top: small(top),
            width: small(right - left + 1),
            height: small(bottom - top + 1),
        }
    }

    /// What is in this part after, where it is not the same as before.
    fn cut(&self, before: &[u8], after: &[u8], width: usize) -> Vec<u8> {
        let columns = || usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        let rows = usize::from(self.top)..usize::from(self.top) + usize::from(self.height);
        let pixel = |index: usize| match (before.get(index), after.get(index)) {
            (Some(old), Some(new)) if old == new => TRANSPARENT,
            (_, new) => new.copied().unwrap_or(TRANSPARENT),
        };
        rows.flat_map(|row| columns().map(move |column| row * width + column)).map(pixel).collect()
    }
}
