//! Checksums of Parquet pages.
//!
//! `parquet` verifies the checksums of pages but does not write them. This module inserts them into the headers of encoded
//! pages. A header is a struct in Thrift's compact protocol: each field is a byte with its type and the distance of its
//! number from the field before, then its value.

use bytes::Bytes;
use parquet::arrow::arrow_writer::ArrowColumnChunk;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::TypePtr;

/// The first byte of a field that is a 32-bit integer and follows the field with the number before.
const NEXT_INTEGER: u8 = 0x15;
/// The distance of one field number in the first byte of a field.
const ONE_FIELD: u8 = 0x10;

/// An encoded column of a row group, whose pages have checksums: the arguments of
/// [`append_column`](parquet::file::writer::SerializedRowGroupWriter::append_column).
#[derive(Debug)]
pub struct CheckedColumn {
    /// The bytes of the pages.
    pub pages: Bytes,
    /// Their metadata.
    pub close: ColumnCloseResult,
}

/// Adds checksums to the pages of the columns of a row group; `schema` is that of the file. The columns need an offset index.
pub fn add_checksums(
    columns: Vec<ArrowColumnChunk>,
    schema: &TypePtr,
) -> Result<Vec<CheckedColumn>, ParquetError> {
    let closed: Vec<ColumnCloseResult> = columns.iter().map(|column| column.close().clone()).collect();
    let bytes = page_bytes(columns, schema)?;
    let mut rest = bytes.as_slice();
    let mut checked = Vec::with_capacity(closed.len());
    for close in closed {
        let size = usize::try_from(close.metadata.compressed_size()).map_err(|_| unexpected())?;
        let (pages, after) = rest.split_at_checked(size).ok_or_else(unexpected)?;
        rest = after;
        checked.push(with_checksums(pages, close)?);
    }
    Ok(checked)
}

/// Returns the pages of all columns, in the order of the file.
fn page_bytes(columns: Vec<ArrowColumnChunk>, schema: &TypePtr) -> Result<Vec<u8>, ParquetError> {
    let mut file = SerializedFileWriter::new(Vec::new(), schema.clone(), Default::default())?;
    let start = file.bytes_written();
    let mut group = file.next_row_group()?;
    for column in columns {
        column.append_to_row_group(&mut group)?;
    }
    group.close()?;
    let mut bytes = file.into_inner()?;
    bytes.drain(..start);
    Ok(bytes)
}

fn with_checksums(mut pages: &[u8], mut close: ColumnCloseResult) -> Result<CheckedColumn, ParquetError> {
    let old_size = pages.len();
    let index = close.offset_index.as_mut().ok_or_else(unexpected)?;
    let data: usize = index.page_locations.iter().map(|page| page.compressed_page_size as usize).sum();
    let mut checked = Vec::with_capacity(old_size + 8 * (index.page_locations.len() + 1));
    let mut push_page = |size: usize| {
        let (page, rest) = pages.split_at_checked(size).ok_or_else(unexpected)?;
        pages = rest;
        push_checked(&mut checked, page)?;
        Ok::<_, ParquetError>(checked.len())
    };
    // The dictionary page is the first one, and not in the index.
    let mut end = match old_size.checked_sub(data) {
        Some(0) => 0,
        dictionary => push_page(dictionary.ok_or_else(unexpected)?)?,
    };
    let (data_offset, dictionary_offset) = (end as i64, (end > 0).then_some(0));
    for location in &mut index.page_locations {
        location.offset = end as i64;
        end = push_page(location.compressed_page_size as usize)?;
        location.compressed_page_size = (end as i64 - location.offset) as i32;
    }
    let added = end - old_size;
    close.bytes_written += added as u64;
    let sizes = [close.metadata.compressed_size(), close.metadata.uncompressed_size()];
    let [compressed, uncompressed] = sizes.map(|size| size + added as i64);
    let metadata = close.metadata.into_builder().set_total_compressed_size(compressed);
    close.metadata = metadata
        .set_total_uncompressed_size(uncompressed)
        .set_data_page_offset(data_offset)
        .set_dictionary_page_offset(dictionary_offset)
        .build()?;
    Ok(CheckedColumn { pages: checked.into(), close })
}

/// Appends a page with its checksum, which is field 4 of the header.
fn push_checked(checked: &mut Vec<u8>, page: &[u8]) -> Result<(), ParquetError> {
    // Fields 1 to 3: the kind of the page, its size, and its size after compression.
    let mut rest = page;
    let mut size = 0;
    for _ in 0..3 {
        let (&NEXT_INTEGER, value) = rest.split_first().ok_or_else(unexpected)? else {
            return Err(unexpected());
        };
        (size, rest) = read_integer(value).ok_or_else(unexpected)?;
    }
    let size = usize::try_from(size).map_err(|_| unexpected())?;
    let header = page.len().checked_sub(size).ok_or_else(unexpected)?;
    let content = page.get(header..).ok_or_else(unexpected)?;
    // The struct of the kind of page: the field before it is now one number closer.
    let (&next, after) = rest.split_first().ok_or_else(unexpected)?;
    if next < 2 * ONE_FIELD {
        return Err(unexpected());
    }
    let sizes = page.len() - rest.len();
    checked.extend_from_slice(page.get(..sizes).ok_or_else(unexpected)?);
    checked.push(NEXT_INTEGER);
    push_integer(checked, crc32fast::hash(content) as i32);
    checked.push(next - ONE_FIELD);
    checked.extend_from_slice(after);
    Ok(())
}

/// Reads a ZigZag varint; returns the bytes after it.
fn read_integer(bytes: &[u8]) -> Option<(i32, &[u8])> {
    let end = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let (varint, rest) = bytes.split_at(end + 1);
    let bits = varint.iter().rev().fold(0, |bits: u32, byte| bits << 7 | u32::from(byte & 0x7f));
    Some(((bits >> 1) as i32 ^ -((bits & 1) as i32), rest))
}

/// Appends a ZigZag varint.
fn push_integer(bytes: &mut Vec<u8>, value: i32) {
    let mut bits = (value << 1 ^ value >> 31) as u32;
    while bits >= 0x80 {
        bytes.push(bits as u8 | 0x80);
        bits >>= 7;
    }
    bytes.push(bits as u8);
}

fn unexpected() -> ParquetError {
    ParquetError::General("internal error: unexpected page header; please report this command".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encodings of 0, -1, 1 and -2 are those of Thrift's specification.
    #[test]
    fn integers_are_zigzag_varints() {
        for (value, expected) in [
            (0, &[0][..]),
            (-1, &[1]),
            (1, &[2]),
            (-2, &[3]),
            (64, &[0x80, 1]),
            (i32::MIN, &[255, 255, 255, 255, 15]),
        ] {
            let mut bytes = Vec::new();
            push_integer(&mut bytes, value);
            assert_eq!(bytes, expected);
            bytes.push(7);
            assert_eq!(read_integer(&bytes), Some((value, &[7][..])));
        }
        assert_eq!(read_integer(&[0x80; 9]), None);
        assert_eq!(read_integer(&[]), None);
    }
}
