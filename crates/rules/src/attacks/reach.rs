//! Moves on an empty board.

use super::walker::steps;
use crate::{Color, Piece, Rank, Role, Square};

/// The directions of a piece's moves, each a non-empty list of squares from near to far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    directions: Vec<Vec<Square>>,
}

impl Reach {
    /// Returns the directions.
    pub fn directions(&self) -> &[Vec<Square>] {
        &self.directions
    }

    /// Iterates over all squares, direction by direction.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.directions.iter().flatten().copied()
    }
}

/// Returns the moves of a piece on an empty board.
///
/// A pawn's advance is a direction of one square, or two from its initial rank. Its captures are directions too.
///
/// ```
/// use pinsight_rules::{Color, Piece, Role, Square, attacks::reach};
/// let rook = reach(Piece::new(Color::White, Role::Rook), Square::B1);
/// assert_eq!(rook.directions().len(), 3);
/// let knight = reach(Piece::new(Color::White, Role::Knight), Square::H8);
/// assert_eq!(knight.squares().collect::<Vec<_>>(), [Square::F7, Square::G6]);
/// ```
pub fn reach(piece: Piece, square: Square) -> Reach {
    let far = if piece.role.is_slider() { 7 } else { 1 };
    let mut directions: Vec<Vec<Square>> = if piece.role == Role::Pawn {
        pawn_directions(piece.color, square)
    } else {
        steps(piece.role)
            .iter()
            .map(|&(files, ranks)| (1..=far).map_while(|n| square.offset(n * files, n * ranks)).collect())
            .collect()
    };
    directions.retain(|squares| !squares.is_empty());
    Reach { directions }
}

fn pawn_directions(color: Color, square: Square) -> Vec<Vec<Square>> {
    let up = match color {
        Color::White => 1,
        Color::Black => -1,
    };
    let far = if square.rank() == color.relative(Rank::Second) { 2 } else { 1 };
    vec![
        (1..=far).map_while(|n| square.offset(0, n * up)).collect(),
        square.offset(-1, up).into_iter().collect(),
        square.offset(1, up).into_iter().collect(),
    ]
}
