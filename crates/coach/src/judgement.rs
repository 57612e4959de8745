//! Judgements of moves.

use pinsight_players::Value;

use crate::win_chance::win_chance;

/// The judgement of a move that is worth a remark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// The only move that keeps the result.
    OnlyMove,
    /// A sacrifice, or a move that exploits a mistake.
    Good,
    /// Loses at least 10 points of win chance.
    Inaccuracy,
    /// Loses at least 20 points.
    Mistake,
    /// Loses at least 30 points.
    Blunder,
}

impl Judgement {
    /// All judgements.
    pub const ALL: [Self; 5] = [Self::OnlyMove, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Judges the loss between two values of the side that moves: of its best move and of its move. `None` if the loss
    /// is small.
    ///
    /// ```
    /// use pinsight_coach::Judgement;
    /// use pinsight_players::Value::{Centipawns, MatedIn};
    /// assert_eq!(Judgement::of_loss(Centipawns(30), Centipawns(-20)), None);
    /// assert_eq!(Judgement::of_loss(Centipawns(0), MatedIn(2)), Some(Judgement::Blunder));
    /// ```
    pub fn of_loss(best: Value, played: Value) -> Option<Self> {
        match win_chance(best) - win_chance(played) {
            loss if loss >= 30.0 => Some(Self::Blunder),
            loss if loss >= 20.0 => Some(Self::Mistake),
            loss if loss >= 10.0 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Whether the move is bad.
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// The name in data: `inaccuracy`, `only_move` ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyMove => "only_move",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The glyph after the move: `?!`, `?`, `??`, `!`; none for an only move.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::OnlyMove => "",
            Self::Good => "!",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The numeric annotation glyph (NAG).
    pub const fn nag(self) -> u8 {
        match self {
            Self::OnlyMove => 7,
            Self::Good => 1,
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}
