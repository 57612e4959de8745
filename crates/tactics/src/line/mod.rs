//! Lines: a slider, the first enemy piece on one of its rays, and the next enemy piece behind it.

mod classify;
mod find;
mod kind;
mod values;

use pinsight_rules::{Board, Placed, Square, Values};

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
        let placed = |square| board.piece_at(square).map(|piece| Placed { piece, square });
        let [attacker, pinned, shielded] = squares.map(placed);
        let (attacker, pinned, shielded) = (attacker?, pinned?, shielded?);
        let (kind, cost) = classify::classify(board, values, [attacker, pinned, shielded]);
        Some(Self { attacker, pinned, shielded, kind, cost })
    }

    /// The three squares: attacker, pinned, shielded.
    pub fn squares(&self) -> [Square; 3] {
        [self.attacker.square, self.pinned.square, self.shielded.square]
    }
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
