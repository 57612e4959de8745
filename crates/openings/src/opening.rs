//! A named opening.

use std::fmt;

/// An opening: the ECO code and the name of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The name: `Sicilian Defense: Najdorf Variation, English Attack`.
    pub name: &'static str,
    /// The usual moves to the position: `1. e4 c5 2. Nf3`.
    pub moves: &'static str,
}

impl Opening {
    /// Returns the first part of the name: `Sicilian Defense`.
    pub fn family(&self) -> &'static str {
        let name = self.name.split(':').next().unwrap_or(self.name);
        // `Polish Opening, with d5` has no colon.
        name.split(',').next().unwrap_or(name)
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}
