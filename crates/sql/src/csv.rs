//! The schema of CSV files.

use std::sync::Arc;

use bytes::Bytes;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::{StreamExt, TryStreamExt, stream};

/// The number of records that decide on the types of the columns.
const RECORDS: usize = 1_000;

/// Longer records are cut: the types follow from fewer than [`RECORDS`].
const MAX_BYTES: usize = 16 << 20;

/// Infers the schema of CSV files from their first records.
///
/// `CsvFormat::infer_schema` fails if a chunk of a file ends inside a quoted cell: `newline_delimited_stream` of
/// object_store 0.13 examines the bytes of a chunk from both ends, but can follow quotes from the front only.
pub(super) async fn infer_csv_schema(
    format: &CsvFormat,
    state: &SessionState,
    store: &Arc<dyn ObjectStore>,
    files: &[ObjectMeta],
) -> Result<SchemaRef, DataFusionError> {
    let mut schemas = Vec::new();
    let mut left = RECORDS;
    for file in files {
        let head = read_head(format, store, file, left).await?;
        let (schema, read) = format.infer_schema_from_stream(state, left, stream::iter([Ok(head)])).await?;
        schemas.push(schema);
        left -= read;
        if left == 0 {
            break;
        }
    }
    Ok(Arc::new(Schema::try_merge(schemas)?))
}

/// Reads the header and the first records of a file.
async fn read_head(
    format: &CsvFormat,
    store: &Arc<dyn ObjectStore>,
    file: &ObjectMeta,
    records: usize,
) -> Result<Bytes, DataFusionError> {
    let packed = store.get(&file.location).await?.into_stream().map_err(DataFusionError::from).boxed();
    let packing = FileCompressionType::from(format.options().compression);
    let mut chunks = packing.convert_stream(packed)?;
    let mut cutter = Cutter::new(format.options().delimiter, format.options().quote);
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await.transpose()? {
        bytes.extend_from_slice(&chunk);
        cutter.advance(&bytes);
        if cutter.records > records || bytes.len() > MAX_BYTES && cutter.end > 0 {
            bytes.truncate(cutter.end);
            break;
        }
    }
    Ok(bytes.into())
}

/// Finds the ends of records.
struct Cutter {
    delimiter: u8,
    quote: u8,
    cell: Cell,
    /// How many bytes were examined.
    seen: usize,
    records: usize,
    /// The end of the last record.
    end: usize,
}

/// Where in a cell the next byte is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Start,
    Unquoted,
    Quoted,
    /// After a quotation mark inside quotes: the end of the quotes, or the first of two that stand for one.
    AfterQuote,
}

impl Cutter {
    fn new(delimiter: u8, quote: u8) -> Self {
        Self { delimiter, quote, cell: Cell::Start, seen: 0, records: 0, end: 0 }
    }

    /// Examines the bytes after those that were examined before.
    fn advance(&mut self, bytes: &[u8]) {
        for (index, &byte) in bytes.iter().enumerate().skip(self.seen) {
            self.cell = match self.cell {
                Cell::Quoted if byte == self.quote => Cell::AfterQuote,
                Cell::Quoted => Cell::Quoted,
                Cell::Start | Cell::AfterQuote if byte == self.quote => Cell::Quoted,
                _ if byte == self.delimiter => Cell::Start,
                _ if byte == b'\n' || byte == b'\r' => {
                    // The second byte of CR and LF ends no record.
                    self.records += usize::from(index > self.end);
                    self.end = index + 1;
                    Cell::Start
                }
                _ => Cell::Unquoted,
            };
        }
        self.seen = bytes.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_end_at_line_ends_outside_quotes() {
        let text = b"a,b\r\n\"x\ny\",1\r\n\"say \"\"\n\"\"\",2\n5\" disk,3\n\"open\n";
        for chunk in 1..text.len() {
            let mut cutter = Cutter::new(b',', b'"');
            for end in (chunk..text.len()).step_by(chunk).chain([text.len()]) {
                cutter.advance(&text[..end]);
            }
            assert_eq!(cutter.records, 4, "chunks of {chunk} bytes");
            assert_eq!(&text[cutter.end..], b"\"open\n");
        }
    }
}
