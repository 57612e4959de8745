//! Few colours for many: the palette of a GIF.

use std::collections::HashMap;

/// One of the 256 of a GIF is left over.
const COLORS: usize = 255;
/// The one that stands for what is not painted over.
pub(crate) const TRANSPARENT: u8 = 255;

/// Up to 255 colours that stand for all.
pub(crate) struct Palette {
    colors: Vec<[u8; 3]>,
}

impl Palette {
    /// The colours that do most justice to these, each with how often it occurs: by splitting the box in colour space
    /// that has most to lose until there are enough.
    pub(crate) fn of(counts: HashMap<[u8; 3], u32>) -> Self {
        let mut all: Vec<([u8; 3], u32)> = counts.into_iter().collect();
        // The order of a map is not the same from run to run.
        all.sort_unstable();
        let mut boxes = vec![all];
        while boxes.len() < COLORS {
            let worst = boxes.iter().enumerate().max_by_key(|(_, colors)| loss(colors).1);
            let Some((index, _)) = worst.filter(|(_, colors)| colors.len() > 1) else {
                break;
            };
            let mut low = boxes.swap_remove(index);
            let (channel, _) = loss(&low);
            low.sort_unstable_by_key(|&(color, count)| (color.get(channel).copied(), color, count));
            let high = low.split_off(middle(&low));
            boxes.extend([low, high]);
        }
        Self { colors: boxes.iter().map(|colors| mean(colors)).collect() }
    }

    /// All 256: those that are not used are black.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// The index of the colour that is nearest to this one.
    pub(crate) fn nearest(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| -> u32 {
            color.iter().zip(other).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = self.colors.iter().enumerate().min_by_key(|(_, other)| distance(other));
        nearest.and_then(|(index, _)| u8::try_from(index).ok()).unwrap_or_default()
    }
}

/// The channel along which colours differ most, and by how much, seen with how often they occur.
fn loss(colors: &[([u8; 3], u32)]) -> (usize, u64) {
    let channel = |channel: usize| {
        let values = || colors.iter().filter_map(|(color, _)| color.get(channel).copied());
        let range = u64::from(values().max().unwrap_or_default() - values().min().unwrap_or_default());
        (channel, range)
    };
    let (channel, range) =
        [channel(1), channel(0), channel(2)].into_iter().max_by_key(|&(_, range)| range).unwrap_or_default();
    let count: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    // Rare colours are the soft edges of shapes, and are seen too.
    (channel, range * range * count.isqrt())
}

/// Where half of the pixels are on either side; neither is empty.
fn middle(colors: &[([u8; 3], u32)]) -> usize {
    let all: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    let mut below = 0;
    let half = colors.iter().position(|&(_, count)| {
        below += u64::from(count);
        below * 2 >= all
    });
    half.unwrap_or_default().clamp(1, colors.len() - 1)
}

/// The mean of colours, or the one that is most of them: the squares keep their very colour.
fn mean(colors: &[([u8; 3], u32)]) -> [u8; 3] {
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
    fn few_colours_are_kept_as_they_are() {
        let colors = [[0, 0, 0], [255, 255, 255], [200, 10, 30], [201, 10, 30]];
        let palette = Palette::of(colors.into_iter().map(|color| (color, 7)).collect());
        for color in colors {
            assert_eq!(palette.colors[usize::from(palette.nearest(color))], color);
        }
    }

    #[test]
    fn many_colours_find_one_near_them() {
        let counts = (0..=255u8).flat_map(|a| (0..32u8).map(move |b| ([a, b * 8, 128], 1))).collect();
        let palette = Palette::of(counts);
        assert_eq!(palette.colors.len(), COLORS);
        for color in [[3, 200, 128], [250, 8, 128], [128, 128, 128]] {
            let found = palette.colors[usize::from(palette.nearest(color))];
            let far = color.iter().zip(found).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far < Some(20), "{color:?} is shown as {found:?}");
        }
    }
}
