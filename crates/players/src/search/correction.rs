//! Correction history: how wrong the static evaluation was in similar positions.

use pinsight_rules::{Bitboard, Board, ByColor, Color, Position, Role};

use super::history::{PIECE_TO, PieceTo, add_with_gravity};
use super::value::Value;

/// Number of entries per side; a power of two.
const SIZE: usize = 1 << 14;
/// The bound of an entry.
const MAX: i32 = 1_024;
/// The largest change of an entry by one search.
const MAX_CHANGE: i32 = 256;
/// An entry at its bound corrects the evaluation by `MAX / SCALE` centipawns.
const SCALE: i32 = 20;

/// The mean errors of the static evaluation, by side to move and by features of the position: its pawns, the pieces of
/// each side, and the last move.
pub(super) struct Corrections {
    pawns: Table,
    pieces: ByColor<Table>,
    last_move: Table,
}

type Table = Vec<i16>;

/// The entries of a position in the tables.
struct Indices {
    pawns: usize,
    pieces: ByColor<usize>,
    last_move: Option<usize>,
}

/// Odd constants that spread the bits of a bitboard over the upper bits of a product, one for each role.
const FACTORS: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
];

fn hash(set: Bitboard, role: Role) -> u64 {
    set.0.wrapping_mul(FACTORS[role as usize]).rotate_left(32).wrapping_mul(FACTORS[0])
}

fn index(turn: Color, hash: u64) -> usize {
    turn as usize * SIZE + (hash >> (64 - SIZE.ilog2())) as usize
}

impl Indices {
    fn of(position: &Position, last_move: Option<PieceTo>) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let pawns = |color| board.by_role(Role::Pawn) & board.by_color(color);
        let pawn_hash = hash(pawns(Color::White), Role::Pawn) ^ hash(pawns(Color::Black), Role::Knight);
        Self {
            pawns: index(turn, pawn_hash),
            pieces: ByColor::new_with(|color| index(turn, piece_hash(board, color))),
            last_move: last_move.map(|mv| turn as usize * PIECE_TO + usize::from(mv)),
        }
    }
}

fn piece_hash(board: &Board, color: Color) -> u64 {
    let ours = board.by_color(color);
    Role::ALL[1..].iter().fold(0, |sum, &role| sum ^ hash(board.by_role(role) & ours, role))
}

impl Corrections {
    pub(super) fn new() -> Self {
        let table = || vec![0; 2 * SIZE];
        Self { pawns: table(), pieces: ByColor::new_with(|_| table()), last_move: vec![0; 2 * PIECE_TO] }
    }

    /// The correction in centipawns of the static evaluation.
    pub(super) fn get(&self, position: &Position, last_move: Option<PieceTo>) -> Value {
        let indices = Indices::of(position, last_move);
        let mut sum = i32::from(self.pawns[indices.pawns]);
        for color in Color::ALL {
            sum += i32::from(self.pieces[color][indices.pieces[color]]);
        }
        sum += indices.last_move.map_or(0, |index| i32::from(self.last_move[index]));
        sum / SCALE
    }

    /// Learns the error of the evaluation from a search to `depth`.
    pub(super) fn update(
        &mut self,
        position: &Position,
        last_move: Option<PieceTo>,
        error: Value,
        depth: i32,
    ) {
        let indices = Indices::of(position, last_move);
        let change = (error * depth / 8).clamp(-MAX_CHANGE, MAX_CHANGE);
        add_with_gravity(&mut self.pawns[indices.pawns], change, MAX);
        for color in Color::ALL {
            add_with_gravity(&mut self.pieces[color][indices.pieces[color]], change, MAX);
        }
        if let Some(index) = indices.last_move {
            add_with_gravity(&mut self.last_move[index], change, MAX);
        }
    }
}
