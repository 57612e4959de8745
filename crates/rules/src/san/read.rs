//! Taking a text apart.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{CheckMark, San, SanError, SanMove};
use crate::{CastlingSide, File, Rank, Role, Square};

impl San {
    /// Takes a text apart, without a board.
    ///
    /// Lenient where the meaning is plain: `0-0` and `o-o`, `e8Q`, `e8=Q`, `e8(Q)` and `e8/Q`, `e.p.`, `Ng1-f3` and
    /// `g1f3`, figurines, marks such as `!?` at the end.
    pub fn parse(text: &str) -> Result<Self, SanError> {
        let letters: Vec<char> = text.trim().chars().collect();
        Reader { text: text.trim(), letters: &letters, end: letters.len() }.read()
    }
}

struct Reader<'a> {
    text: &'a str,
    letters: &'a [char],
    /// Where the part that is still to be read ends: marks are taken off the end first.
    end: usize,
}

impl Reader<'_> {
    fn read(mut self) -> Result<San, SanError> {
        if matches!(self.text, "--" | "Z0" | "null" | "@@@@" | "0000") {
            return Ok(San::Null);
        }
        if let [first, ..] = self.letters {
            if let Some(fault) = self.letters.iter().position(char::is_ascii_whitespace) {
                let rest: String = self.letters.iter().skip(fault).collect();
                if !rest.trim().eq_ignore_ascii_case("e.p.") && !rest.trim().eq_ignore_ascii_case("ep") {
                    return Err(self.error(fault, "no blank inside a move"));
                }
            }
            if !first.is_alphanumeric() && figurine(*first).is_none() {
                return Err(self.error(0, "a piece, a file, or O-O"));
            }
        }
        self.drop_while(|letter| matches!(letter, '!' | '?'));
        self.drop_en_passant();
        let check = self.read_check();
        if let Some(side) = self.castling() {
            return Ok(San::Castling(side, check));
        }
        let promotion = self.read_promotion()?;
        let to = self.read_target()?;
        self.read_origin(to, promotion, check).map(San::Piece)
    }

    fn error(&self, index: usize, expected: &'static str) -> SanError {
        SanError::Syntax {
            text: self.text.to_owned(),
            column: index + 1,
            found: self
                .letters
                .get(index)
                .map_or_else(|| "the end".to_owned(), |letter| format!("`{letter}`")),
            expected,
        }
    }

    fn rest(&self) -> &[char] {
        self.letters.get(..self.end).unwrap_or_default()
    }

    fn drop_while(&mut self, unwanted: impl Fn(char) -> bool) {
        while self.rest().last().is_some_and(|&letter| unwanted(letter)) {
            self.end -= 1;
        }
    }

    /// `e.p.` and `ep` after a square, with or without a blank.
    fn drop_en_passant(&mut self) {
        let text: String = self.rest().iter().collect();
        for mark in ["e.p.", "e.p", "ep"] {
            if let Some(before) = text.strip_suffix(mark).map(str::trim_end)
                && before.ends_with(|letter: char| letter.is_ascii_digit())
            {
                self.end = before.chars().count();
                return;
            }
        }
    }

    fn read_check(&mut self) -> Option<CheckMark> {
        let mark = match self.rest().last()? {
            '#' => CheckMark::Mate,
            '+' | '†' => CheckMark::Check,
            '‡' => CheckMark::Mate,
            _ => return None,
        };
        let doubled = self.rest().ends_with(&['+', '+']);
        self.drop_while(|letter| matches!(letter, '+' | '#' | '†' | '‡'));
        // `e.p.+` and `e.p.#`.
        self.drop_en_passant();
        Some(if doubled { CheckMark::Check } else { mark })
    }

    fn castling(&self) -> Option<CastlingSide> {
        let plain: String = self
            .rest()
            .iter()
            .map(|letter| match letter {
                '0' | 'o' | 'О' | 'о' => 'O',
                '–' | '—' | '‐' | '‑' | '−' => '-',
                &other => other,
            })
            .collect();
        match plain.as_str() {
            "O-O" | "OO" => Some(CastlingSide::KingSide),
            "O-O-O" | "OOO" => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// `=Q`, `Q`, `(Q)`, `/Q` after a square.
    fn read_promotion(&mut self) -> Result<Option<Role>, SanError> {
        let expected = "a queen, rook, bishop or knight to become";
        let (letter, length) = match self.rest() {
            [.., '(', letter, ')'] => (*letter, 3),
            [.., '=' | '/', letter] => (*letter, 2),
            [.., '=' | '/' | '('] => return Err(self.error(self.end, expected)),
            [.., digit, letter] if digit.is_ascii_digit() && piece(*letter).is_some() => (*letter, 1),
            // `e7e8q`, as UCI writes it; `b` after a digit is a file only when a digit follows.
            [.., digit, letter @ ('q' | 'r' | 'b' | 'n')] if digit.is_ascii_digit() => (*letter, 1),
            _ => return Ok(None),
        };
        let role = piece(letter).or_else(|| Role::from_letter(letter)).filter(|role| role.is_promotion());
        let at = self.end - if length == 3 { 2 } else { 1 };
        let role = role.ok_or_else(|| self.error(at, expected))?;
        self.end -= length;
        Ok(Some(role))
    }

    fn read_target(&mut self) -> Result<Square, SanError> {
        let (file, rank) = match self.rest() {
            [.., file, rank] => (File::from_letter(*file), Rank::from_digit(*rank)),
            [only] => (File::from_letter(*only), None),
            _ => (None, None),
        };
        match (file, rank) {
            (Some(file), Some(rank)) => {
                self.end -= 2;
                Ok(Square::new(file, rank))
            }
            (None, Some(_)) => Err(self.error(self.end - 2, "a file from a to h")),
            (Some(_), None) if self.rest().len() > 1 => Err(self.error(self.end - 1, "a rank from 1 to 8")),
            _ => match self.rest() {
                [.., last] if File::from_letter(*last).is_some() => {
                    Err(self.error(self.end, "a rank from 1 to 8"))
                }
                [] => Err(self.error(self.end, "a square such as e4")),
                [only] if piece(*only).is_some() => Err(self.error(self.end, "a square such as e4")),
                [..] => Err(self.error(self.end - 1, "a square such as e4")),
            },
        }
    }

    /// What stands before the target: piece, hints, `x` or `-`.
    fn read_origin(
        &self,
        to: Square,
        promotion: Option<Role>,
        check: Option<CheckMark>,
    ) -> Result<SanMove, SanError> {
        let mut rest = self.rest();
        let mut at = 0;
        let mut take = |rest: &mut &[char], count: usize| {
            *rest = rest.get(count..).unwrap_or_default();
            at += count;
            at
        };
        let letter = rest.first().and_then(|&letter| piece(letter));
        let mut read = 0;
        if letter.is_some() {
            read = take(&mut rest, 1);
        }
        let file = rest.first().and_then(|&letter| File::from_letter(letter));
        if file.is_some() {
            read = take(&mut rest, 1);
        }
        let rank = rest.first().and_then(|&letter| Rank::from_digit(letter));
        if rank.is_some() {
            read = take(&mut rest, 1);
        }
        let capture = matches!(rest.first(), Some('x' | ':' | 'X' | '×'));
        if capture || matches!(rest.first(), Some('-' | '–')) {
            read = take(&mut rest, 1);
        }
        if !rest.is_empty() {
            return Err(self.error(read, "a piece of KQRBN, a file from a to h, or the target square"));
        }
        let role = match letter {
            Some(role) => Some(role),
            None if file.is_some() && rank.is_some() => None,
            None => Some(Role::Pawn),
        };
        Ok(SanMove { role, file, rank, capture, to, promotion, check })
    }
}

/// The piece of an upper-case letter or a figurine.
fn piece(letter: char) -> Option<Role> {
    match letter {
        'A'..='Z' => Role::from_letter(letter),
        _ => figurine(letter),
    }
}

/// The piece of a figurine of either colour.
fn figurine(letter: char) -> Option<Role> {
    Some(match letter {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}
