//! Zobrist keys of the search.
//!
//! Cheaper to update than [`Zobrist`](pinsight_rules::Zobrist): en passant counts if a pawn attacks the square, whether
//! or not the capture is legal.

use pinsight_rules::{Color, EnPassantMode, Move, Position, Role, Square};

use crate::rng::Rng;

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    turn: u64,
}

static KEYS: Keys = {
    let mut rng = Rng::new(0x50_69_6e_73_69_67_68_74);
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 8], turn: 0 };
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < 6 {
            let mut square = 0;
            while square < 64 {
                keys.pieces[color][role][square] = rng.bits();
                square += 1;
            }
            role += 1;
        }
        color += 1;
    }
    let mut square = 0;
    while square < 64 {
        keys.castling[square] = rng.bits();
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.en_passant[file] = rng.bits();
        file += 1;
    }
    keys.turn = rng.bits();
    keys
};

/// The key of a position, computed from scratch.
pub(super) fn of(position: &Position) -> u64 {
    let pieces = position
        .board()
        .pieces()
        .fold(0, |key, (square, piece)| key ^ of_piece(piece.color, piece.role, square));
    let turn = if position.turn() == Color::Black { KEYS.turn } else { 0 };
    pieces ^ of_castling(position) ^ of_en_passant(position) ^ turn
}

/// The key after a move, updated from `key`, the key before it.
pub(super) fn after(key: u64, before: &Position, mv: Move, next: &Position) -> u64 {
    let us = before.turn();
    let mut key = key ^ KEYS.turn ^ of_en_passant(before) ^ of_en_passant(next);
    if before.castling_rooks() != next.castling_rooks() {
        key ^= of_castling(before) ^ of_castling(next);
    }
    let role = before.board().role_at(mv.from()).unwrap_or(Role::King);
    if let Some((rook_from, rook_to)) = mv.castling_rook() {
        key ^= of_piece(us, Role::Rook, rook_from) ^ of_piece(us, Role::Rook, rook_to);
    } else if let Some(square) = mv.capture_square()
        && let Some(captured) = before.board().role_at(square)
    {
        key ^= of_piece(!us, captured, square);
    }
    key ^ of_piece(us, role, mv.from()) ^ of_piece(us, mv.promotion().unwrap_or(role), mv.to())
}

/// The key after a null move, updated from `key`.
pub(super) fn after_null_move(key: u64, before: &Position) -> u64 {
    key ^ KEYS.turn ^ of_en_passant(before)
}

fn of_piece(color: Color, role: Role, square: Square) -> u64 {
    KEYS.pieces[color as usize][role as usize][square.index()]
}

fn of_castling(position: &Position) -> u64 {
    position.castling_rooks().into_iter().fold(0, |key, square| key ^ KEYS.castling[square.index()])
}

fn of_en_passant(position: &Position) -> u64 {
    position.en_passant(EnPassantMode::XFen).map_or(0, |square| KEYS.en_passant[square.file().index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_testkit::random;

    #[test]
    fn updated_keys_equal_keys_from_scratch() {
        for position in random::positions(2_000, 5) {
            let key = of(&position);
            for &mv in &position.legal_moves() {
                let next = position.play_unchecked(mv);
                assert_eq!(after(key, &position, mv, &next), of(&next), "{position} {mv:?}");
            }
            if let Some(next) = position.pass() {
                assert_eq!(after_null_move(key, &position), of(&next), "{position}");
            }
        }
    }
}
