//! Patterns of pieces on squares.

use pinsight_rules::{Bitboard, Color, Piece, Position, Square};

/// Pieces on squares, and optionally the side to move.
pub(super) struct SubFen {
    pieces: Vec<(Piece, Bitboard)>,
    turn: Option<Color>,
}

impl SubFen {
    /// Parses the first field of a FEN, or the first two. A number stands for squares with any content.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let ranks: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        let turn = match words.next() {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(other) => return Err(format!("expected w or b behind the pieces, found '{other}'")),
        };
        if ranks.len() != 8 {
            return Err(format!("expected 8 ranks with / between them, found {}", ranks.len()));
        }
        let mut pieces: Vec<(Piece, Bitboard)> = Vec::new();
        for (rank, text) in (0..8usize).rev().zip(ranks) {
            let mut file = 0usize;
            for letter in text.chars() {
                if let Some(blank) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                    file += blank as usize;
                    continue;
                }
                let Some(piece) = Piece::from_letter(letter) else {
                    return Err(format!("expected a piece or a number from 1 to 8, found '{letter}'"));
                };
                let square = Square::from_index(rank * 8 + file).filter(|_| file < 8);
                if let Some(square) = square {
                    match pieces.iter_mut().find(|(known, _)| *known == piece) {
                        Some((_, squares)) => *squares = squares.with(square),
                        None => pieces.push((piece, Bitboard::from(square))),
                    }
                }
                file += 1;
            }
            if file != 8 {
                return Err(format!("rank {} has {file} squares; expected 8", rank + 1));
            }
        }
        Ok(Self { pieces, turn })
    }

    pub(super) fn is_in(&self, position: &Position) -> bool {
        let board = position.board();
        self.turn.is_none_or(|turn| position.turn() == turn)
            && self.pieces.iter().all(|&(piece, squares)| squares.is_subset(board.by_piece(piece)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_the_first_field_of_a_fen() {
        let start = Position::default();
        for (pattern, wanted) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true),
            ("8/8/8/8/8/8/8/4K3", true),
            ("8/8/8/8/8/8/8/4K3 w", true),
            ("8/8/8/8/8/8/8/4K3 b", false),
            ("8/8/8/8/8/8/8/3K4", false),
            ("8/8/8/8/8/8/8/8", true),
        ] {
            let pattern = SubFen::read(pattern).unwrap_or_else(|reason| panic!("{pattern}: {reason}"));
            assert_eq!(pattern.is_in(&start), wanted);
        }
        for wrong in
            ["", "8/8", "9/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/ppppppppp", "8/8/8/8/8/8/8/8 x"]
        {
            assert!(SubFen::read(wrong).is_err(), "{wrong}");
        }
    }
}
