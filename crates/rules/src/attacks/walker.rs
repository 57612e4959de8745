//! The slow version of attacks, step by step: builds the tables at compile time and is their oracle in tests.

use crate::{Color, Square};

/// A step: files to the right, ranks up.
pub(super) type Step = (i32, i32);

pub(super) const BISHOP_STEPS: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
pub(super) const ROOK_STEPS: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
pub(super) const KING_STEPS: [Step; 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
pub(super) const KNIGHT_STEPS: [Step; 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Returns the steps of a pawn's captures.
pub(super) const fn pawn_steps(color: Color) -> [Step; 2] {
    match color {
        Color::White => [(-1, 1), (1, 1)],
        Color::Black => [(-1, -1), (1, -1)],
    }
}

/// Returns the squares in one direction, up to and including the first occupied one.
pub(super) const fn slide(square: Square, step: Step, occupied: u64) -> u64 {
    let mut set = 0;
    let mut here = square;
    while let Some(next) = here.offset(step.0, step.1) {
        set |= 1 << next as u32;
        if occupied >> next as u32 & 1 != 0 {
            break;
        }
        here = next;
    }
    set
}

/// Like [`slide`], in several directions.
pub(super) const fn slides(square: Square, steps: &[Step], occupied: u64) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        set |= slide(square, steps[i], occupied);
        i += 1;
    }
    set
}
