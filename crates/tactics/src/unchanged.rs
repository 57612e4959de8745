//! Which lines need no new look after a move.

use pinsight_rules::attacks::{between, diagonals, king_attacks, knight_attacks, orthogonals, ray};
use pinsight_rules::{Bitboard, Board, Color, Placed, Role, Square, Values};

use crate::line::aiming;

/// Tells of a line whose three pieces stayed where they are whether its kind and cost are still the same.
///
/// They come from captures on two squares at most. Those depend on the pieces that may come to take there, and on
/// who of these is bound to its king: on a way that is blocked for good, nothing matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unchanged<'a> {
    before: &'a Board,
    after: &'a Board,
    touched: Bitboard,
}

impl<'a> Unchanged<'a> {
    /// For a move that changed the board on the touched squares.
    #[inline]
    pub(crate) fn new(before: &'a Board, after: &'a Board, touched: Bitboard) -> Self {
        Self { before, after, touched }
    }

    #[inline]
    pub(crate) fn holds_for(&self, pinned: Placed, shielded: Placed, values: &Values) -> bool {
        if pinned.piece.role == Role::King || shielded.piece.role == Role::King {
            return true;
        }
        // Captures on the pinned piece's square were looked at only if it is the dearer one.
        let front_matters = values.of(pinned.piece.role) > values.of(shielded.piece.role);
        let concerned = self.concerns(shielded.square, pinned.square.into())
            || front_matters && self.concerns(pinned.square, Bitboard::EMPTY);
        !concerned
    }

    /// Whether captures on a square may go another way than before, with some pieces lifted.
    fn concerns(&self, square: Square, lifted: Bitboard) -> bool {
        let takers = takers(self.after, square);
        // What stays where it is and never takes.
        let blocks = self.after.occupied() - self.touched - lifted - takers;
        self.concerns_a_way(square, takers, blocks)
            || self.concerns_a_king(self.before, blocks)
            || self.concerns_a_king(self.after, blocks)
    }

    /// Whether a knight came or went that may take on a square, or something that may or that stood before one that may.
    fn concerns_a_way(&self, square: Square, takers: Bitboard, blocks: Bitboard) -> bool {
        let lines = diagonals(square) | orthogonals(square);
        let near = (lines | knight_attacks(square)) & self.touched;
        if near.is_empty() {
            return false;
        }
        let takers = takers | self::takers(self.before, square);
        near.into_iter().any(|touched| {
            let way = between(square, touched);
            let from_there = (ray(square, touched) - way).with(touched);
            !way.intersects(blocks) && from_there.intersects(takers)
        })
    }

    /// Whether something that stood between a king and a slider, or these two themselves, moved, so that others of the
    /// pieces between may be bound.
    fn concerns_a_king(&self, board: &Board, blocks: Bitboard) -> bool {
        Color::ALL.into_iter().any(|color| {
            board.king(color).is_some_and(|king| {
                aiming(board, king, color).into_iter().any(|slider| {
                    let way = between(king, slider);
                    way.with(king).with(slider).intersects(self.touched) && !way.intersects(blocks)
                })
            })
        })
    }
}

/// Who may come to take on a square, whatever stands between.
#[inline]
fn takers(board: &Board, square: Square) -> Bitboard {
    diagonals(square) & board.diagonal_sliders()
        | orthogonals(square) & board.orthogonal_sliders()
        | knight_attacks(square) & board.by_role(Role::Knight)
        | king_attacks(square) & (board.by_role(Role::Pawn) | board.by_role(Role::King))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Line, lines};
    use pinsight_rules::{Ply, VALUES};
    use pinsight_testkit::random::{self, Random};

    #[test]
    fn a_line_that_needs_no_new_look_is_what_it_was() {
        let mut random = Random::new(29);
        let scattered: Vec<_> = (0..3_000).map(|_| random::scattered(&mut random)).collect();
        let (mut held, mut changed, mut looked_at) = (0, 0, 0);
        for before in random::positions(3_000, 31).into_iter().chain(scattered) {
            let stood = lines(before.board(), &VALUES);
            for &played in &before.legal_moves() {
                let after = Ply::new(1, before, played).after;
                let touched: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&s| before.board().piece_at(s) != after.board().piece_at(s))
                    .collect();
                let unchanged = Unchanged::new(before.board(), after.board(), touched);
                let same_three = |old: &&Line, new: &Line| {
                    (old.attacker, old.pinned, old.shielded) == (new.attacker, new.pinned, new.shielded)
                };
                for new in lines(after.board(), &VALUES) {
                    let Some(old) = stood.iter().find(|old| same_three(old, &new)) else {
                        continue;
                    };
                    if unchanged.holds_for(new.pinned, new.shielded, &VALUES) {
                        assert_eq!(*old, new, "{before} {played:?}");
                        held += 1;
                    } else {
                        looked_at += 1;
                        changed += usize::from(*old != new);
                    }
                }
            }
        }
        assert!(held > 2 * looked_at, "{held} lines held, {looked_at} need a new look, {changed} are others");
        assert!(changed > 1_000, "only {changed} lines became others: the test says little");
    }
}
