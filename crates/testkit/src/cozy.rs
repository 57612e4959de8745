//! cozy-chess as an oracle.

use pinsight_rules::{CastlingMode, CastlingNotation, Position};

/// Converts the position. cozy-chess expects Shredder-FEN castling rights and a halfmove clock of at most 100.
pub fn board(position: &Position) -> cozy_chess::Board {
    let mut setup = position.to_setup();
    setup.halfmove_clock = setup.halfmove_clock.min(100);
    let fen = setup.fen(CastlingNotation::Shredder);
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns cozy-chess's legal moves in UCI notation, sorted; castling is written as the king capturing its rook.
pub fn legal_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list.into_iter().map(|mv| mv.to_string()));
        false
    });
    moves.sort();
    moves
}

/// Returns our legal moves in the same form as [`legal_moves`].
pub fn our_moves(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> =
        moves.iter().map(|&mv| position.uci(mv, CastlingMode::Chess960).to_string()).collect();
    texts.sort();
    texts
}
