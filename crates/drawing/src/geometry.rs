//! Points and rays in SVG user units, and their text form.

use core::fmt;

/// A number as SVG text, rounded to one decimal; whole numbers have none.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 10.0).round() / 10.0)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

/// A line segment, addressed by the distance from its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    from: Point,
    direction: Point,
    pub(crate) length: f64,
}

impl Ray {
    pub(crate) fn between(from: Point, to: Point) -> Self {
        let (x, y) = (to.x - from.x, to.y - from.y);
        // Avoids a division by zero for equal points, which no arrow has.
        let length = x.hypot(y).max(1.0);
        Self { from, direction: Point { x: x / length, y: y / length }, length }
    }

    /// Returns the point at `distance` from the start.
    pub(crate) fn at(&self, distance: f64) -> Point {
        Point { x: self.from.x + self.direction.x * distance, y: self.from.y + self.direction.y * distance }
    }

    /// Returns the two points that are `offset` away from the ray, on either side, at `distance` from the start.
    pub(crate) fn wings(&self, distance: f64, offset: f64) -> (Point, Point) {
        let Point { x, y } = self.at(distance);
        let (dx, dy) = (self.direction.y * offset, -self.direction.x * offset);
        (Point { x: x + dx, y: y + dy }, Point { x: x - dx, y: y - dy })
    }
}
