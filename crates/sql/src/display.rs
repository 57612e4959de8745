//! Rows for a terminal.

use std::fmt::Write as _;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;

/// How rows are displayed.
#[derive(Clone, Copy, Debug, Default)]
pub struct DisplayOptions {
    /// A wider table is displayed row by row, one column per line.
    pub width: Option<usize>,
    /// The maximum number of rows.
    pub max_rows: Option<usize>,
}

/// Rows as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Displayed {
    /// Ends with a line end unless it is empty.
    pub text: String,
    /// The number of rows in the text.
    pub rows: usize,
    /// Whether rows were omitted.
    pub more: bool,
}

impl DisplayOptions {
    pub(super) fn show(self, schema: &SchemaRef, batches: &[RecordBatch]) -> Result<String, ArrowError> {
        // A statement such as CREATE VIEW has no columns.
        if schema.fields().is_empty() {
            return Ok(String::new());
        }
        let table = pretty_format_batches_with_schema(SchemaRef::clone(schema), batches)?;
        // Names may contain control sequences of terminals.
        let table = table.to_string().replace(is_control, " ") + "\n";
        let width = table.lines().next().map_or(0, |line| line.chars().count());
        if self.width.is_some_and(|most| width > most) {
            return by_rows(schema, batches);
        }
        Ok(table)
    }
}

fn is_control(c: char) -> bool {
    c.is_control() && c != '\n'
}

/// Shows one column per line, row after row.
fn by_rows(schema: &Schema, batches: &[RecordBatch]) -> Result<String, ArrowError> {
    let options = FormatOptions::default();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut number = 0;
    for batch in batches {
        let columns = batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            number += 1;
            let _ = writeln!(text, "-- {number} --");
            for (name, column) in names.iter().zip(&columns) {
                let value = column.value(row).try_to_string()?.replace(char::is_control, " ");
                let line = format!("{name:width$}  {value}").replace(char::is_control, " ");
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::array::{ArrayRef, Int32Array, StringArray};

    use super::*;

    #[test]
    fn a_table_that_is_too_wide_is_shown_row_by_row() {
        let names: ArrayRef = Arc::new(StringArray::from(vec![Some("Ann \u{1b}[31m"), None]));
        let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 22]));
        let columns = [("name", names, true), ("n", numbers, true)];
        let batch = RecordBatch::try_from_iter_with_nullable(columns).expect("rows");
        let show = |width| {
            let options = DisplayOptions { width, max_rows: None };
            options.show(&batch.schema(), std::slice::from_ref(&batch)).expect("text")
        };
        let table = "+-----------+----+\n| name      | n  |\n+-----------+----+\n| Ann  [31m | 1  |\n|           | 22 |\n\
                     +-----------+----+\n";
        assert_eq!(show(None), table);
        assert_eq!(show(Some(18)), table);
        assert_eq!(show(Some(17)), "-- 1 --\nname  Ann  [31m\nn     1\n-- 2 --\nname\nn     22\n");
        let empty = DisplayOptions::default().show(&Arc::new(Schema::empty()), &[]);
        assert_eq!(empty.expect("text"), "", "no columns");
    }
}
