//! Which lines keep their kind and cost after a move.

use pinsight_rules::attacks::{between, diagonals, king_attacks, knight_attacks, orthogonals, ray};
use pinsight_rules::{Bitboard, Board, Color, Placed, Role, Square, Values};

use crate::line::aiming_sliders;

/// Decides whether a line whose three pieces did not move keeps its kind and cost.
///
/// Kind and cost depend on exchanges on at most two squares. An exchange depends on the pieces that may come to capture
/// there and on which of them are pinned to their king. A change behind a permanent blocker does not matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unchanged<'a> {
    before: &'a Board,
    after: &'a Board,
    touched: Bitboard,
}

impl<'a> Unchanged<'a> {
    /// `touched` are the squares whose content differs between the boards.
    #[inline]
    pub(crate) fn new(before: &'a Board, after: &'a Board, touched: Bitboard) -> Self {
        Self { before, after, touched }
    }

    #[inline]
    pub(crate) fn holds_for(&self, pinned: Placed, shielded: Placed, values: &Values) -> bool {
        if pinned.piece.role == Role::King || shielded.piece.role == Role::King {
            return true;
        }
        // Exchanges on the pinned piece's square matter only if it is worth more.
        let front_matters = values.of(pinned.piece.role) > values.of(shielded.piece.role);
        let affected = self.affects_exchange(shielded.square, pinned.square.into())
            || front_matters && self.affects_exchange(pinned.square, Bitboard::EMPTY);
        !affected
    }

    /// Whether the move may change the exchange on `square` once the `lifted` pieces are removed.
    fn affects_exchange(&self, square: Square, lifted: Bitboard) -> bool {
        let capturers = capturers(self.after, square);
        // Pieces that neither moved nor capture on the square.
        let blockers = self.after.occupied() - self.touched - lifted - capturers;
        self.affects_path(square, capturers, blockers)
            || self.affects_king(self.before, blockers)
            || self.affects_king(self.after, blockers)
    }

    /// Whether a capturer, or a piece in front of one, appeared or disappeared.
    fn affects_path(&self, square: Square, capturers: Bitboard, blockers: Bitboard) -> bool {
        let lines = diagonals(square) | orthogonals(square);
        let near = (lines | knight_attacks(square)) & self.touched;
        if near.is_empty() {
            return false;
        }
        let capturers = capturers | self::capturers(self.before, square);
        near.into_iter().any(|touched| {
            let path = between(square, touched);
            let beyond = (ray(square, touched) - path).with(touched);
            !path.intersects(blockers) && beyond.intersects(capturers)
        })
    }

    /// Whether a king, a slider that aims at it or a piece between them moved, which may change absolute pins.
    fn affects_king(&self, board: &Board, blockers: Bitboard) -> bool {
        Color::ALL.into_iter().any(|color| {
            board.king(color).is_some_and(|king| {
                aiming_sliders(board, king, color).into_iter().any(|slider| {
                    let path = between(king, slider);
                    path.with(king).with(slider).intersects(self.touched) && !path.intersects(blockers)
                })
            })
        })
    }
}

/// Returns the pieces that may come to capture on a square, through any blockers.
#[inline]
fn capturers(board: &Board, square: Square) -> Bitboard {
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
    fn an_unchanged_line_keeps_its_kind_and_cost() {
        let mut random = Random::new(29);
        let scattered: Vec<_> = (0..3_000).map(|_| random::scattered(&mut random)).collect();
        let (mut held, mut changed, mut reclassified) = (0, 0, 0);
        for before in random::positions(3_000, 31).into_iter().chain(scattered) {
            let old_lines = lines(before.board(), &VALUES);
            for &played in &before.legal_moves() {
                let after = Ply::new(1, before, played).after;
                let touched: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&s| before.board().piece_at(s) != after.board().piece_at(s))
                    .collect();
                let unchanged = Unchanged::new(before.board(), after.board(), touched);
                let same_pieces = |old: &&Line, new: &Line| {
                    (old.attacker, old.pinned, old.shielded) == (new.attacker, new.pinned, new.shielded)
                };
                for new in lines(after.board(), &VALUES) {
                    let Some(old) = old_lines.iter().find(|old| same_pieces(old, &new)) else {
                        continue;
                    };
                    if unchanged.holds_for(new.pinned, new.shielded, &VALUES) {
                        assert_eq!(*old, new, "{before} {played:?}");
                        held += 1;
                    } else {
                        reclassified += 1;
                        changed += usize::from(*old != new);
                    }
                }
            }
        }
        assert!(held > 2 * reclassified, "{held} lines held, {reclassified} did not, {changed} changed");
        assert!(changed > 1_000, "only {changed} lines changed: too few for this test");
    }
}
