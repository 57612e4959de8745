//! The schema of CSV files.

use std::sync::Arc;

use datafusion::arrow::csv::reader::Format;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::DataFusionError;
use datafusion::object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::{StreamExt, TryStreamExt};

/// The number of records that decide on the types of the columns.
const RECORDS: usize = 1_000;

/// The number of bytes that are read for them at most.
const BYTES: usize = 16 << 20;

/// Infers the schema of a CSV file from its first records.
///
/// `CsvFormat::infer_schema` fails if a chunk of a file ends inside a quoted cell: `newline_delimited_stream` of
/// object_store 0.13 examines the bytes of a chunk from both ends, but can follow quotes from the front only.
pub(super) async fn infer_csv_schema(
    format: &CsvFormat,
    store: &Arc<dyn ObjectStore>,
    file: &ObjectMeta,
) -> Result<SchemaRef, DataFusionError> {
    let options = format.options();
    let csv = Format::default().with_header(true).with_delimiter(options.delimiter).with_quote(options.quote);
    let head = read_head(format, store, file).await?;
    let (schema, _) = csv.infer_schema(head.as_slice(), Some(RECORDS))?;
    Ok(Arc::new(schema))
}

/// Returns the first decompressed bytes of a file.
async fn read_head(
    format: &CsvFormat,
    store: &Arc<dyn ObjectStore>,
    file: &ObjectMeta,
) -> Result<Vec<u8>, DataFusionError> {
    let packed = store.get(&file.location).await?.into_stream().map_err(DataFusionError::from).boxed();
    let mut chunks = FileCompressionType::from(format.options().compression).convert_stream(packed)?;
    let mut bytes = Vec::new();
    while bytes.len() < BYTES
        && let Some(chunk) = chunks.next().await.transpose()?
    {
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
