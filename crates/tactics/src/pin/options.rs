//! Options of pin detection.

use pinsight_rules::{VALUES, Values};

use crate::line::LineKind;

/// Options of pin detection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PinOptions {
    /// Piece values.
    pub values: Values,
    /// Report skewers and x-rays too, not only pins.
    pub all: bool,
}

impl PinOptions {
    pub(crate) fn includes(&self, kind: LineKind) -> bool {
        self.all || kind.is_pin()
    }
}

impl Default for PinOptions {
    /// The default values; pins only.
    fn default() -> Self {
        Self { values: VALUES, all: false }
    }
}
