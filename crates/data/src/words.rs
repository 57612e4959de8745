//! A column of texts of which there are only a few.

use std::fmt::Display;
use std::sync::Arc;

use arrow_array::types::UInt8Type;
use arrow_array::{ArrayRef, DictionaryArray, StringArray, UInt8Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{ArrowError, DataType};
use pinsight_rules::{Color, Role, Square};

/// Gathers texts by their numbers in a list of all that there are: adding one is adding a byte.
#[derive(Debug)]
pub(crate) struct Words {
    all: Arc<StringArray>,
    numbers: Vec<u8>,
    /// Which rows have a text; empty while all have.
    there: Vec<bool>,
}

impl Words {
    /// A column of these texts; at most 256.
    pub(crate) fn of<W: Display>(all: impl IntoIterator<Item = W>) -> Self {
        let all = all.into_iter().map(|word| Some(word.to_string())).collect::<StringArray>();
        Self { all: Arc::new(all), numbers: Vec::new(), there: Vec::new() }
    }

    pub(crate) fn roles() -> Self {
        Self::of(Role::ALL.map(Role::name))
    }

    pub(crate) fn colors() -> Self {
        Self::of(Color::ALL.map(Color::name))
    }

    pub(crate) fn squares() -> Self {
        Self::of(Square::ALL)
    }

    /// Adds the text of a number.
    pub(crate) fn add(&mut self, number: u8) {
        self.numbers.push(number);
        if !self.there.is_empty() {
            self.there.push(true);
        }
    }

    /// Adds the text of a number, or null.
    pub(crate) fn add_option(&mut self, number: Option<u8>) {
        if number.is_none() && self.there.is_empty() {
            self.there.resize(self.numbers.len(), true);
        }
        self.numbers.push(number.unwrap_or_default());
        if number.is_none() || !self.there.is_empty() {
            self.there.push(number.is_some());
        }
    }

    /// The Arrow type.
    pub(crate) fn data_type() -> DataType {
        DataType::Dictionary(Box::new(DataType::UInt8), Box::new(DataType::Utf8))
    }

    /// The numbers gathered so far; then it begins anew.
    fn finish_numbers(&mut self) -> UInt8Array {
        let there = std::mem::take(&mut self.there);
        let there = (!there.is_empty()).then(|| NullBuffer::new(BooleanBuffer::from(there)));
        // The next will be about as many.
        let room = Vec::with_capacity(self.numbers.len());
        UInt8Array::new(std::mem::replace(&mut self.numbers, room).into(), there)
    }

    /// Returns the texts so far as an Arrow dictionary and starts a new column.
    pub(crate) fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        let all: ArrayRef = Arc::<StringArray>::clone(&self.all);
        Ok(Arc::new(DictionaryArray::<UInt8Type>::try_new(self.finish_numbers(), all)?))
    }

    /// The texts gathered so far, each by itself; then it begins anew.
    #[cfg(feature = "sql")]
    pub(crate) fn finish_texts(&mut self) -> datafusion::common::Result<ArrayRef> {
        let all = arrow_array::StringViewArray::from(&*self.all);
        Ok(datafusion::arrow::compute::take(&all, &self.finish_numbers(), None)?)
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use pinsight_tactics::{By, Cause, Freedom, LineKind, PinStatus};

    use super::*;

    /// What `as u8` gives is the place in the list.
    #[test]
    fn the_lists_of_words_are_in_the_order_of_their_numbers() {
        fn in_order<T: Copy>(all: &[T], number: impl Fn(T) -> u8) -> bool {
            all.iter().map(|&word| number(word)).eq(0..all.len() as u8)
        }
        assert!(in_order(&PinStatus::ALL, |word| word as u8));
        assert!(in_order(&LineKind::ALL, |word| word as u8));
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
        let read = |words: &mut Words| -> Vec<Option<String>> {
            let array = words.finish().expect("numbers of the list");
            let array = array.as_dictionary::<UInt8Type>();
            let texts = array.downcast_dict::<StringArray>().expect("texts");
            texts.into_iter().map(|text| text.map(str::to_owned)).collect()
        };
        let long = Some("a text that is longer than twelve bytes".to_owned());
        assert_eq!(read(&mut words), [long.clone(), Some("a".to_owned()), None, long, None]);
        words.add(0);
        assert_eq!(read(&mut words), [Some("a".to_owned())]);

        let mut words = Words::squares();
        words.add_option(None);
        words.add(Square::H8 as u8);
        assert_eq!(read(&mut words), [None, Some("h8".to_owned())]);
    }
}
