//! Where rows go.

use std::io;

use crate::row::PinRow;

/// Writes rows one after another.
///
/// A sink never asks the board: all that it writes stands in the row. Work on several threads gives each a sink of its
/// own, and puts together what they wrote in the order of the games.
pub trait RowSink {
    /// What stands before the first row of a file, if anything.
    fn header(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Writes a row.
    fn write(&mut self, row: &PinRow<'_>) -> io::Result<()>;
}
