//! A position before anybody has checked it.

use crate::{Bitboard, Board, Color, Rank, Square};

/// What a FEN says: pieces, whose turn, rights and counters, possible or not.
///
/// All fields are open, to be set as wanted; [`Position::try_from`](crate::Position) checks them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// The squares of the rooks with which castling is still allowed, of both sides.
    pub castling: Bitboard,
    /// The square that a pawn passed over in the move before, by a double step.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, from 1; it grows after black's move.
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

    /// The beginning of a game.
    pub fn start() -> Self {
        Self {
            board: Board::start(),
            castling: Bitboard::from(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8),
            ..Self::EMPTY
        }
    }

    /// The rooks with which a side may castle.
    pub fn castling_rooks(&self, color: Color) -> Bitboard {
        self.castling & Bitboard::from_rank(color.relative(Rank::First))
    }

    /// The same with the colours changed and the board turned over.
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

    /// The same in the mirror: a and h change places. Castling is not the same in the mirror, so its rights are lost.
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
