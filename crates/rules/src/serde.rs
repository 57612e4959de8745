//! `Serialize` and `Deserialize` as text in chess notation.
//!
//! Squares `e4`, colours `white`, roles `knight`, pieces as their FEN letter, moves in UCI or SAN, positions as FEN.
//! A [`Move`] only serializes, since it depends on the position: deserialize a [`UciMove`] and pass it to
//! [`Position::move_from_uci`]. A [`Position`] deserializes as [`Legality::Strict`](crate::Legality::Strict).

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{Color, Move, Piece, Position, Role, San, Setup, Square, UciMove};

/// Implements both traits with a function that parses and one that writes.
macro_rules! as_text {
    ($($kind:ty, $expected:literal, $parse:expr, $write:expr;)+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$kind) -> String = $write;
                serializer.serialize_str(&write(self))
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text { expected: $expected, parse: $parse })
            }
        }
    )+};
}

as_text! {
    Square, "a square from a1 to h8", |text| text.parse().ok(), |square| square.to_string();
    Color, "`white` or `black`", |text| Self::ALL.into_iter().find(|color| color.name() == text),
        |color| color.name().to_owned();
    Role, "`pawn`, `knight`, `bishop`, `rook`, `queen` or `king`",
        |text| Self::ALL.into_iter().find(|role| role.name() == text), |role| role.name().to_owned();
    Piece, "a letter of PNBRQKpnbrqk", |text| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none()).and_then(Self::from_letter)
    }, |piece| piece.letter().to_string();
    UciMove, "a UCI move such as e2e4", |text| text.parse().ok(), |uci| uci.to_string();
    San, "a move in SAN", |text| Self::parse(text).ok(), |san| san.to_string();
    Setup, "a FEN", |text| text.parse().ok(), |setup| setup.to_string();
    Position, "a FEN of a possible position", |text| text.parse().ok(), |position| position.to_string();
}

impl Serialize for Move {
    /// Writes UCI with castling as the king's two squares.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:?}"))
    }
}

struct Text<T> {
    expected: &'static str,
    parse: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}
