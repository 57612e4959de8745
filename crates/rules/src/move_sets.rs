//! The legal moves of a position as sets of targets.

use core::fmt;

use crate::moves::{Move, MoveKind};
use crate::{Bitboard, Square};

/// The legal moves of a position, not written out: for each piece the set of its targets.
///
/// Cheaper than a [`MoveList`](crate::MoveList) for whoever wants to know how many moves there are and then one of
/// them, as random play does.
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
}

/// Moves of one form: a target's number times `factor`, plus `base`, is the move as it is stored.
#[derive(Clone, Copy)]
struct MoveSet {
    targets: Bitboard,
    base: u16,
    factor: u16,
    /// Whether each target stands for four moves, one for each promotion.
    promotes: bool,
}

/// The target is stored from the seventh bit on.
const TO: u16 = 1 << 6;

impl MoveSets {
    /// A set for each piece, two for a queen, and nine for pawns and castling; nine queens and all other pieces of the
    /// start need 31.
    const CAPACITY: usize = 32;

    #[inline(always)]
    pub(crate) fn new() -> Self {
        let none = MoveSet { targets: Bitboard::EMPTY, base: 0, factor: 0, promotes: false };
        Self { sets: [none; Self::CAPACITY], used: 0, len: 0 }
    }

    /// Moves from one square.
    #[inline(always)]
    pub(crate) fn add(&mut self, from: Square, targets: Bitboard, kind: MoveKind) {
        let base = (kind as u16) << 12 | from as u16;
        self.len += targets.len();
        self.push(MoveSet { targets, base, factor: TO, promotes: false });
    }

    /// Moves of pawns, each from `step` before its target.
    #[inline(always)]
    pub(crate) fn add_pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        let base = ((kind as u16) << 12).wrapping_sub(step as u16);
        self.len += targets.len();
        self.push(MoveSet { targets, base, factor: TO + 1, promotes: false });
    }

    /// Promotions of pawns, each from `step` before its target.
    #[inline(always)]
    pub(crate) fn add_promotions(&mut self, targets: Bitboard, step: i32) {
        let base = ((MoveKind::PromoteKnight as u16) << 12).wrapping_sub(step as u16);
        self.len += 4 * targets.len();
        self.push(MoveSet { targets, base, factor: TO + 1, promotes: true });
    }

    #[inline(always)]
    fn push(&mut self, set: MoveSet) {
        // The remainder is for the compiler, which then needs no check.
        self.sets[self.used % Self::CAPACITY] = set;
        self.used += 1;
    }

    /// How many moves there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One of the moves, by its number in no particular order.
    #[inline]
    pub fn get(&self, mut index: usize) -> Option<Move> {
        for set in &self.sets[..self.used.min(Self::CAPACITY)] {
            let bits = if set.promotes { 2 } else { 0 };
            let count = set.targets.len() << bits;
            if index < count {
                return set.get(index >> bits, index & ((1 << bits) - 1));
            }
            index -= count;
        }
        None
    }

    /// All moves.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl MoveSet {
    #[inline(always)]
    fn get(&self, index: usize, promotion: usize) -> Option<Move> {
        let to = self.targets.into_iter().nth(index)?;
        let form = (to as u16).wrapping_mul(self.factor).wrapping_add(self.base);
        // The four promotions follow each other in the form of a move.
        Some(Move::from_form(form.wrapping_add((promotion as u16) << 12)))
    }
}

impl fmt::Debug for MoveSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
