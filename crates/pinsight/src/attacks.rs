//! The squares that pieces attack, and the lines between squares.

pub use pinsight_rules::attacks::{
    aligned, attacks, between, bishop_attacks, diagonals, king_attacks, knight_attacks, line, orthogonals,
    pawn_attacks, queen_attacks, ray, rook_attacks,
};
