//! A move of a position, and a list of them.

use core::fmt;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::{File, Role, Square};

/// A move, legal in the position that made it.
///
/// Two bytes that hide their form: a `Move` comes out of a position ([`legal_moves`](crate::Position::legal_moves),
/// [`parse_move`](crate::Position::parse_move)) and goes back into it ([`play`](crate::Position::play)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum MoveKind {
    Normal,
    DoubleStep,
    EnPassant,
    /// From the king's square to that of its rook.
    Castling,
    PromoteKnight,
    PromoteBishop,
    PromoteRook,
    PromoteQueen,
}

/// The side to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// O-O: the king goes to the g-file.
    KingSide,
    /// O-O-O: the king goes to the c-file.
    QueenSide,
}

/// How UCI writes castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// `e1g1`: the king's two squares.
    #[default]
    Standard,
    /// `e1h1`: the king takes its rook.
    Chess960,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// The side on which a rook of that square stands, seen from the king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::KingSide } else { Self::QueenSide }
    }

    /// Where the king goes.
    #[inline(always)]
    pub const fn king_file(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// Where the rook goes.
    #[inline(always)]
    pub const fn rook_file(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }

    /// `O-O` or `O-O-O`.
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
        // The mark keeps the number from being zero, so that an `Option<Move>` has two bytes as well.
        Self(Self::MARK | (from as u16 | (to as u16) << 6 | (kind as u16) << 12))
    }

    /// The move of a stored form, whose top bit does not matter.
    #[inline(always)]
    pub(crate) fn from_form(form: u16) -> Self {
        Self(Self::MARK | form)
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

    /// The target as stored: for castling the rook's square.
    #[inline(always)]
    pub(crate) const fn stored_to(self) -> Square {
        Square::wrapping(self.0.get() as u32 >> 6)
    }

    /// Where the piece comes from; for castling, the king.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as u32)
    }

    /// Where the piece goes; for castling, the king: to the g-file or the c-file.
    #[inline(always)]
    pub const fn to(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from().rank()),
            None => self.stored_to(),
        }
    }

    /// What the pawn becomes.
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

    /// Whether a pawn takes another in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Whether a pawn makes its double step.
    #[inline]
    pub const fn is_double_step(self) -> bool {
        matches!(self.kind(), MoveKind::DoubleStep)
    }

    /// To which side the king castles, if it does.
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind() {
            MoveKind::Castling => Some(CastlingSide::of(self.from(), self.stored_to())),
            _ => None,
        }
    }

    /// Where the rook comes from and goes to, if the move is castling.
    #[inline]
    pub const fn castling_rook(self) -> Option<(Square, Square)> {
        match self.castling_side() {
            Some(side) => Some((self.stored_to(), Square::new(side.rook_file(), self.from().rank()))),
            None => None,
        }
    }

    /// The square of the piece that is taken, if there is one on it: the target, but for en passant.
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
    /// As UCI writes it, castling in the standard way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// The legal moves of a position; no allocation.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// More than any position has.
    ///
    /// At most one slider, king or pawn moves to a target along each of its rays, and a knight has no more moves than
    /// its own square, which is no target, has rays. The rays of all squares are 420; promotions add at most 72 moves
    /// and castling 2. Positions that can arise have at most 218.
    const CAPACITY: usize = 512;

    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { moves: [Move(Move::MARK); Self::CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        self.extend([mv]);
    }

    /// Adds moves, counting them beside the list: a length in memory would be stored and loaded again for each.
    #[inline(always)]
    pub(crate) fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        let mut len = self.len;
        for mv in moves {
            // The remainder spares the bounds check.
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
    fn moves_are_two_bytes_even_when_optional() {
        assert_eq!(size_of::<Move>(), 2);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn parts_come_back_out() {
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
