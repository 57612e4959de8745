//! An unchecked position.

use crate::{Bitboard, Board, Color, Square};

/// The content of a FEN, unchecked: [`Position::try_from`](crate::Position) validates it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The castling rights of both sides, as the squares of their rooks.
    pub castling: Bitboard,
    /// The square that a pawn passed by a double step in the previous move.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, from 1; incremented after Black's move.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, white to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Returns the starting position.
    pub fn start() -> Self {
        Self {
            board: Board::start(),
            castling: Bitboard::from(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8),
            ..Self::EMPTY
        }
    }

    /// Returns the setup with colours swapped and ranks mirrored.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self {
            board: self.board.flip_colors(),
            turn: !self.turn,
            castling: self.castling.flip_ranks(),
            en_passant: self.en_passant.map(Square::flip_ranks),
            ..self.clone()
        }
    }

    /// Returns the setup with files mirrored, without castling rights, which have no mirror image.
    #[must_use]
    pub fn flip_files(&self) -> Self {
        Self {
            board: self.board.flip_files(),
            castling: Bitboard::EMPTY,
            en_passant: self.en_passant.map(Square::flip_files),
            ..self.clone()
        }
    }
}
