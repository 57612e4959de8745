//! Motifs of a position or of a line of moves.

use serde::Serialize;
use utoipa::ToSchema;

use crate::names::by_name;
use crate::piece::{Color, Square};

by_name! {
    /// The kind of a motif.
    MotifKind(pinsight_tactics::MotifKind)
}

by_name! {
    /// What a square or the piece on it does in a motif.
    SquareRole(pinsight_tactics::SquareRole)
}

/// A motif.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Motif {
    /// The kind.
    pub kind: MotifKind,
    /// The side that profits.
    pub side: Color,
    /// In a line of moves: the index of the move that shows it, from 0; null in a position.
    pub ply: Option<usize>,
    /// The squares that take part.
    pub squares: Vec<MotifSquare>,
    /// The motif in words.
    pub text: String,
}

/// A square of a motif.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MotifSquare {
    /// What the square or the piece on it does.
    pub role: SquareRole,
    /// The square.
    pub square: Square,
}

impl From<&pinsight_tactics::Motif> for Motif {
    fn from(motif: &pinsight_tactics::Motif) -> Self {
        let square = |square: &pinsight_tactics::MotifSquare| MotifSquare {
            role: square.role.into(),
            square: square.square.into(),
        };
        Self {
            kind: motif.kind.into(),
            side: motif.side.into(),
            ply: motif.ply,
            squares: motif.squares.iter().map(square).collect(),
            text: motif.to_string(),
        }
    }
}
