//! A motif and the squares that take part in it.

use core::fmt;

use pinsight_rules::{Color, Square};

use super::kind::MotifKind;

/// A pattern of a position or of a line of moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Motif {
    /// What it is.
    pub kind: MotifKind,
    /// The side that profits.
    pub side: Color,
    /// In a line of moves: the index of the move that shows it, from 0. `None` in a position.
    pub ply: Option<usize>,
    /// The squares that take part, with their roles.
    pub squares: Vec<MotifSquare>,
}

impl Motif {
    pub(super) fn new<const N: usize>(
        kind: MotifKind,
        side: Color,
        squares: [(SquareRole, Square); N],
    ) -> Self {
        let squares = squares.into_iter().map(|(role, square)| MotifSquare { role, square }).collect();
        Self { kind, side, ply: None, squares }
    }

    pub(super) fn at(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Adds squares with the same role.
    pub(super) fn with(mut self, role: SquareRole, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares.into_iter().map(|square| MotifSquare { role, square }));
        self
    }

    /// Returns the squares with a role.
    pub fn squares_of(&self, role: SquareRole) -> impl Iterator<Item = Square> {
        self.squares.iter().filter(move |square| square.role == role).map(|square| square.square)
    }
}

/// A square of a motif.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MotifSquare {
    /// What the square or the piece on it does.
    pub role: SquareRole,
    /// The square. In a line, pieces that have moved or were captured are named by the square where they took part.
    pub square: Square,
}

/// What a square or the piece on it does in a motif.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum SquareRole {
    /// The piece that carries out the motif.
    Attacker,
    /// A piece that is attacked or won.
    Target,
    /// The front piece of a pin.
    Pinned,
    /// The piece behind it.
    Shielded,
    /// A piece on a line that an attack or defence passes through.
    Blocker,
    /// A piece that guards another one or a square.
    Defender,
    /// A king that is mated, in check or exposed.
    King,
    /// The origin of a move.
    From,
    /// The target of a move.
    To,
    /// An empty square that matters, such as one that was vacated.
    Key,
}

impl SquareRole {
    /// All roles.
    pub const ALL: [Self; 10] = [
        Self::Attacker,
        Self::Target,
        Self::Pinned,
        Self::Shielded,
        Self::Blocker,
        Self::Defender,
        Self::King,
        Self::From,
        Self::To,
        Self::Key,
    ];

    /// The name in data: `attacker`, `target` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Target => "target",
            Self::Pinned => "pinned",
            Self::Shielded => "shielded",
            Self::Blocker => "blocker",
            Self::Defender => "defender",
            Self::King => "king",
            Self::From => "from",
            Self::To => "to",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for SquareRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
