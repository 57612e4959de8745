//! Findings: statements about a move with their proof.

use pinsight_rules::{Color, Move, Position, Square};
use pinsight_tactics::{Motif, MotifKind};

use crate::proof::Proof;

/// How a finding relates to the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FindingKind {
    /// The move allows the opponent's line.
    Allows,
    /// The side had a better line.
    Misses,
    /// The move starts the line.
    Exploits,
    /// The move threatens the line.
    Threatens,
}

impl FindingKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Allows, Self::Misses, Self::Exploits, Self::Threatens];

    /// The name in data: `allows`, `misses`, `exploits`, `threatens`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allows => "allows",
            Self::Misses => "misses",
            Self::Exploits => "exploits",
            Self::Threatens => "threatens",
        }
    }
}

/// A statement about a move: what happens, by which motif, and the line that proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How it relates to the move.
    pub kind: FindingKind,
    /// The motif that decides the line.
    pub motif: Motif,
    /// The line.
    pub proof: Proof,
    /// The statement in words.
    pub text: String,
}

impl Finding {
    /// The side that profits.
    pub fn side(&self) -> Color {
        self.proof.side()
    }

    /// The position in which the line starts.
    pub fn start(&self) -> &Position {
        &self.proof.start
    }

    /// The moves of the line.
    pub fn moves(&self) -> &[Move] {
        &self.proof.moves
    }

    /// The kind of the motif.
    pub fn motif(&self) -> MotifKind {
        self.motif.kind
    }

    /// Whether it only states that a later move wins one or two pawns.
    pub(crate) fn is_small(&self) -> bool {
        let is_later = self.motif.ply.is_some_and(|ply| ply > 0);
        self.motif.kind == MotifKind::HangingPiece && is_later && self.proof.gain.is_some_and(|gain| gain < 3)
    }

    /// The squares that take part in the motif.
    pub fn squares(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = Vec::new();
        for square in self.motif.squares.iter().map(|square| square.square) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }
}
