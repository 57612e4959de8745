//! A column of texts of which there are only a few.

use std::fmt::Display;

use datafusion::arrow::array::{ArrayRef, StringViewArray, UInt8Array};
use datafusion::arrow::buffer::{BooleanBuffer, NullBuffer};
use datafusion::arrow::compute::take;
use datafusion::common::Result;
use pinsight_rules::{Color, Role, Square};

/// Gathers texts by their numbers in a list of all that there are: adding one is adding a byte.
pub(super) struct Words {
    all: StringViewArray,
    numbers: Vec<u8>,
    /// Which rows have a text; empty while all have.
    there: Vec<bool>,
}

impl Words {
    /// A column of these texts; at most 256.
    pub(super) fn of<W: Display>(all: impl IntoIterator<Item = W>) -> Self {
        let all = all.into_iter().map(|word| Some(word.to_string())).collect();
        Self { all, numbers: Vec::new(), there: Vec::new() }
    }

    pub(super) fn roles() -> Self {
        Self::of(Role::ALL.map(Role::name))
    }

    pub(super) fn colors() -> Self {
        Self::of(Color::ALL.map(Color::name))
    }

    pub(super) fn squares() -> Self {
        Self::of(Square::ALL)
    }

    /// Adds the text of a number.
    pub(super) fn add(&mut self, number: u8) {
        self.numbers.push(number);
        if !self.there.is_empty() {
            self.there.push(true);
        }
    }

    /// Adds the text of a number, or null.
    pub(super) fn add_option(&mut self, number: Option<u8>) {
        if number.is_none() && self.there.is_empty() {
            self.there.resize(self.numbers.len(), true);
        }
        self.numbers.push(number.unwrap_or_default());
        if number.is_none() || !self.there.is_empty() {
            self.there.push(number.is_some());
        }
    }

    pub(super) fn finish(self) -> Result<ArrayRef> {
        let there = (!self.there.is_empty()).then(|| NullBuffer::new(BooleanBuffer::from(self.there)));
        Ok(take(&self.all, &UInt8Array::new(self.numbers.into(), there), None)?)
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::AsArray;
    use pinsight_tactics::{By, Cause, Freedom, Kind, Status};

    use super::*;

    /// What `as u8` gives is the place in the list.
    #[test]
    fn the_lists_of_words_are_in_the_order_of_their_numbers() {
        fn in_order<T: Copy>(all: &[T], number: impl Fn(T) -> u8) -> bool {
            all.iter().map(|&word| number(word)).eq(0..all.len() as u8)
        }
        assert!(in_order(&Status::ALL, |word| word as u8));
        assert!(in_order(&Kind::ALL, |word| word as u8));
        assert!(in_order(&Cause::ALL, |word| word as u8));
        assert!(in_order(&By::ALL, |word| word as u8));
        assert!(in_order(&Freedom::ALL, |word| word as u8));
        assert!(in_order(&Role::ALL, |word| word as u8));
        assert!(in_order(&Color::ALL, |word| word as u8));
        assert!(in_order(&Square::ALL, |word| word as u8));
    }

    #[test]
    fn texts_come_in_the_order_of_their_numbers_and_nulls_stay_null() {
        let mut words = Words::of(["a", "a text that is longer than twelve bytes"]);
        words.add(1);
        words.add_option(Some(0));
        words.add_option(None);
        words.add(1);
        words.add_option(None);
        let array = words.finish().expect("an array");
        let read: Vec<_> = array.as_string_view().iter().collect();
        let long = Some("a text that is longer than twelve bytes");
        assert_eq!(read, [long, Some("a"), None, long, None]);

        let mut words = Words::squares();
        words.add_option(None);
        words.add(Square::H8 as u8);
        let array = words.finish().expect("an array");
        assert_eq!(array.as_string_view().iter().collect::<Vec<_>>(), [None, Some("h8")]);
    }
}
