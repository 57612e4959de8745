//! How CSV is written.

use std::borrow::Cow;

use clap::Args;
use pinsight_data::{TableFormat, spreadsheet_cell};
use serde::Serialize;

/// How CSV is written.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct CsvArgs {
    /// Write the texts of CSV cells as they are; without this, a text that begins with =, +, - or @ gets an apostrophe
    /// in front, so that a spreadsheet does not run it
    #[arg(long)]
    raw_csv: bool,
}

impl CsvArgs {
    #[cfg(feature = "sql")]
    pub(crate) fn is_raw(self) -> bool {
        self.raw_csv
    }

    pub(crate) fn table_format(self) -> TableFormat {
        if self.raw_csv { TableFormat::RawCsv } else { TableFormat::Csv }
    }

    /// Returns the text of a cell.
    pub(crate) fn cell(self, text: &str) -> Cow<'_, str> {
        if self.raw_csv { Cow::Borrowed(text) } else { spreadsheet_cell(text) }
    }

    /// Returns rows as CSV; with `header`, after a line with the names of their fields.
    pub(crate) fn rows<T: Serialize>(self, rows: &[T], header: bool) -> anyhow::Result<Vec<u8>> {
        let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
        rows.iter().try_for_each(|row| writer.serialize(row))?;
        let raw = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        if self.raw_csv {
            return Ok(raw);
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(raw.as_slice());
        let mut writer = csv::Writer::from_writer(Vec::new());
        for record in reader.records() {
            // A negative number is not a formula.
            let cell = |text| if is_number(text) { Cow::Borrowed(text) } else { self.cell(text) };
            writer.write_record(record?.iter().map(|text| cell(text).into_owned()))?;
        }
        Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}
