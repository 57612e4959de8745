//! Lines: a slider, the first piece that it looks at, and the next one behind.

use pinsight_rules::attacks::{between, bishop_attacks, diagonals, line, orthogonals, rook_attacks};
use pinsight_rules::{Bitboard, Board, Color, Placed, Role, Square, Values, exchange};
use serde::Serialize;

/// What a line is; the first of these that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The piece behind is the king.
    AbsolutePin,
    /// The piece in front is the king: a check.
    AbsoluteSkewer,
    /// The piece in front is dearer than the one behind, and taking it gains.
    Skewer,
    /// The piece behind is dearer than the one in front, or would hang without it.
    RelativePin,
    /// None of these: the slider looks through, and nothing comes of it yet.
    XRay,
}

impl Kind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 5] =
        [Self::AbsolutePin, Self::AbsoluteSkewer, Self::Skewer, Self::RelativePin, Self::XRay];

    /// Whether the line is a pin, absolute or relative.
    pub const fn is_pin(self) -> bool {
        matches!(self, Self::AbsolutePin | Self::RelativePin)
    }

    /// What two kinds have to share for a line to be kept by a move: both pins, both skewers, both x-rays.
    pub(crate) const fn class(self) -> Class {
        match self {
            Self::AbsolutePin | Self::RelativePin => Class::Pin,
            Self::AbsoluteSkewer | Self::Skewer => Class::Skewer,
            Self::XRay => Class::XRay,
        }
    }
}

/// Pin, skewer or x-ray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Pin,
    Skewer,
    XRay,
}

/// A slider, the first piece on one of its rays, and the next piece behind that: both of the other side.
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
    /// What the line is.
    pub kind: Kind,
    /// Of a relative pin: what the attacker's side gains on the shielded piece's square if the pinned one is gone.
    pub cost: Option<i32>,
}

impl Line {
    /// The three squares: attacker, pinned, shielded.
    pub fn squares(&self) -> [Square; 3] {
        [self.attacker.square, self.pinned.square, self.shielded.square]
    }
}

/// All lines of both sides: white's attackers first, by the attacker's square, then by the shielded piece's.
///
/// ```
/// use pinsight_rules::{Position, VALUES};
/// use pinsight_tactics::{Kind, lines};
/// let position: Position = "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1".parse()?;
/// let lines = lines(position.board(), &VALUES);
/// assert_eq!(lines.len(), 1);
/// assert_eq!(lines[0].kind, Kind::AbsolutePin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lines(board: &Board, values: &Values) -> Vec<Line> {
    let mut lines = Vec::new();
    each_line(board, |squares| lines.extend(judge(board, values, squares)));
    lines
}

/// Finds every line: what the slider sees at first, and what it sees with those pieces lifted.
#[inline]
pub(crate) fn each_line(board: &Board, mut found: impl FnMut([Square; 3])) {
    let occupied = board.occupied();
    let (diagonal, orthogonal) = (board.diagonal_sliders(), board.orthogonal_sliders());
    for color in Color::ALL {
        let enemies = board.by_color(!color);
        for attacker in (diagonal | orthogonal) - enemies {
            let mut fronts = Bitboard::EMPTY;
            let mut backs = Bitboard::EMPTY;
            let mut look = |attacks: fn(Square, Bitboard) -> Bitboard| {
                let seen = attacks(attacker, occupied);
                let first = seen & enemies;
                if first.any() {
                    fronts |= first;
                    backs |= (attacks(attacker, occupied - first) - seen) & enemies;
                }
            };
            if diagonal.contains(attacker) {
                look(bishop_attacks);
            }
            if orthogonal.contains(attacker) {
                look(rook_attacks);
            }
            for shielded in backs {
                if let Some(pinned) = (between(attacker, shielded) & fronts).first() {
                    found([attacker, pinned, shielded]);
                }
            }
        }
    }
}

/// Says of three squares of a line what stands there and what it is; nothing if a square is empty.
pub(crate) fn judge(board: &Board, values: &Values, squares: [Square; 3]) -> Option<Line> {
    let placed = |square| board.piece_at(square).map(|piece| Placed { piece, square });
    let [attacker, pinned, shielded] = squares;
    let (attacker, pinned, shielded) = (placed(attacker)?, placed(pinned)?, placed(shielded)?);
    let (kind, cost) = kind_and_cost(board, values, attacker, pinned, shielded);
    Some(Line { attacker, pinned, shielded, kind, cost })
}

fn kind_and_cost(
    board: &Board,
    values: &Values,
    attacker: Placed,
    pinned: Placed,
    shielded: Placed,
) -> (Kind, Option<i32>) {
    if shielded.piece.role == Role::King {
        return (Kind::AbsolutePin, None);
    }
    if pinned.piece.role == Role::King {
        return (Kind::AbsoluteSkewer, None);
    }
    let color = attacker.piece.color;
    let (front, back) = (values[pinned.piece.role], values[shielded.piece.role]);
    if front > back && exchange(board, pinned.square, color, values) > 0 {
        return (Kind::Skewer, None);
    }
    if king_line(board, attacker).is_some_and(|bound| !bound.contains(shielded.square)) {
        return (Kind::XRay, None);
    }
    let lifted = board.without(pinned.square.into());
    let cost = exchange(&lifted, shielded.square, color, values);
    if back > front || cost > 0 { (Kind::RelativePin, Some(cost)) } else { (Kind::XRay, None) }
}

/// The line that a piece may not leave because its king stands on it, if it is absolutely pinned.
pub(crate) fn king_line(board: &Board, piece: Placed) -> Option<Bitboard> {
    let king = board.king(piece.piece.color)?;
    let bound = line(king, piece.square);
    if bound.is_empty() {
        return None;
    }
    let aiming = diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
    let enemies = aiming & bound & board.by_color(!piece.piece.color);
    enemies
        .into_iter()
        .any(|slider| between(king, slider) & board.occupied() == Bitboard::from_square(piece.square))
        .then_some(bound)
}
