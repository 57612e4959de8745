//! Relevance of a pin without search.

use super::Pin;
use super::freedom::Freedom;
use crate::line::LineKind;

/// Whether a pin matters now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relevance {
    /// Something is lost because of the pin.
    Real,
    /// A pin by definition, but nothing is lost now.
    Potential,
}

impl Relevance {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Real, Self::Potential];

    /// The name in data: `real` or `potential`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Potential => "potential",
        }
    }
}

impl Pin {
    /// Returns the static relevance: a pin is real if it is absolute, or if it has a cost and the pinned piece may
    /// legally leave the line. `None` for other lines. The coach decides the relevance by search.
    pub fn relevance(&self) -> Option<Relevance> {
        // The freedom takes longer to compute, so it comes last.
        self.relevance_with(|| self.freedom())
    }

    /// Like [`relevance`](Self::relevance), for a known freedom.
    pub fn relevance_with(&self, freedom: impl FnOnce() -> Freedom) -> Option<Relevance> {
        let is_real = match self.kind {
            LineKind::AbsolutePin => true,
            LineKind::RelativePin => self.cost > Some(0) && freedom() == Freedom::Free,
            _ => return None,
        };
        Some(if is_real { Relevance::Real } else { Relevance::Potential })
    }
}
