//! The pages of a leaf, packed.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::levels::Levels;

/// A dictionary larger than this is none: its values are written one by one.
const LARGEST_DICTIONARY: usize = 1 << 20;
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

/// The pages of a leaf as they are written.
pub(super) struct Pages<'a> {
    sink: TrackedWrite<Vec<u8>>,
    packer: &'a mut Packer,
    offsets: OffsetIndexBuilder,
    dictionary: Option<PageWriteSpec>,
    first_data: Option<u64>,
    /// Headers included.
    unpacked_bytes: usize,
}

impl<'a> Pages<'a> {
    pub(super) fn new(packer: &'a mut Packer) -> Self {
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
    pub(super) fn page(&mut self) -> &mut Vec<u8> {
        self.packer.page.clear();
        &mut self.packer.page
    }

    /// Writes the page as a dictionary of so many values, unless it is too large. Tells how the data is to be written then.
    pub(super) fn dictionary(&mut self, count: usize) -> Result<Encoding, ParquetError> {
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
    pub(super) fn data(&mut self, encoding: Encoding, slots: usize, rows: usize) -> Result<(), ParquetError> {
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

    pub(super) fn finish(
        self,
        column: &ColumnDescPtr,
        levels: &Levels,
        encoding: Encoding,
        statistics: Statistics,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
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
        Ok((bytes, close))
    }
}
