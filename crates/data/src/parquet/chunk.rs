//! One leaf of a row group as pages.

use std::hash::Hash;
use std::io::Write;
use std::ops::Range;

use bytes::Bytes;
use parquet::basic::{Encoding, Type};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::statistics::Statistics;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::ColumnDescPtr;

use super::delta::{push_numbers, push_texts};
use super::distinct::Distinct;
use super::hybrid::{bits_for, push_hybrid, push_packed};
use super::levels::Levels;
use super::pages::{Packer, Pages};
use super::values::{Form, Values};

/// So many slots stand in one page, or a few more.
const SLOTS_OF_PAGE: usize = 1 << 14;
/// So many bytes of texts stand in one page, or about so many: zstd looks for longer matches in larger pages, which takes
/// less time and makes them smaller.
const BYTES_OF_PAGE: usize = 1 << 20;
/// Statistics tell the least and greatest text only up to this length.
const LONGEST_STATISTIC: usize = 64;

/// A leaf of one row group, encoded.
pub(super) struct Chunk {
    bytes: Bytes,
    close: ColumnCloseResult,
}

impl Chunk {
    /// Encodes a leaf.
    pub(super) fn encode(
        column: &ColumnDescPtr,
        levels: &Levels,
        values: &mut Values<'_>,
        packer: &mut Packer,
    ) -> Result<Self, ParquetError> {
        let Values { form, numbers, texts, bytes, bits } = values;
        let wide = column.physical_type() == Type::INT64;
        let mut pages = Pages::new(packer);
        let (encoding, statistics, slots) = match form {
            Form::Numbers => {
                let distinct = numbers.distinct();
                let page = pages.page();
                distinct.values().iter().for_each(|&number| push_number(page, number, wide));
                let encoding = pages.dictionary(distinct.values().len())?;
                (encoding, statistics_of_numbers(distinct.bounds(), levels.missing(), wide), SLOTS_OF_PAGE)
            }
            Form::Rising => {
                let bounds = numbers.bounds();
                let range = bounds.map_or(0, |(least, greatest)| greatest.abs_diff(least));
                // Further from each other they are not told by their differences.
                let near = range <= i32::MAX as u64;
                let encoding = if near { Encoding::DELTA_BINARY_PACKED } else { Encoding::PLAIN };
                (encoding, statistics_of_numbers(bounds, levels.missing(), wide), SLOTS_OF_PAGE)
            }
            Form::Texts => {
                let page = pages.page();
                texts.values().iter().for_each(|text| push_bytes(page, text));
                let encoding = pages.dictionary(texts.values().len())?;
                (encoding, statistics_of_texts(texts.bounds(), levels.missing()), SLOTS_OF_PAGE)
            }
            Form::Bytes => {
                (Encoding::PLAIN, statistics_of_texts(None, levels.missing()), slots_of_page(bytes))
            }
            Form::Alike => (
                Encoding::DELTA_BYTE_ARRAY,
                statistics_of_texts(None, levels.missing()),
                slots_of_page(bytes),
            ),
            Form::Bits => (Encoding::PLAIN, statistics_of_bits(bits, levels.missing()), SLOTS_OF_PAGE),
        };
        let mut before = 0;
        for slots in levels.pages(slots) {
            let page = pages.page();
            let rows = push_levels(page, levels, &slots);
            let some = before..before + levels.present(&slots);
            before = some.end;
            match (*form, encoding) {
                (Form::Numbers, Encoding::RLE_DICTIONARY) => push_keys(page, numbers.known(), some),
                (Form::Texts, Encoding::RLE_DICTIONARY) => push_keys(page, texts, some),
                (_, Encoding::DELTA_BINARY_PACKED) => push_numbers(page, part(&numbers.all, some)),
                (Form::Numbers | Form::Rising, _) => {
                    part(&numbers.all, some).iter().for_each(|&number| push_number(page, number, wide));
                }
                (Form::Texts, _) => texts.get(some).for_each(|text| push_bytes(page, text)),
                (Form::Bytes, _) => part(bytes, some).iter().for_each(|text| push_bytes(page, text)),
                (Form::Alike, _) => push_texts(page, part(bytes, some)),
                (Form::Bits, _) => push_bits(page, part(bits, some)),
            }
            pages.data(encoding, slots.len(), rows)?;
        }
        let (bytes, close) = pages.finish(column, levels, encoding, statistics)?;
        Ok(Self { bytes, close })
    }

    /// Adds the leaf to its row group.
    pub(super) fn append_to_row_group<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        group.append_column(&self.bytes, self.close)
    }
}

/// How many slots stand in one page, so that it is not too long.
fn slots_of_page(texts: &[&[u8]]) -> usize {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    (texts.len() * BYTES_OF_PAGE).checked_div(bytes).unwrap_or(SLOTS_OF_PAGE).clamp(1, SLOTS_OF_PAGE)
}

fn part<T>(values: &[T], some: Range<usize>) -> &[T] {
    values.get(some).unwrap_or_default()
}

/// Adds the levels of some slots; how many rows they are.
fn push_levels(page: &mut Vec<u8>, levels: &Levels, slots: &Range<usize>) -> usize {
    // Each kind has its length before it.
    let mut push = |levels: &[u8], greatest: u8| {
        let start = page.len();
        page.extend_from_slice(&[0; 4]);
        push_hybrid(page, levels, bits_for(greatest.into()));
        let length = (page.len() - start - 4) as u32;
        if let Some(place) = page.get_mut(start..start + 4) {
            place.copy_from_slice(&length.to_le_bytes());
        }
    };
    let repetition = levels.repetition(slots);
    if let Some(repetition) = repetition {
        push(repetition, 1);
    }
    let greatest = levels.greatest();
    if greatest > 0 {
        match levels.definition(slots) {
            Some(definition) => push(definition, greatest),
            None => push(&vec![greatest; slots.len()], greatest),
        }
    }
    repetition.map_or(slots.len(), |levels| levels.iter().filter(|&&level| level == 0).count())
}

fn push_keys<T: Copy + Eq + Hash + Ord>(page: &mut Vec<u8>, values: &Distinct<T>, some: Range<usize>) {
    let width = bits_for(values.values().len().saturating_sub(1));
    page.push(width);
    push_hybrid(page, part(values.keys(), some), width);
}

fn push_number(page: &mut Vec<u8>, number: i64, wide: bool) {
    match wide {
        true => page.extend_from_slice(&number.to_le_bytes()),
        false => page.extend_from_slice(&(number as i32).to_le_bytes()),
    }
}

fn push_bytes(page: &mut Vec<u8>, bytes: &[u8]) {
    page.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    page.extend_from_slice(bytes);
}

fn push_bits(page: &mut Vec<u8>, bits: &[u8]) {
    let start = page.len();
    push_packed(page, bits, 1, bits.len().next_multiple_of(8));
    page.truncate(start + bits.len().div_ceil(8));
}

fn statistics_of_numbers(bounds: Option<(i64, i64)>, missing: usize, wide: bool) -> Statistics {
    let (least, greatest) = bounds.unzip();
    let missing = Some(missing as u64);
    let narrow = |number: i64| number as i32;
    match wide {
        true => Statistics::int64(least, greatest, None, missing, false),
        false => Statistics::int32(least.map(narrow), greatest.map(narrow), None, missing, false),
    }
}

fn statistics_of_texts(bounds: Option<(&[u8], &[u8])>, missing: usize) -> Statistics {
    let (least, greatest) = bounds.unzip();
    let told = |text: &[u8]| (text.len() <= LONGEST_STATISTIC).then(|| ByteArray::from(text.to_vec()));
    Statistics::byte_array(least.and_then(told), greatest.and_then(told), None, Some(missing as u64), false)
}

fn statistics_of_bits(bits: &[u8], missing: usize) -> Statistics {
    let (least, greatest) = (bits.iter().min(), bits.iter().max());
    let bit = |&bit: &u8| bit > 0;
    Statistics::boolean(least.map(bit), greatest.map(bit), None, Some(missing as u64), false)
}
