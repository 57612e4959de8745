//! The legal moves of a position as sets of targets.

use core::fmt;

use crate::moves::{Move, MoveKind};
use crate::{Bitboard, Square};

/// The legal moves of a position as a set of targets for each piece.
///
/// Cheaper than a [`MoveList`](crate::MoveList) for counting the moves and reading one of them, as random play does.
///
/// ```
/// use pinsight_rules::Position;
/// let moves = Position::default().legal_move_sets();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.get(19).is_some() && moves.get(20).is_none());
/// ```
#[derive(Clone)]
pub struct MoveSets {
    sets: [MoveSet; Self::CAPACITY],
    used: usize,
    len: usize,
    /// All moves, for a position whose sets do not fit.
    listed: Vec<Move>,
}

/// Moves that differ in their target: `base + factor * target` is the encoding of the [`Move`].
#[derive(Clone, Copy)]
struct MoveSet {
    targets: Bitboard,
    base: u32,
    factor: u16,
    /// The number of index bits that select the promotion: 2 or 0.
    promotion_bits: u16,
}

/// The origin of moves.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    Square(Square),
    /// The square this far before the target.
    Step(i32),
}

/// The lowest bit of the target in the encoding of a [`Move`].
const TO: u16 = 1 << 6;

const NONE: MoveSet = MoveSet { targets: Bitboard::EMPTY, base: 0, factor: 0, promotion_bits: 0 };

impl MoveSets {
    /// A larger array makes random play a third slower; see [`fits`](Self::fits).
    const CAPACITY: usize = 32;

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        (self.used, self.len) = (0, 0);
        self.listed.clear();
    }

    /// Adds moves to each of `targets`: from `origin`, or from the square `step` before the target.
    #[inline(always)]
    pub(crate) fn add(&mut self, targets: Bitboard, origin: Origin, kind: MoveKind) {
        let kind_bits = (kind as u32) << 12;
        let (base, factor) = match origin {
            Origin::Square(from) => (kind_bits | from as u32, TO),
            Origin::Step(step) => (kind_bits.wrapping_sub(step as u32), TO + 1),
        };
        // All four promotions follow from that to a knight.
        let promotion_bits = if kind == MoveKind::PromoteKnight { 2 } else { 0 };
        self.len += targets.len() << promotion_bits;
        // The remainder avoids a bounds check; `fits` keeps the count below the capacity.
        self.sets[self.used % Self::CAPACITY] = MoveSet { targets, base, factor, promotion_bits };
        self.used += 1;
    }

    /// Whether the sets of a side with these pieces fit, as they do in every position that a game can reach.
    ///
    /// There a side has at most 16 pieces, and at most 9 pawns and queens. A sum of 25 leaves room for four sets of
    /// pawn moves, three of promotions, two of en passant and two of castling: without pawns 25 + 6 sets, with one pawn
    /// 23 + 9 (it cannot both promote and capture en passant), with more at most 21 + 11.
    #[inline(always)]
    pub(crate) const fn fits(pieces: usize, pawns: usize, queens: usize) -> bool {
        pieces + pawns + queens <= 25
    }

    /// Sets the moves of a position whose sets do not fit.
    pub(crate) fn set_listed(&mut self, moves: &[Move]) {
        self.listed = moves.to_vec();
        self.len = moves.len();
    }

    /// Returns the number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no moves.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the move with that index, in no particular order.
    #[inline]
    pub fn get(&self, mut index: usize) -> Option<Move> {
        for set in &self.sets[..self.used.min(Self::CAPACITY)] {
            let count = set.targets.len() << set.promotion_bits;
            if index < count {
                return Some(set.get(index));
            }
            index -= count;
        }
        self.listed.get(index).copied()
    }

    /// Iterates over all moves.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl Default for MoveSets {
    #[inline]
    fn default() -> Self {
        Self { sets: [NONE; Self::CAPACITY], used: 0, len: 0, listed: Vec::new() }
    }
}

impl MoveSet {
    /// Returns the move with that index, which has to be below the number of moves.
    #[inline(always)]
    fn get(&self, index: usize) -> Move {
        let mut targets = self.targets.0;
        for _ in 0..index >> self.promotion_bits {
            targets &= targets.wrapping_sub(1);
        }
        let encoding = self.base.wrapping_add(targets.trailing_zeros() * u32::from(self.factor));
        // The four promotions have consecutive kinds.
        let promotion = (index & ((1 << self.promotion_bits) - 1)) as u32;
        Move::from_encoding(encoding.wrapping_add(promotion << 12) as u16)
    }
}

impl fmt::Debug for MoveSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
