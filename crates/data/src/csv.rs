//! Encodes record batches as CSV.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_json::writer::{EncoderOptions, make_encoder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// How to write a text that a spreadsheet would run as a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Formulas {
    /// Put an apostrophe in front.
    Quote,
    /// Write them as they are.
    Keep,
}

/// Returns the text of a CSV cell that a spreadsheet does not run as a formula: with an apostrophe in front if it begins with
/// `=`, `+`, `-`, `@`, a tab or a carriage return and does not end there.
///
/// ```
/// use pinsight_data::spreadsheet_cell;
///
/// assert_eq!(spreadsheet_cell("=1+1"), "'=1+1");
/// assert_eq!(spreadsheet_cell("Anna"), "Anna");
/// assert_eq!(spreadsheet_cell("-"), "-");
/// ```
pub fn spreadsheet_cell(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

fn is_formula(text: &str) -> bool {
    text.len() > 1 && text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Returns the line with the names of the columns.
pub(crate) fn csv_header(schema: &SchemaRef, formulas: Formulas) -> Result<Vec<u8>, ArrowError> {
    let name = |field: &Field| match formulas {
        Formulas::Quote => spreadsheet_cell(field.name()).into_owned(),
        Formulas::Keep => field.name().clone(),
    };
    let fields = schema.fields().iter().map(|field| Field::new(name(field), DataType::Utf8, true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    written(&RecordBatch::new_empty(Arc::new(schema)), true)
}

/// Returns the lines of the rows. Lists, structs and maps, which CSV does not have, are JSON.
pub(crate) fn csv_rows(batch: &RecordBatch, formulas: Formulas) -> Result<Vec<u8>, ArrowError> {
    let schema = batch.schema();
    let columns = schema.fields().iter().zip(batch.columns()).map(|(field, column)| {
        let column = match (column.data_type().is_nested(), formulas) {
            (true, _) => json_texts(field, column)?,
            (false, Formulas::Quote) => without_formulas(column)?,
            (false, Formulas::Keep) => Arc::clone(column),
        };
        Ok((Field::new(field.name(), column.data_type().clone(), true), column))
    });
    let (fields, arrays): (Vec<_>, Vec<_>) =
        columns.collect::<Result<Vec<_>, ArrowError>>()?.into_iter().unzip();
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    let schema = Arc::new(Schema::new(fields));
    written(&RecordBatch::try_new_with_options(schema, arrays, &options)?, false)
}

fn written(batch: &RecordBatch, header: bool) -> Result<Vec<u8>, ArrowError> {
    let mut bytes = Vec::new();
    arrow_csv::WriterBuilder::new().with_header(header).build(&mut bytes).write(batch)?;
    Ok(bytes)
}

/// Replaces the texts that a spreadsheet would run as formulas.
fn without_formulas(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let is_text = match column.data_type() {
        DataType::Dictionary(_, values) => values.is_string(),
        other => other.is_string(),
    };
    if !is_text {
        return Ok(Arc::clone(column));
    }
    let texts = arrow_cast::cast(column, &DataType::Utf8)?;
    let texts = texts.as_string::<i32>();
    if !texts.iter().flatten().any(is_formula) {
        return Ok(Arc::clone(column));
    }
    Ok(Arc::new(texts.iter().map(|text| text.map(spreadsheet_cell)).collect::<StringArray>()))
}

fn json_texts(field: &Arc<Field>, column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let options = EncoderOptions::default();
    let mut encoder = make_encoder(field, column.as_ref(), &options)?;
    let mut texts = StringBuilder::new();
    let mut text = Vec::new();
    for row in 0..column.len() {
        if column.is_null(row) {
            texts.append_null();
            continue;
        }
        text.clear();
        encoder.encode(row, &mut text);
        let text = std::str::from_utf8(&text).map_err(|error| ArrowError::JsonError(error.to_string()))?;
        texts.append_value(text);
    }
    Ok(Arc::new(texts.finish()))
}
