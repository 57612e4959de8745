//! Tables built at compile time by the walker.

use super::walker::{BISHOP_STEPS, KING_STEPS, KNIGHT_STEPS, ROOK_STEPS, Step, pawn_steps, slide, slides};
use crate::{Color, Square};

pub(super) static KNIGHT: [u64; 64] = attack_table(&KNIGHT_STEPS, FULL);
pub(super) static KING: [u64; 64] = attack_table(&KING_STEPS, FULL);
pub(super) static PAWN: [[u64; 64]; 2] =
    [attack_table(&pawn_steps(Color::White), FULL), attack_table(&pawn_steps(Color::Black), FULL)];
pub(super) static DIAGONALS: [u64; 64] = attack_table(&BISHOP_STEPS, EMPTY);
pub(super) static ORTHOGONALS: [u64; 64] = attack_table(&ROOK_STEPS, EMPTY);
pub(super) static NEAR_DIAGONALS: [u64; 64] = near_table(&BISHOP_STEPS);
pub(super) static NEAR_ORTHOGONALS: [u64; 64] = near_table(&ROOK_STEPS);
pub(super) static BETWEEN: [[u64; 64]; 64] = pair_tables().0;
pub(super) static ORIGINS: [[[u64; 64]; 8]; 2] = [origins(Color::White), origins(Color::Black)];
pub(super) static LINE: [[u64; 64]; 64] = pair_tables().1;

const EMPTY: u64 = 0;
const FULL: u64 = !0;

/// Builds the attacks of a slider from each square; on a full board, those of a leaper.
const fn attack_table(steps: &[Step], occupied: u64) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = slides(Square::ALL[i], steps, occupied);
        i += 1;
    }
    table
}

/// Builds the lines through all squares that a king attacks.
const fn near_table(steps: &[Step]) -> [u64; 64] {
    let (lines, beside) = (attack_table(steps, EMPTY), attack_table(&KING_STEPS, FULL));
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let mut near = beside[i];
        while near != 0 {
            table[i] |= lines[near.trailing_zeros() as usize];
            near &= near - 1;
        }
        i += 1;
    }
    table
}

type PairTable = [[u64; 64]; 64];

/// Builds for each pair of squares on one line the squares between them and the whole line.
const fn pair_tables() -> (PairTable, PairTable) {
    let mut between = [[0; 64]; 64];
    let mut line = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let from = Square::ALL[a];
        let mut i = 0;
        while i < KING_STEPS.len() {
            let step = KING_STEPS[i];
            let back = slide(from, (-step.0, -step.1), 0);
            let ahead = slide(from, step, 0);
            let mut passed = 0;
            let mut here = from;
            while let Some(next) = here.offset(step.0, step.1) {
                let b = next as usize;
                between[a][b] = passed;
                line[a][b] = back | 1 << a | ahead;
                passed |= 1 << b;
                here = next;
            }
            i += 1;
        }
        a += 1;
    }
    (between, line)
}

/// Builds the origins of moves to each square on an empty board; the rows are those of [`super::Mover`].
const fn origins(color: Color) -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    table[1] = attack_table(&KNIGHT_STEPS, FULL);
    table[2] = attack_table(&BISHOP_STEPS, EMPTY);
    table[3] = attack_table(&ROOK_STEPS, EMPTY);
    table[5] = attack_table(&KING_STEPS, FULL);
    let mut to = 0;
    while to < 64 {
        table[4][to] = table[2][to] | table[3][to];
        let single = 1u64 << to;
        table[0][to] = match color {
            Color::White => single >> 8 | if to / 8 == 3 { single >> 16 } else { 0 },
            Color::Black => single << 8 | if to / 8 == 4 { single << 16 } else { 0 },
        };
        to += 1;
    }
    // A pawn captures from the squares that an enemy pawn on the target attacks.
    table[6] = match color {
        Color::White => attack_table(&pawn_steps(Color::Black), FULL),
        Color::Black => attack_table(&pawn_steps(Color::White), FULL),
    };
    table
}
