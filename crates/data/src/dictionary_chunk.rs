//! A column of a Parquet file whose values come as dictionaries already.
//!
//! Parquet's own writer looks every value up again. Here only the texts of the dictionaries are looked up, and rows are
//! translated by a table.

use std::collections::HashMap;
use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, DictionaryArray};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use crate::hybrid::{bits_for, push_hybrid};

/// So many rows stand in one page.
const ROWS_OF_PAGE: usize = 1 << 14;
/// Bits of keys are hardly smaller when they are packed harder.
const ZSTD_LEVEL: i32 = 1;
/// Statistics tell the least and greatest text only up to this length.
const LONGEST_STATISTIC: usize = 64;

/// A column of one row group, encoded.
pub(crate) struct DictionaryChunk {
    bytes: Bytes,
    close: ColumnCloseResult,
}

impl DictionaryChunk {
    /// Whether the arrays of a column can be written so.
    pub(crate) fn suits(array: &ArrayRef) -> bool {
        array.as_any().is::<DictionaryArray<Int32Type>>()
    }

    /// Encodes the parts of a column, one after the other.
    pub(crate) fn encode<'a>(
        column: &ColumnDescPtr,
        parts: impl Iterator<Item = &'a ArrayRef>,
    ) -> Result<Self, ParquetError> {
        let mut rows = Rows::default();
        for part in parts {
            rows.add(part.as_dictionary::<Int32Type>());
        }
        let mut out = Pages::new()?;
        out.dictionary(&rows.texts)?;
        let nullable = column.max_def_level() > 0;
        let width = bits_for(rows.texts.len().saturating_sub(1));
        let (mut page, mut present, mut levels) = (Vec::new(), Vec::new(), Vec::new());
        for (number, keys) in rows.keys.chunks(ROWS_OF_PAGE).enumerate() {
            page.clear();
            let valid = rows.valid_from(number * ROWS_OF_PAGE, keys.len());
            if nullable {
                levels.clear();
                match valid {
                    Some(valid) => levels.extend(valid.iter().map(|&valid| u32::from(valid))),
                    None => levels.resize(keys.len(), 1),
                }
                push_levels(&mut page, &levels);
            }
            page.push(width);
            match valid {
                Some(valid) => {
                    present.clear();
                    present.extend(keys.iter().zip(valid).filter_map(|(&key, &valid)| valid.then_some(key)));
                    push_hybrid(&mut page, &present, width);
                }
                None => push_hybrid(&mut page, keys, width),
            }
            out.data(&page, keys.len())?;
        }
        out.finish(column, &rows)
    }

    /// Adds the column to its row group.
    pub(crate) fn append_to_row_group<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        group.append_column(&self.bytes, self.close)
    }
}

/// Which row has which text, over all parts.
#[derive(Default)]
struct Rows<'a> {
    texts: Vec<&'a str>,
    known: HashMap<&'a str, u32>,
    /// By row; anything where there is no text.
    keys: Vec<u32>,
    /// Whether a row has a text; empty while all have.
    valid: Vec<bool>,
}

impl<'a> Rows<'a> {
    fn add(&mut self, part: &'a DictionaryArray<Int32Type>) {
        let texts = part.values().as_string::<i32>();
        let known: Vec<u32> = texts.iter().map(|text| self.look_up(text.unwrap_or_default())).collect();
        let before = self.keys.len();
        let translated = part.keys().values().iter().map(|&key| known.get(key as usize).copied());
        self.keys.extend(translated.map(Option::unwrap_or_default));
        if part.null_count() > 0 || !self.valid.is_empty() {
            self.valid.resize(before, true);
            self.valid.extend((0..part.len()).map(|row| part.is_valid(row)));
        }
    }

    fn look_up(&mut self, text: &'a str) -> u32 {
        *self.known.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() as u32 - 1
        })
    }

    /// Which of these rows have a text, unless all have.
    fn valid_from(&self, start: usize, length: usize) -> Option<&[bool]> {
        self.valid.get(start..start + length)
    }
}

/// Levels have their length before them.
fn push_levels(page: &mut Vec<u8>, levels: &[u32]) {
    let start = page.len();
    page.extend_from_slice(&[0; 4]);
    push_hybrid(page, levels, 1);
    let length = (page.len() - start - 4) as u32;
    if let Some(place) = page.get_mut(start..start + 4) {
        place.copy_from_slice(&length.to_le_bytes());
    }
}

/// The pages of a column as they are written.
struct Pages {
    sink: TrackedWrite<Vec<u8>>,
    packer: zstd::bulk::Compressor<'static>,
    offsets: OffsetIndexBuilder,
    dictionary: Option<PageWriteSpec>,
    first_data: Option<u64>,
    /// Headers included.
    unpacked_bytes: usize,
}

impl Pages {
    fn new() -> Result<Self, ParquetError> {
        Ok(Self {
            sink: TrackedWrite::new(Vec::new()),
            packer: zstd::bulk::Compressor::new(ZSTD_LEVEL)?,
            offsets: OffsetIndexBuilder::new(),
            dictionary: None,
            first_data: None,
            unpacked_bytes: 0,
        })
    }

    fn dictionary(&mut self, texts: &[&str]) -> Result<(), ParquetError> {
        let mut page = Vec::new();
        for text in texts {
            page.extend_from_slice(&(text.len() as u32).to_le_bytes());
            page.extend_from_slice(text.as_bytes());
        }
        let num_values = texts.len() as u32;
        let packed =
            |buf| Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false };
        let written = self.write(&page, packed)?;
        self.dictionary = Some(written);
        Ok(())
    }

    fn data(&mut self, page: &[u8], rows: usize) -> Result<(), ParquetError> {
        let packed = |buf| Page::DataPage {
            buf,
            num_values: rows as u32,
            encoding: Encoding::RLE_DICTIONARY,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let written = self.write(page, packed)?;
        self.first_data.get_or_insert(written.offset);
        self.offsets.append_row_count(rows as i64);
        self.offsets.append_offset_and_size(written.offset as i64, written.bytes_written as i32);
        Ok(())
    }

    fn write(
        &mut self,
        page: &[u8],
        packed: impl FnOnce(Bytes) -> Page,
    ) -> Result<PageWriteSpec, ParquetError> {
        let bytes = Bytes::from(self.packer.compress(page)?);
        let packed = CompressedPage::new(packed(bytes), page.len());
        let written = SerializedPageWriter::new(&mut self.sink).write_page(packed)?;
        let header = written.bytes_written as usize - written.compressed_size;
        self.unpacked_bytes += page.len() + header;
        Ok(written)
    }

    fn finish(self, column: &ColumnDescPtr, rows: &Rows<'_>) -> Result<DictionaryChunk, ParquetError> {
        let bytes = Bytes::from(self.sink.into_inner()?);
        let metadata = ColumnChunkMetaData::builder(column.clone())
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(self.unpacked_bytes as i64)
            .set_num_values(rows.keys.len() as i64)
            .set_data_page_offset(self.first_data.unwrap_or_default() as i64)
            .set_dictionary_page_offset(self.dictionary.map(|page| page.offset as i64))
            .set_statistics(statistics(rows))
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows.keys.len() as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(self.offsets.build()),
        };
        Ok(DictionaryChunk { bytes, close })
    }
}

fn statistics(rows: &Rows<'_>) -> Statistics {
    let short = |text: &&&str| text.len() <= LONGEST_STATISTIC;
    let value = |text: &&str| ByteArray::from(*text);
    let (least, greatest) = (rows.texts.iter().min().filter(short), rows.texts.iter().max().filter(short));
    let nulls = rows.valid.iter().filter(|&&valid| !valid).count() as u64;
    Statistics::ByteArray(ValueStatistics::new(
        least.map(value),
        greatest.map(value),
        None,
        Some(nulls),
        false,
    ))
}
