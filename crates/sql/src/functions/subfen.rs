//! Patterns of pieces on squares.

use pinsight_rules::{Bitboard, Color, Piece, Position, Role, Square};

/// What a square may hold: a bit per piece, and one for an empty square.
type Contents = u16;

const EMPTY: Contents = 1 << 12;
const ANY: Contents = (1 << 13) - 1;

fn bit(piece: Piece) -> Contents {
    1 << (piece.color as usize * 6 + piece.role as usize)
}

fn of_color(color: Color) -> Contents {
    Role::ALL.iter().fold(0, |all, &role| all | bit(Piece::new(color, role)))
}

/// Contents of squares, and optionally the side to move.
#[derive(Clone)]
pub(super) struct SubFen {
    squares: [Contents; 64],
    turn: Option<Color>,
}

impl SubFen {
    /// Parses the first field of a FEN, or the first two. Besides pieces, a square may be `A` or `a` (any white or black
    /// piece), `_` (empty), `?` (anything) or a set such as `[QR_]`. A digit skips that many squares.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let ranks: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        let turn = match words.next() {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(other) => return Err(format!("expected w or b after the pieces, found '{other}'")),
        };
        if ranks.len() != 8 {
            return Err(format!("expected 8 ranks with / between them, found {}", ranks.len()));
        }
        let mut squares = [ANY; 64];
        for (rank, (text, squares)) in (1..=8).rev().zip(ranks.iter().zip(squares.chunks_mut(8).rev())) {
            let contents = rank_contents(text)?;
            if contents.len() != 8 {
                return Err(format!("rank {rank} has {} squares; expected 8", contents.len()));
            }
            squares.copy_from_slice(&contents);
        }
        Ok(Self { squares, turn })
    }

    /// Returns the pattern with colours exchanged and ranks mirrored.
    pub(super) fn flipped(&self) -> Self {
        let mut flipped = Self { squares: [ANY; 64], turn: self.turn.map(|turn| !turn) };
        for (to, from) in flipped.squares.chunks_mut(8).zip(self.squares.chunks(8).rev()) {
            for (to, &from) in to.iter_mut().zip(from) {
                *to = from & EMPTY | (from & 0x3f) << 6 | from >> 6 & 0x3f;
            }
        }
        flipped
    }

    /// Returns the pattern with files mirrored.
    pub(super) fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.squares.chunks_mut(8).for_each(<[Contents]>::reverse);
        mirrored
    }

    /// Returns a test for positions.
    pub(super) fn compile(&self) -> impl Fn(&Position) -> bool + use<> {
        let mut groups: Vec<(Contents, Bitboard)> = Vec::new();
        for (&contents, square) in
            self.squares.iter().zip(Square::ALL).filter(|(contents, _)| **contents != ANY)
        {
            match groups.iter_mut().find(|(known, _)| *known == contents) {
                Some((_, squares)) => *squares = squares.with(square),
                None => groups.push((contents, Bitboard::from(square))),
            }
        }
        let turn = self.turn;
        move |position| {
            turn.is_none_or(|turn| position.turn() == turn)
                && groups.iter().all(|&(contents, squares)| squares.is_subset(holding(position, contents)))
        }
    }
}

/// Returns the squares with these contents.
fn holding(position: &Position, contents: Contents) -> Bitboard {
    let board = position.board();
    let pieces =
        Color::ALL.iter().flat_map(|&color| Role::ALL.iter().map(move |&role| Piece::new(color, role)));
    let pieces = pieces.filter(|&piece| contents & bit(piece) != 0);
    let empty = if contents & EMPTY != 0 { !board.occupied() } else { Bitboard::EMPTY };
    pieces.fold(empty, |all, piece| all | board.by_piece(piece))
}

/// Parses a rank.
fn rank_contents(text: &str) -> Result<Vec<Contents>, String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        if letter == '[' {
            let (set, after) = rest.split_once(']').ok_or("expected ] after [")?;
            all.push(set.chars().map(contents).try_fold(0, |all, one| Ok::<_, String>(all | one?))?);
            rest = after;
        } else if let Some(count) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
            all.extend(std::iter::repeat_n(ANY, count as usize));
        } else {
            all.push(contents(letter)?);
        }
    }
    Ok(all)
}

fn contents(letter: char) -> Result<Contents, String> {
    match letter {
        'A' => Ok(of_color(Color::White)),
        'a' => Ok(of_color(Color::Black)),
        '_' => Ok(EMPTY),
        '?' => Ok(ANY),
        _ => Piece::from_letter(letter).map(bit).ok_or_else(|| {
            format!(
                "expected a piece, A, a, _, ?, a set such as [QR] or a number from 1 to 8, found '{letter}'"
            )
        }),
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
            ("aaaaaaaa/8/________/8/8/8/8/AAAAAAAA", true),
            ("a7/8/8/8/8/8/8/a7", false),
            ("8/8/8/8/8/8/_7/8", false),
            ("8/8/8/8/8/8/[P_]7/[NR]?[B_]5", true),
            ("8/8/8/8/8/8/8/[NBa_]7", false),
        ] {
            let pattern = SubFen::read(pattern).unwrap_or_else(|reason| panic!("{pattern}: {reason}"));
            assert_eq!(pattern.compile()(&start), wanted);
        }
        let wrong = ["", "8/8", "9/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/ppppppppp"];
        for wrong in wrong.iter().chain(&["8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/[QR7", "8/8/8/8/8/8/8/[Qx]7"]) {
            assert!(SubFen::read(wrong).is_err(), "{wrong}");
        }
    }
}
