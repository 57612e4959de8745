//! The values of a leaf.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Date32Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, UInt8Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::{DataType, Field, TimeUnit};

use super::distinct::{Distinct, Lookup};
use super::numbers::Numbers;

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
    // By the key of the array; those that nobody has do not get one of ours.
    let mut known = vec![UNKNOWN; words.len()];
    let ours = |texts: &mut Lookup<'_, &'a [u8]>, key: &K::Native| {
        let key = key.as_usize();
        match known.get_mut(key) {
            Some(known) if *known != UNKNOWN => *known,
            Some(known) => {
                *known = texts.key(words.value(key).as_bytes());
                *known
            }
            None => 0,
        }
    };
    match present {
        None => texts.add_by(keys.iter(), ours),
        Some(present) => texts.add_by(present.valid_indices().filter_map(|place| keys.get(place)), ours),
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
