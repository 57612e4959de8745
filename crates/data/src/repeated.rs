//! A column of texts that come again and again.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::DataType;

/// So many codes there may be.
const CODES: usize = 64;

/// Gathers texts as an Arrow dictionary: each text once, and for every row which one it has.
#[derive(Debug)]
pub(crate) struct Repeated {
    /// By row; negative for none.
    keys: Vec<i32>,
    any_none: bool,
    texts: StringBuilder,
    known: HashMap<Box<str>, i32>,
    last: String,
    last_key: i32,
    by_code: [i32; CODES],
}

impl Default for Repeated {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            any_none: false,
            texts: StringBuilder::new(),
            known: HashMap::new(),
            last: String::new(),
            last_key: -1,
            by_code: [-1; CODES],
        }
    }
}

impl Repeated {
    /// The Arrow type.
    pub(crate) fn data_type() -> DataType {
        DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
    }

    /// Adds a text. One that was there in the row before is found at once.
    #[inline]
    pub(crate) fn add(&mut self, text: Option<&str>) {
        let key = match text {
            None => {
                self.any_none = true;
                -1
            }
            Some(text) if text == self.last && self.last_key >= 0 => self.last_key,
            Some(text) => self.look_up(text),
        };
        self.keys.push(key);
    }

    /// Adds what the row before has; nothing if there is none.
    #[inline]
    pub(crate) fn add_again(&mut self) {
        if let Some(&key) = self.keys.last() {
            self.keys.push(key);
        }
    }

    /// Adds the text that a code below 64 stands for. A column takes either codes or texts.
    #[inline]
    pub(crate) fn add_coded<T: AsRef<str>>(&mut self, code: usize, text: impl FnOnce() -> T) {
        let key = match self.by_code.get(code) {
            Some(&key) if key >= 0 => key,
            _ => {
                let key = self.look_up(text().as_ref());
                if let Some(place) = self.by_code.get_mut(code) {
                    *place = key;
                }
                key
            }
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

    /// The column so far; then it begins anew.
    pub(crate) fn finish(&mut self) -> ArrayRef {
        let Self { keys, any_none, mut texts, .. } = std::mem::take(self);
        let valid = any_none.then(|| {
            NullBuffer::new(BooleanBuffer::collect_bool(keys.len(), |row| {
                keys.get(row).is_some_and(|&key| key >= 0)
            }))
        });
        let keys = Int32Array::new(keys.into(), valid);
        // The keys were given out for these texts.
        DictionaryArray::<Int32Type>::try_new(keys, Arc::new(texts.finish())).map_or_else(
            |_| arrow_array::new_empty_array(&Self::data_type()),
            |array| Arc::new(array) as ArrayRef,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::{Array, StringArray};

    #[test]
    fn texts_come_back_in_their_order_and_each_is_kept_once() {
        let rows = [Some("a"), Some("a"), None, None, Some("b"), Some(""), Some("a"), Some("")];
        let mut column = Repeated::default();
        for _ in 0..2 {
            for (row, &text) in rows.iter().enumerate() {
                match row.checked_sub(1).and_then(|before| rows.get(before)) {
                    Some(&before) if before == text => column.add_again(),
                    _ => column.add(text),
                }
            }
            let array = column.finish();
            let array = array.as_dictionary::<Int32Type>();
            assert_eq!(array.values().len(), 3);
            let read: Vec<_> = array.downcast_dict::<StringArray>().expect("texts").into_iter().collect();
            assert_eq!(read, rows);
        }
    }

    #[test]
    fn codes_and_texts_name_the_same() {
        let mut column = Repeated::default();
        for code in [3, 63, 3, 0] {
            column.add_coded(code, || format!("code {code}"));
        }
        let array = column.finish();
        let array = array.as_dictionary::<Int32Type>();
        let read: Vec<_> =
            array.downcast_dict::<StringArray>().expect("texts").into_iter().flatten().collect();
        assert_eq!(read, ["code 3", "code 63", "code 3", "code 0"]);
        assert_eq!(array.values().len(), 3);
    }
}
