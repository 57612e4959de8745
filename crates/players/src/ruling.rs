//! When two computers stop: the ends of the rules, and draws that a player would claim.

use core::fmt;

use pinsight_rules::{Claim, End, History, Outcome, Termination};

/// How a game between computers ended by the rules.
///
/// Computers claim a draw as soon as they may: by the third repetition and after fifty moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruling {
    /// Who won.
    pub outcome: Outcome,
    /// By which rule.
    pub why: Why,
}

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The game was over by itself.
    End(Termination),
    /// A draw that a player may claim, and does.
    Claim(Claim),
}

impl Ruling {
    /// How the game ended, if it has.
    pub fn of(game: &History) -> Option<Self> {
        game.end().map(Self::from).or_else(|| game.claim().map(Self::from))
    }
}

impl From<End> for Ruling {
    fn from(end: End) -> Self {
        Self { outcome: end.outcome, why: Why::End(end.termination) }
    }
}

impl From<Claim> for Ruling {
    fn from(claim: Claim) -> Self {
        Self { outcome: Outcome::Draw, why: Why::Claim(claim) }
    }
}

impl Why {
    /// In words: `checkmate`, `threefold repetition` ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::End(termination) => termination.name(),
            Self::Claim(claim) => claim.name(),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Ruling {
    /// `1/2-1/2 by threefold repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.outcome, self.why)
    }
}
