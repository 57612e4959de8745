//! Lines: a slider, the first enemy piece on one of its rays, and the next enemy piece behind it.

mod classify;
mod find;
mod kind;
mod values;

use pinsight_rules::attacks::{between, diagonals};
use pinsight_rules::{Bitboard, Board, Placed, Square, Values};

pub(crate) use classify::{aiming_sliders, king_line};
pub(crate) use find::{LineEnds, LineFinder, Triple};
pub(crate) use kind::LineClass;
pub use kind::LineKind;
pub use values::{ValuesError, parse_values};

/// A slider, the first piece on one of its rays, and the next piece behind it, both of the other side.
///
/// ```text
/// . . . . . . . k   shielded
/// . . . . . . q .   pinned
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . B . . . . . .   attacker
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The bishop, rook or queen.
    pub attacker: Placed,
    /// The piece in front.
    pub pinned: Placed,
    /// The piece behind.
    pub shielded: Placed,
    /// The kind of the line.
    pub kind: LineKind,
    /// For a relative pin: what the attacker's side gains on the shielded piece's square once the pinned piece is gone.
    pub cost: Option<i32>,
}

impl Line {
    /// Returns the line on the squares `[attacker, pinned, shielded]`, or `None` if one of them is empty.
    pub(crate) fn new(board: &Board, values: &Values, squares: [Square; 3]) -> Option<Self> {
        let pieces = placed(board, squares)?;
        let (kind, cost) = classify::classify(board, values, pieces);
        let [attacker, pinned, shielded] = pieces;
        Some(Self { attacker, pinned, shielded, kind, cost })
    }

    /// Returns the kind of the line on these squares if it does not depend on an exchange.
    pub(crate) fn simple_kind(board: &Board, values: &Values, squares: [Square; 3]) -> Option<LineKind> {
        classify::simple_kind(board, values, placed(board, squares)?)
    }

    /// The three squares: attacker, pinned, shielded.
    pub fn squares(&self) -> [Square; 3] {
        [self.attacker.square, self.pinned.square, self.shielded.square]
    }
}

/// Returns the pieces on three squares, or `None` if one of them is empty.
#[inline]
fn placed(board: &Board, squares: [Square; 3]) -> Option<[Placed; 3]> {
    let [attacker, pinned, shielded] =
        squares.map(|square| board.piece_at(square).map(|piece| Placed { piece, square }));
    Some([attacker?, pinned?, shielded?])
}

/// Whether the piece on the first of these occupied squares is a slider that sees the second and, behind it, the third.
#[inline]
pub(crate) fn is_line(board: &Board, [attacker, pinned, shielded]: [Square; 3]) -> bool {
    let sliders = match diagonals(attacker).contains(shielded) {
        true => board.diagonal_sliders(),
        false => board.orthogonal_sliders(),
    };
    sliders.contains(attacker) && between(attacker, shielded) & board.occupied() == Bitboard::from(pinned)
}

/// Returns all lines of both sides.
///
/// White's attackers come first. Each side is ordered by the attacker's square, then by direction: files and ranks
/// before diagonals, each clockwise.
///
/// ```
/// use pinsight_rules::{Position, VALUES};
/// use pinsight_tactics::{LineKind, lines};
/// let position: Position = "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1".parse()?;
/// let lines = lines(position.board(), &VALUES);
/// assert_eq!(lines.len(), 1);
/// assert_eq!(lines[0].kind, LineKind::AbsolutePin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lines(board: &Board, values: &Values) -> Vec<Line> {
    let mut triples = Vec::new();
    LineFinder::new(board).for_each(|triple| triples.push(triple));
    triples.sort_unstable_by_key(|triple| triple.rank);
    triples.into_iter().filter_map(|triple| Line::new(board, values, triple.squares)).collect()
}
