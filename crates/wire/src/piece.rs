//! Colours, roles, squares, and a piece on its square.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::names::{by_display, by_name};

by_name! {
    /// A side.
    Color(pinsight_rules::Color)
}

by_name! {
    /// A kind of piece.
    Role(pinsight_rules::Role)
}

by_display! {
    /// A square: `e4`.
    Square(pinsight_rules::Square)
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bad = || D::Error::custom(format!("`{text}` is no square: expected a1 to h8"));
        text.parse::<pinsight_rules::Square>().map(Self).map_err(|_| bad())
    }
}

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Placed {
    /// Where it is.
    pub square: Square,
    /// Its role.
    pub role: Role,
    /// Its side.
    pub color: Color,
}

impl From<pinsight_rules::Placed> for Placed {
    fn from(placed: pinsight_rules::Placed) -> Self {
        Self {
            square: placed.square.into(),
            role: placed.piece.role.into(),
            color: placed.piece.color.into(),
        }
    }
}
