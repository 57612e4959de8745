//! When a game between computers ends.

use core::fmt;

use pinsight_rules::{Claim, End, History, Outcome, Termination};

/// How a game between computers ended by rule.
///
/// Computers claim a draw as soon as they can: by threefold repetition and the fifty-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruling {
    /// The result.
    pub outcome: Outcome,
    /// The rule that ended the game.
    pub rule: Rule,
}

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// The game ended without a claim.
    End(Termination),
    /// A player claimed a draw.
    Claim(Claim),
}

impl Ruling {
    /// How `game` ended; `None` if it continues.
    pub fn of(game: &History) -> Option<Self> {
        game.end().map(Self::from).or_else(|| game.claim().map(Self::from))
    }
}

impl From<End> for Ruling {
    fn from(end: End) -> Self {
        Self { outcome: end.outcome, rule: Rule::End(end.termination) }
    }
}

impl From<Claim> for Ruling {
    fn from(claim: Claim) -> Self {
        Self { outcome: Outcome::Draw, rule: Rule::Claim(claim) }
    }
}

impl Rule {
    /// The name: `checkmate`, `threefold repetition`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::End(termination) => termination.name(),
            Self::Claim(claim) => claim.name(),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Ruling {
    /// `1/2-1/2 by threefold repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.outcome, self.rule)
    }
}
