//! A legal move and a list of legal moves.

use core::fmt;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::{File, Role, Square};

/// A move that is legal in the position that returned it.
///
/// Two bytes. [`legal_moves`](crate::Position::legal_moves) and [`parse_move`](crate::Position::parse_move) return
/// moves; [`play`](crate::Position::play) plays one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum MoveKind {
    Normal,
    DoubleStep,
    EnPassant,
    /// Encoded as from the king's square to the rook's.
    Castling,
    PromoteKnight,
    PromoteBishop,
    PromoteRook,
    PromoteQueen,
}

/// The direction of castling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// O-O: the king moves to the g-file.
    KingSide,
    /// O-O-O: the king moves to the c-file.
    QueenSide,
}

/// How UCI writes castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// `e1g1`: the king's origin and target.
    #[default]
    Standard,
    /// `e1h1`: the squares of king and rook.
    Chess960,
}

impl CastlingSide {
    /// Both sides, king side first.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// Returns the side of the king on which the rook is.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::KingSide } else { Self::QueenSide }
    }

    /// Returns the targets of the king and the rook.
    #[inline(always)]
    pub(crate) const fn targets(king: Square, rook: Square) -> (Square, Square) {
        let side = Self::of(king, rook);
        (Square::new(side.king_file(), king.rank()), Square::new(side.rook_file(), king.rank()))
    }

    /// Returns the king's target file.
    #[inline(always)]
    pub const fn king_file(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// Returns the rook's target file.
    #[inline(always)]
    pub const fn rook_file(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }

    /// Returns `O-O` or `O-O-O`.
    pub const fn san(self) -> &'static str {
        match self {
            Self::KingSide => "O-O",
            Self::QueenSide => "O-O-O",
        }
    }
}

impl Move {
    const MARK: NonZeroU16 = match NonZeroU16::new(0x8000) {
        Some(mark) => mark,
        None => NonZeroU16::MIN,
    };

    #[inline(always)]
    pub(crate) fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        // The mark makes the number non-zero, so that `Option<Move>` has two bytes too.
        Self(Self::MARK | (from as u16 | (to as u16) << 6 | (kind as u16) << 12))
    }

    /// Decodes a move; ignores the top bit.
    #[inline(always)]
    pub(crate) fn from_encoding(encoding: u16) -> Self {
        Self(Self::MARK | encoding)
    }

    #[inline(always)]
    pub(crate) fn promotion_to(from: Square, to: Square, role: Role) -> Self {
        let kind = match role {
            Role::Knight => MoveKind::PromoteKnight,
            Role::Bishop => MoveKind::PromoteBishop,
            Role::Rook => MoveKind::PromoteRook,
            Role::Pawn | Role::Queen | Role::King => MoveKind::PromoteQueen,
        };
        Self::new(from, to, kind)
    }

    #[inline(always)]
    pub(crate) const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::DoubleStep,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Castling,
            4 => MoveKind::PromoteKnight,
            5 => MoveKind::PromoteBishop,
            6 => MoveKind::PromoteRook,
            _ => MoveKind::PromoteQueen,
        }
    }

    /// Returns the encoded target: for castling the rook's square.
    #[inline(always)]
    pub(crate) const fn stored_to(self) -> Square {
        Square::wrapping(self.0.get() as u32 >> 6)
    }

    /// Returns the origin; for castling, the king's.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as u32)
    }

    /// Returns the target; for castling, the king's.
    #[inline(always)]
    pub const fn to(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from().rank()),
            None => self.stored_to(),
        }
    }

    /// Returns the promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind() {
            MoveKind::PromoteKnight => Some(Role::Knight),
            MoveKind::PromoteBishop => Some(Role::Bishop),
            MoveKind::PromoteRook => Some(Role::Rook),
            MoveKind::PromoteQueen => Some(Role::Queen),
            _ => None,
        }
    }

    /// Whether the move is an en passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Whether the move is a pawn's double step.
    #[inline]
    pub const fn is_double_step(self) -> bool {
        matches!(self.kind(), MoveKind::DoubleStep)
    }

    /// Returns the side of a castling move.
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind() {
            MoveKind::Castling => Some(CastlingSide::of(self.from(), self.stored_to())),
            _ => None,
        }
    }

    /// Returns the rook's origin and target of a castling move.
    #[inline]
    pub const fn castling_rook(self) -> Option<(Square, Square)> {
        match self.castling_side() {
            Some(side) => Some((self.stored_to(), Square::new(side.rook_file(), self.from().rank()))),
            None => None,
        }
    }

    /// Returns the square that a capture would empty: the target, except for en passant.
    #[inline]
    pub const fn capture_square(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Castling | MoveKind::DoubleStep => None,
            MoveKind::EnPassant => Some(Square::new(self.stored_to().file(), self.from().rank())),
            _ => Some(self.stored_to()),
        }
    }
}

impl fmt::Debug for Move {
    /// Writes UCI, with castling in the standard way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_uci(f, self.from(), self.to(), self.promotion())
    }
}

pub(crate) fn write_uci(
    f: &mut fmt::Formatter<'_>,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> fmt::Result {
    write!(f, "{from}{to}")?;
    promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter().to_ascii_lowercase()))
}

/// The legal moves of a position, without allocation.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// More than any position has; positions that can arise have at most 218.
    ///
    /// At most one slider, king or pawn moves to a target along each of its rays. A knight has no more moves than its
    /// own square, which is not a target, has rays. All squares have 420 rays; promotions add at most 72, castling 2.
    pub const CAPACITY: usize = 512;

    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { moves: [Move(Move::MARK); Self::CAPACITY], len: 0 }
    }

    /// Adds moves. The local counter avoids a store and a load of the length for each move.
    #[inline(always)]
    pub(crate) fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        let mut len = self.len;
        for mv in moves {
            // The remainder avoids a bounds check.
            self.moves[len % Self::CAPACITY] = mv;
            len += 1;
        }
        self.len = len;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len.min(Self::CAPACITY)]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, { Self::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_round_trips() {
        for kind in [MoveKind::Normal, MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::PromoteRook] {
            for from in Square::ALL {
                for to in Square::ALL {
                    let mv = Move::new(from, to, kind);
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                }
            }
        }
        let castling = Move::new(Square::B8, Square::A8, MoveKind::Castling);
        assert_eq!(castling.to(), Square::C8);
        assert_eq!(castling.castling_rook(), Some((Square::A8, Square::D8)));
    }
}
