//! The checksum of the end of an index: page index and metadata. The pages before it have checksums of their own.

use std::io::{self, Write};

use twox_hash::XxHash64;

/// The checksum while it is not known.
pub(super) const UNKNOWN: &str = "0000000000000000";
/// The text before the checksum in the metadata.
const FIELD: &[u8] = b"\"checksum\":\"";

/// An output that holds back the end of the file, whose checksum is part of it.
pub(super) struct HoldingWriter<W> {
    out: W,
    /// What is held back; `None` while bytes are passed on.
    end: Option<Vec<u8>>,
}

impl<W: Write> HoldingWriter<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, end: None }
    }

    /// Holds back the bytes from now on.
    pub(super) fn hold(&mut self) {
        self.end = Some(Vec::new());
    }

    /// Writes the end with its checksum, and returns the output.
    pub(super) fn finish(mut self) -> io::Result<W> {
        let mut end = self.end.take().unwrap_or_default();
        let checksum = of(&end);
        if let Some(field) = field(&mut end) {
            field.copy_from_slice(checksum.as_bytes());
        }
        self.out.write_all(&end)?;
        Ok(self.out)
    }
}

impl<W: Write> Write for HoldingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.end {
            Some(end) => end.write(bytes),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns whether the end of a file has its checksum.
pub(super) fn is_sound(end: &[u8]) -> bool {
    let mut end = end.to_vec();
    let Some(field) = field(&mut end) else {
        return false;
    };
    let found = field.to_vec();
    field.copy_from_slice(UNKNOWN.as_bytes());
    found == of(&end).as_bytes()
}

/// Returns the checksum of the end of a file, in which the checksum is unknown.
fn of(end: &[u8]) -> String {
    format!("{:016x}", XxHash64::oneshot(0, end))
}

/// Finds the checksum. A quotation mark in a name is escaped, so a name cannot contain it.
fn field(end: &mut [u8]) -> Option<&mut [u8]> {
    let start = end.windows(FIELD.len()).position(|part| part == FIELD)? + FIELD.len();
    end.get_mut(start..start + UNKNOWN.len())
}
