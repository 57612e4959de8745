//! Lichess's puzzle table as a Parquet file.

use std::collections::VecDeque;
use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use thiserror::Error;

/// Why a Parquet file gives no puzzles.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct StoredPuzzlesError(String);

/// Reads columns of text of a Parquet file row by row. A list of texts is joined with spaces; a missing value is empty.
pub struct StoredPuzzles {
    batches: ParquetRecordBatchReader,
    /// The order of the wanted columns in a batch.
    order: Vec<usize>,
    rows: VecDeque<Vec<String>>,
}

impl std::fmt::Debug for StoredPuzzles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredPuzzles").finish_non_exhaustive()
    }
}

impl StoredPuzzles {
    /// Opens a file for the columns of these names.
    pub fn open(file: File, names: &[&str]) -> Result<Self, StoredPuzzlesError> {
        // The embedded Arrow schema may be damaged, which makes its reader panic.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
            .map_err(|failure| error(&failure))?;
        let mut roots = Vec::with_capacity(names.len());
        for name in names {
            let Some((index, field)) = builder.schema().column_with_name(name) else {
                let columns: Vec<&str> =
                    builder.schema().fields().iter().map(|field| field.name().as_str()).collect();
                let found = columns.join(", ");
                return Err(StoredPuzzlesError(format!("expected a column {name}, found {found}")));
            };
            let is_text = match field.data_type() {
                DataType::Utf8 => true,
                DataType::List(item) => *item.data_type() == DataType::Utf8,
                _ => false,
            };
            if !is_text {
                let found = field.data_type();
                return Err(StoredPuzzlesError(format!("column {name} is {found}, expected text")));
            }
            roots.push(index);
        }
        let mut sorted = roots.clone();
        sorted.sort_unstable();
        let order = roots.iter().filter_map(|root| sorted.iter().position(|other| other == root)).collect();
        let mask = ProjectionMask::roots(builder.parquet_schema(), sorted);
        let batches = builder.with_projection(mask).build().map_err(|failure| error(&failure))?;
        Ok(Self { batches, order, rows: VecDeque::new() })
    }
}

impl Iterator for StoredPuzzles {
    type Item = Result<Vec<String>, StoredPuzzlesError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.rows.is_empty() {
            let batch = match self.batches.next()? {
                Ok(batch) => batch,
                Err(failure) => return Some(Err(error(&failure))),
            };
            let columns: Vec<&ArrayRef> =
                self.order.iter().filter_map(|&index| batch.columns().get(index)).collect();
            let row = |index| columns.iter().map(|column| text(column, index)).collect();
            self.rows.extend((0..batch.num_rows()).map(row));
        }
        self.rows.pop_front().map(Ok)
    }
}

fn error(error: &impl ToString) -> StoredPuzzlesError {
    StoredPuzzlesError(error.to_string())
}

/// Returns the text of a row.
fn text(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    if let Some(texts) = column.as_string_opt::<i32>() {
        return texts.value(row).to_owned();
    }
    let list = column.as_list_opt::<i32>().map(|lists| lists.value(row));
    let words = list.as_ref().and_then(|list| list.as_string_opt::<i32>());
    words.map(|words| words.iter().flatten().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}
