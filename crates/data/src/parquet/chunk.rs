//! One leaf of a row group as pages.

use std::hash::Hash;
use std::io::Write;
use std::ops::Range;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Type, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::delta::{push_numbers, push_texts};
use super::hybrid::{bits_for, push_hybrid, push_packed};
use super::levels::Levels;
use super::values::{Distinct, Form, Values};

/// So many slots stand in one page, or a few more.
const SLOTS_OF_PAGE: usize = 1 << 14;
/// So many bytes of texts stand in one page, or about so many: zstd looks for longer matches in larger pages, which takes
/// less time and makes them smaller.
const BYTES_OF_PAGE: usize = 1 << 20;
/// A dictionary larger than this is none: its values are written one by one.
const LARGEST_DICTIONARY: usize = 1 << 20;
/// Statistics tell the least and greatest text only up to this length.
const LONGEST_STATISTIC: usize = 64;
/// How hard pages are packed: harder takes twice the time and saves one or two parts in a hundred.
const ZSTD_LEVEL: i32 = 1;

/// Packs pages; made to be used again and again.
pub(super) struct Packer {
    zstd: zstd::bulk::Compressor<'static>,
    page: Vec<u8>,
    packed: Vec<u8>,
}

impl Packer {
    pub(super) fn new() -> Result<Self, ParquetError> {
        Ok(Self { zstd: zstd::bulk::Compressor::new(ZSTD_LEVEL)?, page: Vec::new(), packed: Vec::new() })
    }

    /// The page, packed.
    fn pack(&mut self) -> Result<Bytes, ParquetError> {
        self.packed.clear();
        self.packed.reserve(zstd::zstd_safe::compress_bound(self.page.len()));
        self.zstd.compress_to_buffer(&self.page, &mut self.packed)?;
        Ok(Bytes::copy_from_slice(&self.packed))
    }
}

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
        pages.finish(column, levels, encoding, statistics)
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

/// The pages of a leaf as they are written.
struct Pages<'a> {
    sink: TrackedWrite<Vec<u8>>,
    packer: &'a mut Packer,
    offsets: OffsetIndexBuilder,
    dictionary: Option<PageWriteSpec>,
    first_data: Option<u64>,
    /// Headers included.
    unpacked_bytes: usize,
}

impl<'a> Pages<'a> {
    fn new(packer: &'a mut Packer) -> Self {
        Self {
            sink: TrackedWrite::new(Vec::new()),
            packer,
            offsets: OffsetIndexBuilder::new(),
            dictionary: None,
            first_data: None,
            unpacked_bytes: 0,
        }
    }

    /// The next page, to be filled.
    fn page(&mut self) -> &mut Vec<u8> {
        self.packer.page.clear();
        &mut self.packer.page
    }

    /// Writes the page as a dictionary of so many values, unless it is too large. Tells how the data is to be written then.
    fn dictionary(&mut self, count: usize) -> Result<Encoding, ParquetError> {
        if self.packer.page.len() > LARGEST_DICTIONARY {
            return Ok(Encoding::PLAIN);
        }
        let num_values = count as u32;
        let packed =
            |buf| Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false };
        self.dictionary = Some(self.write(packed)?);
        Ok(Encoding::RLE_DICTIONARY)
    }

    /// Writes the page as one of data.
    fn data(&mut self, encoding: Encoding, slots: usize, rows: usize) -> Result<(), ParquetError> {
        let packed = |buf| Page::DataPage {
            buf,
            num_values: slots as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let written = self.write(packed)?;
        self.first_data.get_or_insert(written.offset);
        self.offsets.append_row_count(rows as i64);
        self.offsets.append_offset_and_size(written.offset as i64, written.bytes_written as i32);
        Ok(())
    }

    fn write(&mut self, page: impl FnOnce(Bytes) -> Page) -> Result<PageWriteSpec, ParquetError> {
        let unpacked = self.packer.page.len();
        let packed = CompressedPage::new(page(self.packer.pack()?), unpacked);
        let written = SerializedPageWriter::new(&mut self.sink).write_page(packed)?;
        let header = written.bytes_written as usize - written.compressed_size;
        self.unpacked_bytes += unpacked + header;
        Ok(written)
    }

    fn finish(
        self,
        column: &ColumnDescPtr,
        levels: &Levels,
        encoding: Encoding,
        statistics: Statistics,
    ) -> Result<Chunk, ParquetError> {
        let bytes = Bytes::from(self.sink.into_inner()?);
        let mut encodings = vec![Encoding::RLE, encoding];
        if self.dictionary.is_some() {
            encodings.push(Encoding::PLAIN);
        }
        let metadata = ColumnChunkMetaData::builder(column.clone())
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
            .set_encodings(encodings)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(self.unpacked_bytes as i64)
            .set_num_values(levels.slots() as i64)
            .set_data_page_offset(self.first_data.unwrap_or_default() as i64)
            .set_dictionary_page_offset(self.dictionary.map(|page| page.offset as i64))
            .set_statistics(statistics)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: levels.rows() as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(self.offsets.build()),
        };
        Ok(Chunk { bytes, close })
    }
}
