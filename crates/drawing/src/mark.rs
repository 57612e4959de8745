//! Marks on the board: arrows, circles and labels.

use core::str::FromStr;

use pinsight_rules::Square;
use thiserror::Error;

use crate::glyph;
use crate::theme::Tint;

/// An arrow from one square to another. Parsed from the PGN form `Gd1f3`; the colour is optional and defaults to green.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// The start.
    pub from: Square,
    /// The square of the arrowhead.
    pub to: Square,
    /// The colour.
    pub tint: Tint,
}

/// A circle on a square. Parsed from the PGN form `Rf7`; the colour is optional and defaults to green.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    /// The square.
    pub square: Square,
    /// The colour.
    pub tint: Tint,
}

/// A short text at the corner of a square. Parsed from `f7=!?`.
///
/// The text has one to three characters: digits, the letters a to h, and `+ - = ! ? #`. No other characters have a
/// built-in glyph.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    square: Square,
    text: String,
}

impl Label {
    /// Maximum number of characters.
    pub const MAX_LEN: usize = 3;

    /// Returns a label, or `None` if its text is empty, too long or has a character without a glyph.
    pub fn new(square: Square, text: &str) -> Option<Self> {
        let count = text.chars().count();
        let drawable = (1..=Self::MAX_LEN).contains(&count) && text.chars().all(|c| glyph::path(c).is_some());
        drawable.then(|| Self { square, text: text.to_owned() })
    }

    /// The square.
    pub fn square(&self) -> Square {
        self.square
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// An error in parsing a mark; contains the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MarkError {
    /// Not an arrow.
    #[error("expected an arrow such as e2e4, or Re2e4 with a colour (G, R, Y or B); found `{0}`")]
    Arrow(String),
    /// Not a circle.
    #[error("expected a square such as e4, or Re4 with a colour (G, R, Y or B); found `{0}`")]
    Circle(String),
    /// Not a label.
    #[error("expected a label such as e4=!? with one to three of 0-9 a-h + - = ! ? #; found `{0}`")]
    Label(String),
}

/// Splits the optional colour letter from the squares.
fn split_tint(text: &str) -> (Tint, &str) {
    let tint = text.chars().next().and_then(Tint::from_letter);
    match (tint, text.get(1..)) {
        (Some(tint), Some(rest)) => (tint, rest),
        _ => (Tint::default(), text),
    }
}

/// Parses `e2e4`.
fn parse_squares(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

impl FromStr for Arrow {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let (tint, squares) = split_tint(text);
        let squares = parse_squares(squares).filter(|(from, to)| from != to);
        let (from, to) = squares.ok_or_else(|| MarkError::Arrow(text.to_owned()))?;
        Ok(Self { from, to, tint })
    }
}

impl FromStr for Circle {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let (tint, square) = split_tint(text);
        let square = square.parse().map_err(|_| MarkError::Circle(text.to_owned()))?;
        Ok(Self { square, tint })
    }
}

impl FromStr for Label {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let parts = text.split_once('=').and_then(|(square, text)| Some((square.parse().ok()?, text)));
        let label = parts.and_then(|(square, text)| Self::new(square, text));
        label.ok_or_else(|| MarkError::Label(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_parse_from_their_pgn_form() {
        let arrow = Arrow { from: Square::D1, to: Square::F3, tint: Tint::Red };
        assert_eq!("Rd1f3".parse(), Ok(arrow));
        assert_eq!("d1f3".parse(), Ok(Arrow { tint: Tint::Green, ..arrow }));
        assert_eq!("Bf7".parse(), Ok(Circle { square: Square::F7, tint: Tint::Blue }));
        assert_eq!("f7".parse(), Ok(Circle { square: Square::F7, tint: Tint::Green }));
        let label: Label = "c6==+".parse().expect("a label");
        assert_eq!((label.square(), label.text()), (Square::C6, "=+"));
    }

    #[test]
    fn malformed_marks_are_rejected() {
        for text in ["", "R", "e2", "e2e", "e2e9", "e2e2", "Xe2e4", "e2e4 ", "é2e4", "e2é"] {
            assert_eq!(text.parse::<Arrow>(), Err(MarkError::Arrow(text.to_owned())));
        }
        for text in ["", "R", "e9", "Re", "Xe4", "e4e5", "Ré"] {
            assert_eq!(text.parse::<Circle>(), Err(MarkError::Circle(text.to_owned())));
        }
        for text in ["", "e4", "e4=", "e4=????", "e4=K", "=!", "e9=!", "e4=é"] {
            assert_eq!(text.parse::<Label>(), Err(MarkError::Label(text.to_owned())));
        }
    }
}
