//! Whole numbers of a config file.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A whole number from 0 to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub(super) struct Whole<const MAX: u32>(pub(super) u32);

impl<'de, const MAX: u32> Deserialize<'de> for Whole<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(WholeVisitor)
    }
}

struct WholeVisitor<const MAX: u32>;

impl<const MAX: u32> Visitor<'_> for WholeVisitor<MAX> {
    type Value = Whole<MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {MAX}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        let valid = u32::try_from(number).ok().filter(|&number| number <= MAX);
        valid.map(Whole).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }
}
