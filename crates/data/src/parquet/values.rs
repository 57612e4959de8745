//! The values of a leaf.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Date32Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, UInt8Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::{DataType, Field, TimeUnit};

/// Columns whose values hardly ever come twice: a dictionary of them would cost time and save nothing.
const WITHOUT_DICTIONARY: [&str; 4] = ["moves", "movetext", "final_fen", "Site"];
/// Columns of numbers that are that of the row before, or one more.
const RISING: [&str; 1] = ["game"];
/// Columns of texts of which each is much like the one before.
const ALIKE: [&str; 1] = ["fen"];

/// How the values of a leaf are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Form {
    /// Numbers, each different one once.
    #[default]
    Numbers,
    /// Numbers that are that before or a little more.
    Rising,
    /// Texts and bytes, each different one once.
    Texts,
    /// Texts and bytes that hardly ever come twice.
    Bytes,
    /// Texts of which each is much like the one before.
    Alike,
    /// Yes or no.
    Bits,
}

/// The values of a leaf, one after the other. Made to be used again and again.
#[derive(Debug, Default)]
pub(super) struct Values<'a> {
    pub(super) form: Form,
    pub(super) numbers: Numbers,
    pub(super) texts: Distinct<&'a [u8]>,
    /// Those that are not looked up.
    pub(super) bytes: Vec<&'a [u8]>,
    pub(super) bits: Vec<u8>,
}

impl<'a> Values<'a> {
    /// Begins a leaf; nothing if it is of no kind that is known here.
    pub(super) fn begin(&mut self, field: &Field) -> Option<()> {
        let is_among = |names: &[&str]| names.contains(&field.name().as_str());
        self.form = match field.data_type() {
            DataType::Int64 if is_among(&RISING) => Form::Rising,
            DataType::Int16 | DataType::Int32 | DataType::Int64 => Form::Numbers,
            DataType::Date32 | DataType::Time32(TimeUnit::Millisecond) => Form::Numbers,
            DataType::Boolean => Form::Bits,
            DataType::Utf8 | DataType::Binary if is_among(&ALIKE) => Form::Alike,
            DataType::Utf8 | DataType::Binary if is_among(&WITHOUT_DICTIONARY) => Form::Bytes,
            DataType::Utf8 | DataType::Binary => Form::Texts,
            _ => return None,
        };
        self.numbers.clear();
        self.texts.clear();
        self.bytes.clear();
        self.bits.clear();
        Some(())
    }

    /// Adds some values of an array. Those that are not there are passed over: `present` says of each of them whether it is.
    /// Nothing if the array is of another kind.
    pub(super) fn add(
        &mut self,
        array: &'a ArrayRef,
        some: Range<usize>,
        present: Option<&NullBuffer>,
    ) -> Option<()> {
        let present = present.filter(|present| present.null_count() > 0);
        match self.form {
            Form::Numbers | Form::Rising => {
                let numbers = &mut self.numbers.all;
                match array.data_type() {
                    DataType::Int16 => add_numbers::<Int16Type>(numbers, array, some, present),
                    DataType::Int32 => add_numbers::<Int32Type>(numbers, array, some, present),
                    DataType::Int64 => add_numbers::<Int64Type>(numbers, array, some, present),
                    DataType::Date32 => add_numbers::<Date32Type>(numbers, array, some, present),
                    _ => add_numbers::<Time32MillisecondType>(numbers, array, some, present),
                }
            }
            Form::Texts => match array.data_type() {
                DataType::Dictionary(key, _) if **key == DataType::UInt8 => {
                    add_keys::<UInt8Type>(&mut self.texts, array, some, present)
                }
                DataType::Dictionary(..) => add_keys::<Int32Type>(&mut self.texts, array, some, present),
                _ => each_text(array, some, present, |text| self.texts.add(text)),
            },
            Form::Bytes | Form::Alike => each_text(array, some, present, |text| self.bytes.push(text)),
            Form::Bits => {
                let array = array.as_boolean_opt()?;
                each(some, present, |place| self.bits.push(array.values().value(place).into()));
                Some(())
            }
        }
    }
}

/// Calls the function with the places of those that are there.
#[inline(always)]
fn each(some: Range<usize>, present: Option<&NullBuffer>, mut act: impl FnMut(usize)) {
    match present {
        None => some.for_each(act),
        Some(present) => present.valid_indices().for_each(|place| act(some.start + place)),
    }
}

fn add_numbers<T: ArrowPrimitiveType<Native: Into<i64>>>(
    numbers: &mut Vec<i64>,
    array: &ArrayRef,
    some: Range<usize>,
    present: Option<&NullBuffer>,
) -> Option<()> {
    let values = array.as_primitive_opt::<T>()?.values().get(some)?;
    match present {
        None => numbers.extend(values.iter().map(|&value| value.into())),
        Some(present) => {
            numbers.extend(
                present.valid_indices().filter_map(|place| values.get(place).map(|&value| value.into())),
            );
        }
    }
    Some(())
}

/// Adds texts that come as a dictionary already: only its own texts are looked up.
fn add_keys<'a, K: ArrowDictionaryKeyType>(
    texts: &mut Distinct<&'a [u8]>,
    array: &'a ArrayRef,
    some: Range<usize>,
    present: Option<&NullBuffer>,
) -> Option<()> {
    let array = array.as_dictionary_opt::<K>()?;
    let words = array.values().as_string_opt::<i32>()?;
    let keys = array.keys().values().get(some)?;
    let Distinct { values, known: by_text, keys: translated, .. } = texts;
    // By the key of the array; those that nobody has do not get one of ours.
    let mut known = vec![UNKNOWN; words.len()];
    let mut ours = |key: &K::Native| {
        let key = key.as_usize();
        match known.get_mut(key) {
            Some(known) if *known != UNKNOWN => *known,
            Some(known) => {
                *known = key_of(values, by_text, words.value(key).as_bytes());
                *known
            }
            None => 0,
        }
    };
    match present {
        None => translated.extend(keys.iter().map(ours)),
        Some(present) => {
            translated.extend(present.valid_indices().filter_map(|place| keys.get(place).map(&mut ours)));
        }
    }
    Some(())
}

/// Stands for a key that was not looked up yet.
const UNKNOWN: u32 = u32::MAX;

/// Calls the function with the texts or bytes that are there.
fn each_text<'a>(
    array: &'a ArrayRef,
    some: Range<usize>,
    present: Option<&NullBuffer>,
    mut act: impl FnMut(&'a [u8]),
) -> Option<()> {
    match array.data_type() {
        DataType::Utf8 => {
            let texts = array.as_string_opt::<i32>()?;
            each(some, present, |place| act(texts.value(place).as_bytes()));
        }
        _ => {
            let texts = array.as_binary_opt::<i32>()?;
            each(some, present, |place| act(texts.value(place)));
        }
    }
    Some(())
}

/// Values that come again and again: each is kept once, and has a key.
#[derive(Debug)]
pub(super) struct Distinct<T> {
    /// By key.
    values: Vec<T>,
    known: HashMap<T, u32, ahash::RandomState>,
    /// In their order.
    keys: Vec<u32>,
    last: Option<(T, u32)>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self { values: Vec::new(), known: HashMap::default(), keys: Vec::new(), last: None }
    }
}

impl<T: Copy + Eq + Hash + Ord> Distinct<T> {
    fn clear(&mut self) {
        self.values.clear();
        self.known.clear();
        self.keys.clear();
        self.last = None;
    }

    /// Adds a value. One that was there just before is found at once.
    #[inline]
    fn add(&mut self, value: T) {
        let key = match self.last {
            Some((last, key)) if last == value => key,
            _ => self.key(value),
        };
        self.last = Some((value, key));
        self.keys.push(key);
    }

    /// The key of a value; a new one if it was not there yet.
    #[inline]
    fn key(&mut self, value: T) -> u32 {
        key_of(&mut self.values, &mut self.known, value)
    }

    /// Each value once, by key.
    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    /// The keys of all values, in their order.
    pub(super) fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// Some of the values, in their order.
    pub(super) fn get(&self, some: Range<usize>) -> impl Iterator<Item = T> {
        let keys = self.keys.get(some).unwrap_or_default();
        keys.iter().filter_map(|&key| self.values.get(key as usize).copied())
    }

    /// The least and the greatest.
    pub(super) fn bounds(&self) -> Option<(T, T)> {
        let values = || self.values.iter().copied();
        Some((values().min()?, values().max()?))
    }
}

#[inline]
fn key_of<T: Copy + Eq + Hash>(
    values: &mut Vec<T>,
    known: &mut HashMap<T, u32, ahash::RandomState>,
    value: T,
) -> u32 {
    *known.entry(value).or_insert_with(|| {
        values.push(value);
        values.len() as u32 - 1
    })
}

/// A table of keys has so many places at most.
const LARGEST_TABLE: i64 = 1 << 18;
/// Clocks are told in thousandths of a second, but are whole seconds mostly.
const CLOCK_UNIT: i64 = 1000;

/// Numbers that come again and again.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) all: Vec<i64>,
    distinct: Distinct<i64>,
    /// By number, less the least: its key and one more; 0 is none.
    table: Vec<u32>,
}

impl Numbers {
    fn clear(&mut self) {
        self.all.clear();
        self.distinct.clear();
    }

    /// The least and the greatest.
    pub(super) fn bounds(&self) -> Option<(i64, i64)> {
        Some((*self.all.iter().min()?, *self.all.iter().max()?))
    }

    /// What was last found by [`distinct`](Self::distinct).
    pub(super) fn known(&self) -> &Distinct<i64> {
        &self.distinct
    }

    /// Each number once, and the keys of all. Where they are not far from each other, keys are found in a table.
    pub(super) fn distinct(&mut self) -> &Distinct<i64> {
        self.distinct.clear();
        let Some((least, greatest)) = self.bounds() else {
            return &self.distinct;
        };
        let range = greatest.checked_sub(least).unwrap_or(i64::MAX);
        if range < LARGEST_TABLE {
            self.number(range, |number| number - least);
        } else if range / CLOCK_UNIT < LARGEST_TABLE
            && self.all.iter().all(|&number| (number - least) % CLOCK_UNIT == 0)
        {
            self.number(range / CLOCK_UNIT, |number| (number - least) / CLOCK_UNIT);
        } else {
            self.all.iter().for_each(|&number| self.distinct.add(number));
        }
        &self.distinct
    }

    /// Finds the keys in a table, by the place of each number up to the last.
    fn number(&mut self, last: i64, place: impl Fn(i64) -> i64) {
        let Self { all, distinct, table } = self;
        table.clear();
        table.resize(last as usize + 1, 0);
        distinct.keys.extend(all.iter().filter_map(|&number| {
            let key = table.get_mut(place(number) as usize)?;
            if *key == 0 {
                distinct.values.push(number);
                *key = distinct.values.len() as u32;
            }
            Some(*key - 1)
        }));
    }
}
