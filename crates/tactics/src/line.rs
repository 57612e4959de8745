//! Lines: a slider, the first piece that it looks at, and the next one behind.

use core::hint::select_unpredictable;

use pinsight_rules::attacks::{
    between, diagonals, king_attacks, knight_attacks, line, orthogonals, pawn_attacks,
};
use pinsight_rules::{Bitboard, Board, Color, Piece, Placed, Rank, Role, Square, Values, exchange};

use crate::sight::View;

/// What a line is; the first of these that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LineKind {
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

impl LineKind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 5] =
        [Self::AbsolutePin, Self::AbsoluteSkewer, Self::Skewer, Self::RelativePin, Self::XRay];

    /// The name in data: `absolute_pin`, `relative_pin`, `absolute_skewer`, `skewer`, `x_ray`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AbsolutePin => "absolute_pin",
            Self::AbsoluteSkewer => "absolute_skewer",
            Self::Skewer => "skewer",
            Self::RelativePin => "relative_pin",
            Self::XRay => "x_ray",
        }
    }

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
    pub kind: LineKind,
    /// Of a relative pin: what the attacker's side gains on the shielded piece's square if the pinned one is gone.
    pub cost: Option<i32>,
}

impl Line {
    /// The three squares: attacker, pinned, shielded.
    pub fn squares(&self) -> [Square; 3] {
        [self.attacker.square, self.pinned.square, self.shielded.square]
    }
}

/// All lines of both sides: white's attackers first, by the attacker's square, then clockwise, files and ranks before diagonals.
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
    View::of(board).lines(|triple| triples.push(triple));
    triples.sort_unstable_by_key(|triple| triple.rank);
    triples.into_iter().filter_map(|triple| judge(board, values, triple.squares)).collect()
}

/// What stands on a square, with the square.
#[inline]
pub(crate) fn placed(board: &Board, square: Square) -> Option<Placed> {
    board.piece_at(square).map(|piece| Placed { piece, square })
}

/// Says of three squares of a line what stands there and what it is; nothing if a square is empty.
pub(crate) fn judge(board: &Board, values: &Values, squares: [Square; 3]) -> Option<Line> {
    let [attacker, pinned, shielded] = squares.map(|square| placed(board, square));
    let (attacker, pinned, shielded) = (attacker?, pinned?, shielded?);
    let (kind, cost) = kind_and_cost(board, values, attacker, pinned, shielded);
    Some(Line { attacker, pinned, shielded, kind, cost })
}

fn kind_and_cost(
    board: &Board,
    values: &Values,
    attacker: Placed,
    pinned: Placed,
    shielded: Placed,
) -> (LineKind, Option<i32>) {
    if shielded.piece.role == Role::King {
        return (LineKind::AbsolutePin, None);
    }
    if pinned.piece.role == Role::King {
        return (LineKind::AbsoluteSkewer, None);
    }
    let color = attacker.piece.color;
    let (front, back) = (values.of(pinned.piece.role), values.of(shielded.piece.role));
    // Bound to another line by its own king: the attacker can take neither of the two.
    let bound = king_line(board, attacker).is_some_and(|bound| !bound.contains(shielded.square));
    let gain = |board: &Board, victim: Placed| {
        let plain = if bound { None } else { at_a_glance(board, attacker, victim, values) };
        plain.unwrap_or_else(|| exchange(board, victim.square, color, values))
    };
    if front > back && gain(board, pinned) > 0 {
        return (LineKind::Skewer, None);
    }
    if bound {
        return (LineKind::XRay, None);
    }
    let cost = gain(&board.without(pinned.square.into()), shielded);
    if back > front || cost > 0 { (LineKind::RelativePin, Some(cost)) } else { (LineKind::XRay, None) }
}

/// What taking a piece gains, where that is plain; the attacker sees it and is free to take.
///
/// It is plain when no other piece of the attacker's side could ever take there, and of the other side none could, or
/// one is sure to: nothing stands in its way, and nothing might bind it to its king.
fn at_a_glance(board: &Board, attacker: Placed, victim: Placed, values: &Values) -> Option<i32> {
    let Placed { piece: Piece { color, role }, square } = victim;
    let pawns = board.by_role(Role::Pawn)
        & (pawn_attacks(!color, square) & board.by_color(color)
            | pawn_attacks(color, square) & board.by_color(!color));
    if pawns.any() && matches!(square.rank(), Rank::First | Rank::Eighth) {
        return None; // One might take and promote.
    }
    let leapers = pawns
        | knight_attacks(square) & board.by_role(Role::Knight)
        | king_attacks(square) & board.by_role(Role::King);
    let sliders =
        diagonals(square) & board.diagonal_sliders() | orthogonals(square) & board.orthogonal_sliders();
    let ours = board.by_color(color);
    let in_the_way = board.occupied() - leapers - sliders;
    let mut takers = leapers;
    let mut in_sight = leapers;
    for slider in sliders {
        let way = between(square, slider);
        let taker = Bitboard::from_square(slider);
        // Behind others that may take it comes in its turn.
        takers |= select_unpredictable(way.intersects(in_the_way), Bitboard::EMPTY, taker);
        in_sight |= select_unpredictable(way.intersects(board.occupied()), Bitboard::EMPTY, taker);
    }
    if takers - ours != Bitboard::from_square(attacker.square) {
        return None;
    }
    if !takers.intersects(ours) {
        return Some(values.of(role));
    }
    let king = board.king(color)?;
    let mut bound = Bitboard::EMPTY;
    for slider in aiming(board, king, color).without(attacker.square) {
        bound |= between(king, slider);
    }
    ((in_sight & ours) - bound).any().then(|| (values.of(role) - values.of(attacker.piece.role)).max(0))
}

/// The line that a piece may not leave because its king stands on it, if it is absolutely pinned.
pub(crate) fn king_line(board: &Board, piece: Placed) -> Option<Bitboard> {
    let king = board.king(piece.piece.color)?;
    let bound = line(king, piece.square);
    if bound.is_empty() {
        return None;
    }
    (aiming(board, king, piece.piece.color) & bound)
        .into_iter()
        .any(|slider| between(king, slider) & board.occupied() == Bitboard::from_square(piece.square))
        .then_some(bound)
}

/// The enemy sliders that would attack a king if nothing stood between.
pub(crate) fn aiming(board: &Board, king: Square, color: Color) -> Bitboard {
    let aiming = diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
    aiming & board.by_color(!color)
}
