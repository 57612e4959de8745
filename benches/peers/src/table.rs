//! A table in plain text that is valid Markdown.

use std::fmt;

/// Rows of cells under a heading; the first column is flush left, the others flush right.
pub(crate) struct Table(Vec<Vec<String>>);

impl Table {
    pub(crate) fn new<C: Into<String>>(heading: impl IntoIterator<Item = C>) -> Self {
        Self(vec![heading.into_iter().map(Into::into).collect()])
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.0.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.0.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (index, row) in self.0.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "| {cell:width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if index == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width + 1);
                    match column {
                        0 => write!(f, "|{dashes}-|")?,
                        _ => write!(f, "{dashes}:|")?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
