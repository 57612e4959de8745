//! Pawn structures.

use std::str::FromStr;

use pinsight_rules::{Bitboard, Board, Color, Fen, Piece, Rank, Role};

use pinsight_tactics::FilterError;

const EXPECTED: &str = "a FEN or its pieces, such as 8/pp3ppp/2p5/3p4/3P4/2P5/PP3PPP/8; only the pawns count";

/// The pawns of both sides, square by square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnStructure {
    white: Bitboard,
    black: Bitboard,
}

impl PawnStructure {
    /// Returns the pawns of a board.
    pub fn of(board: &Board) -> Self {
        let pawns = |color| board.by_piece(Piece::new(color, Role::Pawn));
        Self { white: pawns(Color::White), black: pawns(Color::Black) }
    }

    /// Returns the pawns of White and of Black.
    pub(crate) fn by_color(&self) -> [Bitboard; 2] {
        [self.white, self.black]
    }
}

impl FromStr for PawnStructure {
    type Err = FilterError;

    /// Parses a FEN or only its first field.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        let pieces = text.split_whitespace().next().ok_or_else(|| FilterError::new(text, EXPECTED))?;
        let fen: Fen = format!("{pieces} w - - 0 1").parse().map_err(|_| FilterError::new(text, EXPECTED))?;
        let pawns = Self::of(&fen.setup.board);
        let outer = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        if (pawns.white | pawns.black).intersects(outer) {
            return Err(FilterError::new(text, "no pawn on the first or the eighth rank"));
        }
        if pawns.white.len() > 8 || pawns.black.len() > 8 {
            return Err(FilterError::new(text, "at most eight pawns of each side"));
        }
        Ok(pawns)
    }
}
