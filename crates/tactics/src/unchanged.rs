//! Which lines need no new look after a move.

use core::cell::OnceCell;

use pinsight_rules::attacks::{between, diagonals, king_attacks, knight_attacks, orthogonals};
use pinsight_rules::{Bitboard, Board, Color, Placed, Role, Square, Values};

use crate::line::aiming;

/// Tells of a line whose three pieces stayed where they are whether its kind and cost are still the same.
///
/// They come from captures on two squares at most. Those depend on what stands on the lines and knight's moves to
/// these squares, as far as no piece in the way stays there for good, and on what stands between the kings and the
/// sliders that aim at them.
#[derive(Clone, Debug)]
pub(crate) struct Unchanged<'a> {
    before: &'a Board,
    after: &'a Board,
    touched: Bitboard,
    /// Asked for by few moves, and then found only once.
    kings: OnceCell<bool>,
}

impl<'a> Unchanged<'a> {
    /// For a move that changed the board on the touched squares.
    #[inline]
    pub(crate) fn new(before: &'a Board, after: &'a Board, touched: Bitboard) -> Self {
        Self { before, after, touched, kings: OnceCell::new() }
    }

    fn kings_concerned(&self) -> bool {
        let touches = |board| king_squares(board).intersects(self.touched);
        *self.kings.get_or_init(|| touches(self.before) || touches(self.after))
    }

    #[inline]
    pub(crate) fn holds_for(&self, pinned: Placed, shielded: Placed, values: &Values) -> bool {
        if pinned.piece.role == Role::King || shielded.piece.role == Role::King {
            return true;
        }
        // Captures on the pinned piece's square were looked at only if it is the dearer one.
        let front_matters = values.of(pinned.piece.role) > values.of(shielded.piece.role);
        let concerned = self.concerns(shielded.square, pinned.square.into())
            || front_matters && self.concerns(pinned.square, Bitboard::EMPTY)
            || self.kings_concerned();
        !concerned
    }

    /// Whether captures on a square may go another way than before, with some pieces lifted.
    fn concerns(&self, square: Square, lifted: Bitboard) -> bool {
        let board = self.after;
        let (diagonal, orthogonal) = (diagonals(square), orthogonals(square));
        let jumps = knight_attacks(square) & self.touched;
        if jumps.any() && jumps.intersects(self.before.by_role(Role::Knight) | board.by_role(Role::Knight)) {
            return true;
        }
        let others = board.occupied() - self.touched - lifted;
        let beside = king_attacks(square) & (board.by_role(Role::Pawn) | board.by_role(Role::King));
        ((diagonal | orthogonal) & self.touched).into_iter().any(|touched| {
            let sliders = if diagonal.contains(touched) {
                board.diagonal_sliders()
            } else {
                board.orthogonal_sliders()
            };
            // Only what may take on the square can leave the way to it.
            (between(square, touched) & (others - sliders - beside)).is_empty()
        })
    }
}

/// The kings, the sliders that aim at them, and all between.
fn king_squares(board: &Board) -> Bitboard {
    let mut squares = board.by_role(Role::King);
    for color in Color::ALL {
        if let Some(king) = board.king(color) {
            for slider in aiming(board, king, color) {
                squares |= between(king, slider).with(slider);
            }
        }
    }
    squares
}
