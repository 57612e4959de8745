//! Checks the metadata of a Parquet file before the crate `parquet` decodes it.
//!
//! `parquet` reserves memory for as many row groups and page locations as a list declares, and skips as many booleans of
//! an unknown list, whatever the size of the file. A few bytes abort the process, which no panic handler prevents, or take
//! minutes. This crate refuses lists with more elements than bytes are left, fields of another type than `parquet` expects, and
//! unknown lists of booleans.
//!
//! The modules are declared in import order: each one imports only modules above it.

mod shape;

mod walk;

use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::reader::ChunkReader;

use shape::{COLUMN_INDEX, FILE, OFFSET_INDEX};
use walk::{check, refusal};

/// The end of a file: the size of the footer in four bytes, and this.
const MAGIC: &[u8] = b"PAR1";
/// The size of the end of a file.
const END: u64 = 8;

/// Checks the footer of a file. Does not report a file without a footer: `parquet` does.
pub fn check_footer<R: ChunkReader>(file: &R) -> Result<(), ParquetError> {
    let Some(start) = file.len().checked_sub(END) else { return Ok(()) };
    let end = file.get_bytes(start, END as usize)?;
    let Some((size, MAGIC)) = end.split_first_chunk() else { return Ok(()) };
    let size = u32::from_le_bytes(*size);
    let Some(start) = start.checked_sub(size.into()) else { return Ok(()) };
    check(&file.get_bytes(start, size as usize)?, &FILE)
}

/// Loads the metadata of a file with its page index, both checked.
pub fn load_metadata<R: ChunkReader>(
    file: &R,
    options: ArrowReaderOptions,
) -> Result<ArrowReaderMetadata, ParquetError> {
    check_footer(file)?;
    check_page_index(file, &ParquetMetaDataReader::new().parse_and_finish(file)?)?;
    ArrowReaderMetadata::load(file, options)
}

/// Checks the page index of a file, which `metadata` does not contain yet.
fn check_page_index<R: ChunkReader>(file: &R, metadata: &ParquetMetaData) -> Result<(), ParquetError> {
    for column in metadata.row_groups().iter().flat_map(RowGroupMetaData::columns) {
        let offsets = (column.offset_index_offset(), column.offset_index_length(), &OFFSET_INDEX);
        let values = (column.column_index_offset(), column.column_index_length(), &COLUMN_INDEX);
        for (offset, size, shape) in [offsets, values] {
            let (Some(offset), Some(size)) = (offset, size) else { continue };
            let range = (u64::try_from(offset), u64::try_from(size));
            let (Ok(offset), Ok(size)) = range else { return Err(refusal("a negative offset or size")) };
            if offset.checked_add(size).is_none_or(|end| end > file.len()) {
                return Err(refusal("a page index beyond the end of the file"));
            }
            check(&file.get_bytes(offset, size as usize)?, shape)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    /// A list of 2^31 - 1 elements of this type.
    fn endless(element: u8) -> [u8; 6] {
        [0xf0 | element, 0xff, 0xff, 0xff, 0xff, 0x07]
    }

    /// Returns a file that consists of a footer.
    fn file(footer: &[u8]) -> Bytes {
        let size = u32::try_from(footer.len()).unwrap();
        [MAGIC, footer, &size.to_le_bytes(), MAGIC].concat().into()
    }

    fn refused(footer: &[u8]) -> String {
        check_footer(&file(footer)).unwrap_err().to_string()
    }

    /// Field 1, the version, and field 2, the schema: a root without columns, named `r`.
    const START: &[u8] = &[0x15, 2, 0x19, 0x1c, 0x48, 1, b'r', 0x15, 0, 0];

    #[test]
    fn an_endless_list_is_refused() {
        // Field 3, the number of rows, and field 4, the row groups.
        let groups = [START, &[0x16, 0, 0x19], &endless(12), &[0]].concat();
        assert!(
            refused(&groups).ends_with("a list of 2147483647 elements in 1 bytes"),
            "{}",
            refused(&groups)
        );
        // Unknown fields: lists of booleans, lists of such lists, a map.
        let booleans = [START, &[0xf9], &endless(1).repeat(100), &[0]].concat();
        assert!(refused(&booleans).ends_with("a list of 2147483647 elements in 595 bytes"));
        assert!(refused(&[START, &[0xf9, 0x11, 0]].concat()).ends_with("an unknown list of booleans"));
        let nested = [START, &[0xf9, 0x29, 0x11, 0x11, 0]].concat();
        assert!(refused(&nested).ends_with("an unknown list of booleans"));
        let map = [START, &[0xfb, 3, 0x11, 0, 0, 0, 0]].concat();
        assert!(refused(&map).ends_with("an unknown map of booleans"));
    }

    /// `parquet` would read bytes as the version, then what is inside of them as further fields.
    #[test]
    fn a_known_field_of_another_type_is_refused() {
        let hidden = [&[0x18, 8, 0xf9][..], &endless(1), &[0, 0]].concat();
        assert!(refused(&hidden).ends_with("a field of another type"));
    }

    #[test]
    fn deep_nesting_and_a_footer_that_ends_early_are_refused() {
        assert!(refused(&[0xfc; 100]).ends_with("nested too deeply"));
        for length in 0..START.len() {
            refused(START.get(..length).unwrap());
        }
    }

    #[test]
    fn an_offset_index_with_an_endless_list_is_refused() {
        let index = [&[0x19][..], &endless(12), &[0]].concat();
        assert!(check(&index, &OFFSET_INDEX).is_err());
    }

    /// Unknown fields of each type, among them an empty list without a type, and the field numbers 5000 and -100.
    #[test]
    fn unknown_fields_are_accepted() {
        let unknown: &[u8] = &[
            0xf1, 0x12, 0x13, 7, 0x14, 1, 0x05, 0x90, 0x4e, 1, 0x06, 0xc7, 1, 0x80, 1, 0x17, 1, 2, 3, 4, 5,
            6, 7, 8, 0x18, 1, b'x', 0x19, 0, 0x19, 0x25, 1, 2, 0x1a, 0x13, 9, 0x1b, 0, 0x1b, 1, 0x83, 1,
            b'k', 3, 0x1c, 0x15, 1, 0, 0x1d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0,
        ];
        check_footer(&file(&[START, unknown].concat())).unwrap();
    }

    #[test]
    fn what_is_no_parquet_file_is_left_to_the_reader() {
        for bytes in [&b""[..], b"PAR1", b"[Event \"?\"]", b"\xff\xff\xff\xffPAR1"] {
            check_footer(&Bytes::copy_from_slice(bytes)).unwrap();
        }
    }
}
