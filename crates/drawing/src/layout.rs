//! The size of a picture and the places of its parts, in SVG user units.

use pinsight_rules::Square;

use crate::geometry::Point;
use crate::scene::Scene;

/// Side of a square, and of the tile on which a piece is drawn.
pub(crate) const SQUARE: f64 = 100.0;
/// Side of the board.
pub(crate) const BOARD: f64 = 8.0 * SQUARE;
/// Width of the coordinate strips to the left of the board and below it.
pub(crate) const COORDINATES: f64 = 44.0;
/// Minimum margin around the board.
const MARGIN: f64 = 16.0;
/// Height of the rows of captured pieces above and below the board.
const CAPTURED: f64 = 58.0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Layout {
    /// Left edge of the board.
    pub(crate) left: f64,
    /// Top edge of the board.
    pub(crate) top: f64,
    /// Width of the picture.
    pub(crate) width: f64,
    /// Height of the picture.
    pub(crate) height: f64,
    flip: bool,
    coordinates: f64,
}

impl Layout {
    pub(crate) fn new(scene: &Scene) -> Self {
        let coordinates = if scene.coordinates { COORDINATES } else { 0.0 };
        let captured = if scene.captured.is_some() { CAPTURED } else { 0.0 };
        let left = MARGIN.max(coordinates);
        let top = MARGIN + captured;
        let bottom = MARGIN.max(coordinates) + captured;
        Self {
            left,
            top,
            width: left + BOARD + MARGIN,
            height: top + BOARD + bottom,
            flip: scene.flip,
            coordinates,
        }
    }

    /// Returns the top edge of the captured pieces below the board.
    pub(crate) fn captured_below(&self) -> f64 {
        self.top + BOARD + self.coordinates.max(MARGIN)
    }

    /// Returns the upper left corner of a square.
    pub(crate) fn corner(&self, square: Square) -> Point {
        // Columns and rows count from the upper left corner of the picture: a8, or h1 if flipped.
        let square = if self.flip { square.flip_files() } else { square.flip_ranks() };
        let (column, row) = (square.file().index(), square.rank().index());
        let units = |index: usize| f64::from(u8::try_from(index).unwrap_or_default()) * SQUARE;
        Point { x: self.left + units(column), y: self.top + units(row) }
    }

    pub(crate) fn centre(&self, square: Square) -> Point {
        let corner = self.corner(square);
        Point { x: corner.x + SQUARE / 2.0, y: corner.y + SQUARE / 2.0 }
    }
}
