//! The verdict on a game.

use super::{Diagnostic, Severity};

/// The verdict on a game, from its diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// No diagnostics.
    Good,
    /// Warnings only.
    Repaired,
    /// At least one error.
    Broken,
}

impl Verdict {
    /// Returns the verdict that the worst diagnostic gives.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        match diagnostics.iter().map(Diagnostic::severity).max() {
            None => Self::Good,
            Some(Severity::Warning) => Self::Repaired,
            Some(Severity::Error) => Self::Broken,
        }
    }
}
