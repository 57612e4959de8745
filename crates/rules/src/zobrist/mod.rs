//! Zobrist hashes with the keys of the Polyglot book format.

mod keys;

use crate::fen::EnPassantMode;
use crate::{CastlingSide, Color, Piece, Ply, Position, Square};
use keys::KEYS;

/// A hash of pieces, side to move, castling rights and en passant.
///
/// Positions that count as a repetition have equal hashes: en passant counts only if it is legal. Polyglot counts it
/// whenever a pawn attacks the square; use [`Zobrist::polyglot`] for its books.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Zobrist(pub u64);

impl Zobrist {
    /// Computes the hash of a position.
    pub fn of(position: &Position) -> Self {
        Self(pieces(position) ^ state(position, EnPassantMode::Legal))
    }

    /// Computes the key of a position in a Polyglot book.
    pub fn polyglot(position: &Position) -> Self {
        Self(pieces(position) ^ state(position, EnPassantMode::XFen))
    }

    /// Updates the hash by a move.
    #[must_use]
    pub fn after(self, ply: &Ply) -> Self {
        let (before, after, mv) = (&ply.before, &ply.after, ply.played);
        let mut hash = self.0 ^ state(before, EnPassantMode::Legal) ^ state(after, EnPassantMode::Legal);
        let mut toggle = |position: &Position, square: Square| {
            if let Some(piece) = position.board().piece_at(square) {
                hash ^= key(piece, square);
            }
        };
        toggle(before, mv.from());
        toggle(after, mv.to());
        if let Some((rook_from, rook_to)) = mv.castling_rook() {
            toggle(before, rook_from);
            toggle(after, rook_to);
        } else if let Some(taken) = mv.capture_square() {
            toggle(before, taken);
        }
        Self(hash)
    }
}

fn pieces(position: &Position) -> u64 {
    position.board().pieces().fold(0, |hash, (square, piece)| hash ^ key(piece, square))
}

fn key(piece: Piece, square: Square) -> u64 {
    KEYS[64 * (2 * piece.role as usize + usize::from(piece.color == Color::White)) + square.index()]
}

/// Hashes castling rights, en passant and side to move.
fn state(position: &Position, mode: EnPassantMode) -> u64 {
    let mut hash = 0;
    if position.castling_rooks().any() {
        let rights = Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
        for (index, (color, side)) in rights.enumerate() {
            if position.castling_right(color, side).is_some() {
                hash ^= KEYS[768 + index];
            }
        }
    }
    if let Some(square) = position.en_passant(mode) {
        hash ^= KEYS[772 + square.file().index()];
    }
    if position.turn() == Color::White {
        hash ^= KEYS[780];
    }
    hash
}
