//! cozy-chess as an oracle, in this process.

use pinsight_rules::{CastlingMode, CastlingNotation, Position};

/// The position as cozy-chess reads it; it wants the rooks' files as rights, and no clock beyond a hundred.
pub fn board(position: &Position) -> cozy_chess::Board {
    let mut setup = position.to_setup();
    setup.halfmove_clock = setup.halfmove_clock.min(100);
    let fen = setup.fen(CastlingNotation::Shredder);
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Its legal moves as UCI texts, castling as the king taking his rook, sorted.
pub fn legal_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list.into_iter().map(|mv| mv.to_string()));
        false
    });
    moves.sort();
    moves
}

/// Our legal moves in the same form.
pub fn our_moves(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> =
        moves.iter().map(|&mv| position.uci(mv, CastlingMode::Chess960).to_string()).collect();
    texts.sort();
    texts
}
