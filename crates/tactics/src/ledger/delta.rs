//! Which pieces a move changes, and the cause that follows for a line.

use pinsight_rules::attacks::between;
use pinsight_rules::{Bitboard, Color, Move, Position, Square};

use crate::pin::{By, Cause};

/// Where the pieces go in one move. Each piece keeps its identity; castling moves two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveDelta {
    pub(crate) mover: Color,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The castling rook's squares before and after.
    pub(crate) rook: Option<(Square, Square)>,
    /// The square of the captured piece.
    pub(crate) captured: Option<Square>,
    pub(crate) en_passant: bool,
}

impl MoveDelta {
    #[inline]
    pub(crate) fn new(before: &Position, mv: Move) -> Self {
        let captured = mv.capture_square().filter(|&square| before.board().occupied().contains(square));
        Self {
            mover: before.turn(),
            from: mv.from(),
            to: mv.to(),
            rook: mv.castling_rook(),
            captured,
            en_passant: mv.is_en_passant(),
        }
    }

    /// Returns the squares before the move of the pieces that are on `after` now.
    #[inline]
    pub(crate) fn origins(&self, after: [Square; 3]) -> [Square; 3] {
        after.map(|square| match self.rook {
            _ if square == self.to => self.from,
            Some((from, to)) if square == to => from,
            _ => square,
        })
    }

    /// Returns the square after the move of the piece that was on `before`, or `None` if it was captured.
    #[inline]
    fn destination(&self, before: Square) -> Option<Square> {
        match self.rook {
            _ if before == self.from => Some(self.to),
            Some((from, to)) if before == from => Some(to),
            _ if self.captured == Some(before) => None,
            _ => Some(before),
        }
    }

    /// The squares that became empty.
    fn vacated(&self) -> Bitboard {
        let rook = self.rook.map_or(Bitboard::EMPTY, |(from, _)| from.into());
        let captured = self.captured.map_or(Bitboard::EMPTY, Bitboard::from);
        let filled = self.rook.map_or(Bitboard::EMPTY, |(_, to)| to.into()).with(self.to);
        (rook | captured).with(self.from) - filled
    }

    /// The squares whose content changed.
    #[inline]
    pub(crate) fn touched(&self) -> Bitboard {
        let rook = self.rook.map_or(Bitboard::EMPTY, |(from, to)| Bitboard::from(from).with(to));
        self.captured.map_or(rook, |captured| rook.with(captured)).with(self.from).with(self.to)
    }

    pub(crate) fn by(&self, attacker: Color) -> By {
        if self.mover == attacker { By::Attacker } else { By::Itself }
    }

    /// Returns the first cause that explains a new line. `old_lines` gives the lines before the move that it touched.
    pub(crate) fn cause_of_new<I: Iterator<Item = [Square; 3]>>(
        &self,
        after: [Square; 3],
        before: [Square; 3],
        old_lines: impl Fn() -> I,
    ) -> Cause {
        let [attacker, pinned, shielded] = after;
        let left = |square| self.destination(square) != Some(square);
        let replaced = |old: [Square; 3]| old[..2] == before[..2] && old[2] != before[2] && left(old[2]);
        if attacker != before[0] {
            Cause::Created
        } else if old_lines().any(replaced) {
            Cause::Replaced
        } else if pinned != before[1] {
            Cause::SteppedInFront
        } else if shielded != before[2] {
            Cause::SteppedBehind
        } else if old_lines().any(|old| old == before) {
            Cause::Revalued
        } else if self.en_passant {
            Cause::EnPassant
        } else if self.vacated().intersects(between(attacker, pinned)) {
            Cause::Discovered
        } else {
            Cause::Unmasked
        }
    }

    /// Returns the first cause that explains a released line. `is_line`: whether the three still form a line.
    pub(crate) fn cause_of_release(&self, squares: [Square; 3], is_line: bool) -> Cause {
        let causes = [
            (Cause::AttackerMoved, Cause::AttackerCaptured),
            (Cause::PinnedMoved, Cause::PinnedCaptured),
            (Cause::ShieldedMoved, Cause::ShieldedCaptured),
        ];
        for (square, (moved, captured)) in squares.into_iter().zip(causes) {
            match self.destination(square) {
                None => return captured,
                Some(now) if now != square => return moved,
                Some(_) => {}
            }
        }
        if is_line { Cause::Revalued } else { Cause::LineBlocked }
    }
}
