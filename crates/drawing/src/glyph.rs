//! Built-in stroke glyphs: a picture needs no font and looks the same on every machine.
//!
//! Glyph units: a digit is 100 high.

use core::fmt::Write;

use crate::geometry::{Number, Point};

/// Width of a glyph with the gap to the next one.
const ADVANCE: f64 = 78.0;
/// Width of a glyph.
const WIDTH: f64 = 56.0;
/// Stroke width. Strokes have round caps and joins.
pub(crate) const STROKE: f64 = 13.0;

/// Returns the width of `text` whose digits are `height` high.
pub(crate) fn text_width(text: &str, height: f64) -> f64 {
    let count = f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
    (count.max(1.0) * ADVANCE - ADVANCE + WIDTH) * height / 100.0
}

/// Returns SVG paths of `text`, centred on `centre`, whose digits are `height` high.
pub(crate) fn text_paths(text: &str, centre: Point, height: f64) -> String {
    let scale = height / 100.0;
    let mut x = centre.x - text_width(text, height) / 2.0;
    let y = centre.y - height / 2.0;
    let mut paths = String::new();
    for path in text.chars().filter_map(path) {
        // Writing to a `String` cannot fail.
        let _ = write!(
            paths,
            "<path transform=\"translate({} {}) scale({scale})\" d=\"{path}\"/>",
            Number(x),
            Number(y)
        );
        x += ADVANCE * scale;
    }
    paths
}

/// Returns the SVG path data of a glyph, relative to its upper left corner.
pub(crate) const fn path(glyph: char) -> Option<&'static str> {
    Some(match glyph {
        '0' => "M28 0C8 0 4 25 4 50 4 75 8 100 28 100 48 100 52 75 52 50 52 25 48 0 28 0Z",
        '1' => "M10 20L31 0V100",
        '2' => "M6 25C8 9 17 0 29 0 43 0 51 10 51 25 51 43 37 58 5 100H53",
        '3' => {
            "M7 15C12 5 19 0 28 0 41 0 49 9 49 23 49 38 39 47 23 47 41 47 52 56 52 73 52 89 42 100 27 100 17 100 8 94 4 84"
        }
        '4' => "M41 100V0L2 70H56",
        '5' => "M48 0H12L8 45C14 39 20 37 28 37 43 37 52 49 52 68 52 88 42 100 27 100 17 100 9 95 4 86",
        '6' => {
            "M46 10C42 3 36 0 29 0 12 0 4 22 4 62 4 86 13 100 28 100 43 100 52 88 52 69 52 50 43 39 29 39 16 39 7 48 4 62"
        }
        '7' => "M4 0H52C36 30 24 65 20 100",
        '8' => {
            "M28 46C16 46 7 37 7 23 7 9 16 0 28 0 40 0 49 9 49 23 49 37 40 46 28 46 13 46 4 57 4 73 4 89 13 100 28 100 43 100 52 89 52 73 52 57 43 46 28 46Z"
        }
        '9' => {
            "M10 90C14 97 20 100 27 100 44 100 52 78 52 38 52 14 43 0 28 0 13 0 4 12 4 31 4 50 13 61 27 61 40 61 49 52 52 38"
        }
        'a' => "M46 69C46 50 38 38 26 38 13 38 5 51 5 69 5 87 13 100 26 100 38 100 46 88 46 69ZM46 39V100",
        'b' => "M9 69C9 50 17 38 29 38 42 38 50 51 50 69 50 87 42 100 29 100 17 100 9 88 9 69ZM9 0V100",
        'c' => "M47 51C43 42 36 38 28 38 14 38 6 51 6 69 6 87 14 100 28 100 36 100 43 96 47 87",
        'd' => "M46 69C46 50 38 38 26 38 13 38 5 51 5 69 5 87 13 100 26 100 38 100 46 88 46 69ZM46 0V100",
        'e' => "M6 67H49C49 49 41 38 28 38 14 38 6 51 6 69 6 88 15 100 29 100 37 100 44 96 48 89",
        'f' => "M44 3C30-3 21 3 21 20V100M5 40H41",
        'g' => {
            "M46 69C46 50 38 38 26 38 13 38 5 51 5 69 5 87 13 100 26 100 38 100 46 88 46 69ZM46 39V104C46 121 38 130 25 130 17 130 11 127 7 121"
        }
        'h' => "M9 0V100M9 66C10 48 18 38 30 38 42 38 47 46 47 60V100",
        '+' => "M4 55H52M28 31V79",
        '-' => "M6 55H50",
        '=' => "M5 40H51M5 70H51",
        '!' => "M28 0V66M28 99V100",
        '?' => "M6 24C8 8 18 0 29 0 43 0 51 9 51 24 51 43 28 46 28 68M28 99V100",
        '#' => "M19 5L11 95M45 5L37 95M4 34H53M2 66H51",
        _ => return None,
    })
}
