//! Lichess's puzzle table as a Parquet file.

use std::collections::VecDeque;
use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use pinsight_footer::check_footer;
use thiserror::Error;

use crate::column::column_names;
use crate::games::guarded;
use crate::texts::{as_texts, has_texts};

/// Why a Parquet file gives no puzzles.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct StoredPuzzlesError(String);

/// Reads columns of text of a Parquet file row by row. A list of texts is joined with spaces; a missing value is empty.
#[derive(Debug)]
pub struct StoredPuzzles {
    /// `None` after an error.
    batches: Option<ParquetRecordBatchReader>,
    /// The order of the wanted columns in a batch.
    order: Vec<usize>,
    rows: VecDeque<Vec<String>>,
}

impl StoredPuzzles {
    /// Opens a file for the columns of these names.
    pub fn open(file: File, names: &[&str]) -> Result<Self, StoredPuzzlesError> {
        // The embedded Arrow schema may be damaged, which makes its reader panic.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = checked(|| {
            check_footer(&file)?;
            ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
        })?;
        let mut roots = Vec::with_capacity(names.len());
        for name in names {
            let Some((index, field)) = builder.schema().column_with_name(name) else {
                let found = column_names(builder.schema().fields());
                return Err(StoredPuzzlesError(format!("expected a column {name}, found {found}")));
            };
            if !has_texts(field.data_type()) {
                let found = field.data_type();
                return Err(StoredPuzzlesError(format!("column {name} is {found}, expected text")));
            }
            roots.push(index);
        }
        let mut sorted = roots.clone();
        sorted.sort_unstable();
        let order = roots.iter().filter_map(|root| sorted.iter().position(|other| other == root)).collect();
        let mask = ProjectionMask::roots(builder.parquet_schema(), sorted);
        let batches = checked(|| builder.with_projection(mask).build())?;
        Ok(Self { batches: Some(batches), order, rows: VecDeque::new() })
    }
}

impl Iterator for StoredPuzzles {
    type Item = Result<Vec<String>, StoredPuzzlesError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.rows.is_empty() {
            let mut batches = self.batches.take()?;
            let batch = match checked(|| batches.next().transpose()) {
                Ok(batch) => batch?,
                Err(error) => return Some(Err(error)),
            };
            self.batches = Some(batches);
            let columns = self.order.iter().filter_map(|&index| batch.columns().get(index));
            let columns: Vec<ArrayRef> = match checked(|| columns.map(as_texts).collect::<Result<_, _>>()) {
                Ok(columns) => columns,
                Err(error) => return Some(Err(error)),
            };
            let row = |index| columns.iter().map(|column| text(column, index)).collect();
            self.rows.extend((0..batch.num_rows()).map(row));
        }
        self.rows.pop_front().map(Ok)
    }
}

/// Turns an error or a panic of the Parquet reader into an error.
fn checked<T, E: ToString>(read: impl FnOnce() -> Result<T, E>) -> Result<T, StoredPuzzlesError> {
    let read = guarded(read).map_err(|damage| StoredPuzzlesError(damage.to_string()))?;
    read.map_err(|error| StoredPuzzlesError(error.to_string()))
}

/// Returns the text of a row.
fn text(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) { String::new() } else { column.as_string::<i32>().value(row).to_owned() }
}
