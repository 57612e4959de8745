//! A column of strings that repeat.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::ArrowError;

/// Builds an Arrow dictionary.
#[derive(Debug)]
pub(crate) struct Repeated {
    /// The key of each row; `NONE` for null.
    keys: Vec<i32>,
    texts: StringBuilder,
    known: HashMap<Box<str>, i32, ahash::RandomState>,
    last: String,
    last_key: i32,
}

/// The key of null.
const NONE: i32 = -1;

impl Default for Repeated {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            texts: StringBuilder::new(),
            known: HashMap::default(),
            last: String::new(),
            last_key: NONE,
        }
    }
}

impl Repeated {
    /// Appends a string. Finds the string of the previous row without a lookup.
    #[inline]
    pub(crate) fn add(&mut self, text: Option<&str>) {
        let key = match text {
            None => NONE,
            Some(text) if text == self.last && self.last_key != NONE => self.last_key,
            Some(text) => self.look_up(text),
        };
        self.keys.push(key);
    }

    fn look_up(&mut self, text: &str) -> i32 {
        let key = match self.known.get(text) {
            Some(&key) => key,
            None => {
                let key = self.known.len() as i32;
                self.known.insert(text.into(), key);
                self.texts.append_value(text);
                key
            }
        };
        self.last.clear();
        self.last.push_str(text);
        self.last_key = key;
        key
    }

    /// Returns the column so far and starts a new one.
    pub(crate) fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        let Self { keys, mut texts, .. } = std::mem::take(self);
        let valid = keys.contains(&NONE).then(|| {
            NullBuffer::new(BooleanBuffer::collect_bool(keys.len(), |row| {
                keys.get(row).is_some_and(|&key| key != NONE)
            }))
        });
        let keys = Int32Array::new(keys.into(), valid);
        Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(keys, Arc::new(texts.finish()))?))
    }

    /// Like [`finish`](Self::finish), with each text repeated as often as `lengths` says.
    pub(crate) fn finish_runs(&mut self, lengths: &[usize]) -> Result<ArrayRef, ArrowError> {
        self.keys = in_runs(&self.keys, lengths);
        self.finish()
    }
}

/// Repeats each value as often as `lengths` says.
pub(crate) fn in_runs<T: Copy>(values: &[T], lengths: &[usize]) -> Vec<T> {
    let mut all = Vec::with_capacity(lengths.iter().sum());
    for (&value, &length) in values.iter().zip(lengths) {
        all.extend(std::iter::repeat_n(value, length));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::{Array, StringArray};

    #[test]
    fn strings_keep_their_order_and_are_stored_once() {
        let rows = [Some("a"), Some("a"), None, None, Some("b"), Some(""), Some("a"), Some("")];
        let mut column = Repeated::default();
        for _ in 0..2 {
            rows.iter().for_each(|&text| column.add(text));
            let array = column.finish().expect("keys of the texts");
            let array = array.as_dictionary::<Int32Type>();
            assert_eq!(array.values().len(), 3);
            let read: Vec<_> = array.downcast_dict::<StringArray>().expect("texts").into_iter().collect();
            assert_eq!(read, rows);
        }
    }

    #[test]
    fn strings_are_repeated_by_length() {
        let mut column = Repeated::default();
        [Some("a"), None, Some("b"), Some("a")].into_iter().for_each(|text| column.add(text));
        let array = column.finish_runs(&[2, 1, 0, 1]).expect("keys of the texts");
        let array = array.as_dictionary::<Int32Type>();
        let read: Vec<_> = array.downcast_dict::<StringArray>().expect("texts").into_iter().collect();
        assert_eq!(read, [Some("a"), Some("a"), None, Some("a")]);
    }
}
