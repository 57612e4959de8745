//! Rows as CSV (RFC 4180): names first, values with commas, quotes or line ends in quotes, lines that end in LF.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::column::Column;
use crate::row::PinRow;
use crate::sink::RowSink;

/// Writes rows as CSV.
#[derive(Debug)]
pub struct CsvSink<W> {
    out: W,
    /// The line under way.
    line: String,
    /// The value under way.
    value: String,
}

impl<W: Write> CsvSink<W> {
    /// Writes to a stream, or to a `Vec<u8>`.
    pub fn new(out: W) -> Self {
        Self { out, line: String::new(), value: String::new() }
    }

    /// What was written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> RowSink for CsvSink<W> {
    fn header(&mut self) -> io::Result<()> {
        let names: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
        writeln!(self.out, "{}", names.join(","))
    }

    fn write(&mut self, row: &PinRow<'_>) -> io::Result<()> {
        self.line.clear();
        for (index, column) in Column::ALL.iter().enumerate() {
            if index > 0 {
                self.line.push(',');
            }
            if may_need_quotes(*column) {
                self.value.clear();
                column.write(row, &mut self.value);
                self.line.push_str(&csv_field(&self.value));
            } else {
                column.write(row, &mut self.line);
            }
        }
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())
    }
}

/// Whether the value comes from outside: what we make ourselves has no commas.
fn may_need_quotes(column: Column) -> bool {
    use Column::{Black, Date, Eco, File, Result, Site, White};
    matches!(column, File | White | Black | Result | Eco | Date | Site)
}

/// A value as it stands in CSV: in quotes where it has to be.
pub fn csv_field(value: &str) -> Cow<'_, str> {
    if value.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        format!("\"{}\"", value.replace('"', "\"\"")).into()
    } else {
        value.into()
    }
}
