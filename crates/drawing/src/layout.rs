//! Where things are in a picture.

use pinsight_rules::Square;

use crate::scene::Scene;

/// The side of a square; a piece is drawn on one of this size.
pub(crate) const SQUARE: f64 = 100.0;
/// Room for coordinates, at the left and below.
pub(crate) const COORDINATES: f64 = 44.0;
/// Room around the board.
const MARGIN: f64 = 16.0;
/// Room for the pieces that are gone, above and below.
const CAPTURED: f64 = 58.0;

/// A place in the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// The size of the picture, and where the board is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Layout {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    flip: bool,
    coordinates: f64,
}

impl Layout {
    pub(crate) fn of(scene: &Scene) -> Self {
        let side = 8.0 * SQUARE;
        let coordinates = if scene.coordinates { COORDINATES } else { 0.0 };
        let captured = if scene.captured.is_some() { CAPTURED } else { 0.0 };
        let left = MARGIN.max(coordinates);
        let top = MARGIN + captured;
        let bottom = MARGIN.max(coordinates) + captured;
        Self {
            left,
            top,
            width: left + side + MARGIN,
            height: top + side + bottom,
            flip: scene.flip,
            coordinates,
        }
    }

    /// Where the pieces that are gone begin below the board.
    pub(crate) fn captured_below(&self) -> f64 {
        self.top + 8.0 * SQUARE + self.coordinates.max(MARGIN)
    }

    /// The upper left corner of a square.
    pub(crate) fn corner(&self, square: Square) -> Point {
        let square = if self.flip { square.flip_files() } else { square.flip_ranks() };
        // From the upper left corner of the board, whose side is white's or black's.
        let (column, row) = (square.file().index(), square.rank().index());
        let units = |index: usize| f64::from(u8::try_from(index).unwrap_or_default()) * SQUARE;
        Point { x: self.left + units(column), y: self.top + units(row) }
    }

    pub(crate) fn centre(&self, square: Square) -> Point {
        let corner = self.corner(square);
        Point { x: corner.x + SQUARE / 2.0, y: corner.y + SQUARE / 2.0 }
    }
}

/// The way from one point to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    from: Point,
    direction: Point,
    pub(crate) length: f64,
}

impl Ray {
    pub(crate) fn between(from: Point, to: Point) -> Self {
        let (x, y) = (to.x - from.x, to.y - from.y);
        // Two points that are one have no direction; no arrow is drawn so.
        let length = x.hypot(y).max(1.0);
        Self { from, direction: Point { x: x / length, y: y / length }, length }
    }

    /// The point at this distance from the beginning.
    pub(crate) fn at(&self, distance: f64) -> Point {
        Point { x: self.from.x + self.direction.x * distance, y: self.from.y + self.direction.y * distance }
    }

    /// The two points beside the way at this distance.
    pub(crate) fn wings(&self, distance: f64, aside: f64) -> (Point, Point) {
        let Point { x, y } = self.at(distance);
        let (dx, dy) = (self.direction.y * aside, -self.direction.x * aside);
        (Point { x: x + dx, y: y + dy }, Point { x: x - dx, y: y - dy })
    }
}
