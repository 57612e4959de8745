//! Games in which some pieces stand on some squares.

use std::sync::Arc;

use datafusion::arrow::array::{Array, BooleanBuilder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use pinsight_rules::{Bitboard, Color, Piece, Position, Square};

use super::function::{ChessFunction, Takes};

/// Some pieces on some squares, and perhaps whose turn it is.
struct SubFen {
    pieces: Vec<(Piece, Bitboard)>,
    turn: Option<Color>,
}

impl SubFen {
    /// Reads the first field of a FEN, or the first two. Numbers stand for squares on which anything may stand.
    fn read(text: &str) -> Result<Self, String> {
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

    fn is_in(&self, position: &Position) -> bool {
        let board = position.board();
        self.turn.is_none_or(|turn| position.turn() == turn)
            && self.pieces.iter().all(|&(piece, squares)| squares.is_subset(board.by_piece(piece)))
    }
}

/// `matches_subfen(moves, pattern)`: whether in some position of the game the pieces of the pattern stand as it says.
pub(super) fn matches_subfen() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("matches_subfen", takes, DataType::Boolean, |arguments| {
        let (moves, patterns) = (arguments.moves(0)?, arguments.texts(1)?);
        let mut matches = BooleanBuilder::new();
        let mut last: Option<(&str, SubFen)> = None;
        for row in 0..arguments.rows() {
            let reader = moves.get(row)?.filter(|_| !patterns.is_null(row));
            let Some(mut reader) = reader else {
                matches.append_null();
                continue;
            };
            let text = patterns.value(row);
            if last.as_ref().is_none_or(|(known, _)| *known != text) {
                match SubFen::read(text) {
                    Ok(pattern) => last = Some((text, pattern)),
                    Err(reason) => {
                        return exec_err!("matches_subfen: '{text}' is no part of a FEN: {reason}");
                    }
                }
            }
            let is_in =
                |position: &Position| last.as_ref().is_some_and(|(_, pattern)| pattern.is_in(position));
            let mut found = is_in(reader.after());
            while !found && moves.next(&mut reader)?.is_some() {
                found = is_in(reader.after());
            }
            matches.append_value(found);
        }
        Ok(Arc::new(matches.finish()))
    })
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
