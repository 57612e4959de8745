//! Columns of strings from a fixed list, as Arrow dictionaries.

use std::fmt::Display;
use std::sync::Arc;

use arrow_array::builder::UInt8Builder;
use arrow_array::types::UInt8Type;
use arrow_array::{ArrayRef, DictionaryArray, StringArray};

/// Builds a dictionary column of strings from a fixed list; a key takes one byte.
#[derive(Debug)]
pub(crate) struct Words {
    all: ArrayRef,
    numbers: UInt8Builder,
}

impl Words {
    /// Builds a column of these strings; at most 256.
    pub(crate) fn of<W: Display>(all: impl IntoIterator<Item = W>) -> Self {
        let all = all.into_iter().map(|word| Some(word.to_string())).collect::<StringArray>();
        Self { all: Arc::new(all), numbers: UInt8Builder::new() }
    }

    /// Appends the string with this index.
    pub(crate) fn add(&mut self, number: u8) {
        self.numbers.append_value(number);
    }

    /// Appends the string with this index, or null.
    pub(crate) fn add_option(&mut self, number: Option<u8>) {
        self.numbers.append_option(number);
    }

    /// Returns the column so far as an Arrow dictionary and starts a new one.
    pub(crate) fn finish(&mut self) -> ArrayRef {
        Arc::new(DictionaryArray::<UInt8Type>::new(self.numbers.finish(), Arc::clone(&self.all)))
    }
}

#[cfg(test)]
mod tests {
    use pinsight_rules::{Color, Role, Square};
    use pinsight_tactics::{By, Cause, Freedom, LineKind, PinStatus};

    /// Callers pass `as u8` as the index in the list.
    #[test]
    fn lists_are_in_the_order_of_their_discriminants() {
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
}
