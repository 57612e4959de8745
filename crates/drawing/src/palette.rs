//! Colour quantization for GIF by median cut.

use std::collections::HashMap;

/// Maximum number of opaque colours: GIF has 256 entries, one of which is [`TRANSPARENT`].
const COLORS: usize = 255;
/// Palette index of the pixels that keep the colour of the previous frame.
pub(crate) const TRANSPARENT: u8 = 255;

pub(crate) struct Palette {
    colors: Vec<[u8; 3]>,
}

impl Palette {
    /// Builds a palette from colours and their pixel counts: splits the box in colour space with the highest
    /// [`split_priority`] until there are enough boxes.
    pub(crate) fn from_histogram(counts: HashMap<[u8; 3], u32>) -> Self {
        let mut all: Vec<([u8; 3], u32)> = counts.into_iter().collect();
        // Iteration order of a `HashMap` differs between runs; sorting makes the result deterministic.
        all.sort_unstable();
        let mut boxes = vec![all];
        while boxes.len() < COLORS {
            let widest = boxes.iter().enumerate().max_by_key(|(_, colors)| split_priority(colors).1);
            let Some((index, _)) = widest.filter(|(_, colors)| colors.len() > 1) else {
                break;
            };
            let mut low = boxes.swap_remove(index);
            let (channel, _) = split_priority(&low);
            low.sort_unstable_by_key(|&(color, count)| (color.get(channel).copied(), color, count));
            let high = low.split_off(median_index(&low));
            boxes.extend([low, high]);
        }
        Self { colors: boxes.iter().map(|colors| representative(colors)).collect() }
    }

    /// Returns all 256 entries as RGB bytes; unused entries are black.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// Returns the index of the palette colour nearest to `color`.
    pub(crate) fn nearest(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| -> u32 {
            color.iter().zip(other).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = self.colors.iter().enumerate().min_by_key(|(_, other)| distance(other));
        nearest.and_then(|(index, _)| u8::try_from(index).ok()).unwrap_or_default()
    }
}

/// Returns the channel with the widest range, and the priority of splitting this box along it.
fn split_priority(colors: &[([u8; 3], u32)]) -> (usize, u64) {
    let channel = |channel: usize| {
        let values = || colors.iter().filter_map(|(color, _)| color.get(channel).copied());
        let range = u64::from(values().max().unwrap_or_default() - values().min().unwrap_or_default());
        (channel, range)
    };
    let (channel, range) =
        [channel(1), channel(0), channel(2)].into_iter().max_by_key(|&(_, range)| range).unwrap_or_default();
    let count: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    // The square root keeps rare colours in the palette: they are the antialiased edges of shapes.
    (channel, range * range * count.isqrt())
}

/// Returns the index that splits the pixels in half; neither half is empty.
fn median_index(colors: &[([u8; 3], u32)]) -> usize {
    let all: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    let mut below = 0;
    let half = colors.iter().position(|&(_, count)| {
        below += u64::from(count);
        below * 2 >= all
    });
    half.unwrap_or_default().clamp(1, colors.len() - 1)
}

/// Returns the colour of more than half of the pixels if there is one, so that squares keep their exact colour;
/// otherwise the mean.
fn representative(colors: &[([u8; 3], u32)]) -> [u8; 3] {
    let all: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    if let Some(&(color, _)) = colors.iter().find(|&&(_, count)| u64::from(count) * 2 > all) {
        return color;
    }
    core::array::from_fn(|channel| {
        let sum: u64 = colors
            .iter()
            .map(|&(color, count)| {
                u64::from(color.get(channel).copied().unwrap_or_default()) * u64::from(count)
            })
            .sum();
        u8::try_from(sum / all.max(1)).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_255_colours_are_kept_exactly() {
        let colors = [[0, 0, 0], [255, 255, 255], [200, 10, 30], [201, 10, 30]];
        let palette = Palette::from_histogram(colors.into_iter().map(|color| (color, 7)).collect());
        for color in colors {
            assert_eq!(palette.colors[usize::from(palette.nearest(color))], color);
        }
    }

    #[test]
    fn many_colours_map_to_a_similar_one() {
        let counts = (0..=255u8).flat_map(|a| (0..32u8).map(move |b| ([a, b * 8, 128], 1))).collect();
        let palette = Palette::from_histogram(counts);
        assert_eq!(palette.colors.len(), COLORS);
        for color in [[3, 200, 128], [250, 8, 128], [128, 128, 128]] {
            let found = palette.colors[usize::from(palette.nearest(color))];
            let far = color.iter().zip(found).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far < Some(20), "{color:?} is shown as {found:?}");
        }
    }
}
