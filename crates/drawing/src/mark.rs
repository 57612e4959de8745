//! What is drawn onto a board: arrows, circles, labels.

use core::str::FromStr;

use pinsight_rules::Square;
use thiserror::Error;

use crate::glyph;
use crate::theme::Tint;

/// An arrow from one square to another. Read from text as PGN writes it: `Gd1f3`, or `d1f3`, which is green.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points to.
    pub to: Square,
    /// Its colour.
    pub tint: Tint,
}

/// A circle around a square. Read from text as PGN writes it: `Rf7`, or `f7`, which is green.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    /// The square.
    pub square: Square,
    /// Its colour.
    pub tint: Tint,
}

/// A short text at the corner of a square. Read from text: `f7=!?`.
///
/// The text is drawn without a font, so that a picture is the same everywhere: digits, the letters a to h, and
/// `+ - = ! ? #`, up to three of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    square: Square,
    text: String,
}

impl Label {
    /// How long a label may be.
    pub const MAX: usize = 3;

    /// A label, if its text can be drawn.
    pub fn new(square: Square, text: &str) -> Option<Self> {
        let count = text.chars().count();
        let drawn = (1..=Self::MAX).contains(&count) && text.chars().all(|c| glyph::of(c).is_some());
        drawn.then(|| Self { square, text: text.to_owned() })
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

/// A text that is no mark.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MarkError {
    /// No arrow.
    #[error("expected two squares, as in e2e4 or, with a colour of G, R, Y, B, Re2e4; found `{0}`")]
    Arrow(String),
    /// No circle.
    #[error("expected a square, as in e4 or, with a colour of G, R, Y, B, Re4; found `{0}`")]
    Circle(String),
    /// No label.
    #[error("expected a square and up to three of 0-9, a-h, + - = ! ? #, as in e4=!?; found `{0}`")]
    Label(String),
}

/// The colour before the squares, if there is one.
fn tinted(text: &str) -> (Tint, &str) {
    let tint = text.chars().next().and_then(Tint::from_letter);
    match (tint, text.get(1..)) {
        (Some(tint), Some(rest)) => (tint, rest),
        _ => (Tint::default(), text),
    }
}

/// The two squares of a text like `e2e4`.
fn two_squares(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

impl FromStr for Arrow {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let (tint, squares) = tinted(text);
        let squares = two_squares(squares).filter(|(from, to)| from != to);
        let (from, to) = squares.ok_or_else(|| MarkError::Arrow(text.to_owned()))?;
        Ok(Self { from, to, tint })
    }
}

impl FromStr for Circle {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let (tint, square) = tinted(text);
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
    fn marks_are_read_as_pgn_writes_them() {
        let arrow = Arrow { from: Square::D1, to: Square::F3, tint: Tint::Red };
        assert_eq!("Rd1f3".parse(), Ok(arrow));
        assert_eq!("d1f3".parse(), Ok(Arrow { tint: Tint::Green, ..arrow }));
        assert_eq!("Bf7".parse(), Ok(Circle { square: Square::F7, tint: Tint::Blue }));
        assert_eq!("f7".parse(), Ok(Circle { square: Square::F7, tint: Tint::Green }));
        let label: Label = "c6==+".parse().expect("a label");
        assert_eq!((label.square(), label.text()), (Square::C6, "=+"));
    }

    #[test]
    fn what_is_no_mark_is_refused() {
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
