//! The error of a source.

use std::io;
use std::sync::Arc;

use thiserror::Error;

/// A stream that could not be opened or read to its end.
#[derive(Debug, Error)]
#[error("{name}: {}: {}{}", place(*.packed, *.unpacked), reason(.cause), cut_off(*.unfinished))]
pub struct SourceError {
    /// The name of the source.
    pub name: Arc<str>,
    /// The number of bytes read from the file so far; `None` if it could not be opened.
    pub packed: Option<u64>,
    /// The number of bytes decompressed so far.
    pub unpacked: u64,
    /// The number of the game that was cut off; the part read of it is set aside.
    pub unfinished: Option<u64>,
    /// The cause. Not the `source()` of this error, because the message already ends with it.
    pub cause: io::Error,
}

fn place(packed: Option<u64>, unpacked: u64) -> String {
    match packed {
        None => "cannot open".to_owned(),
        Some(packed) if packed == unpacked => format!("cannot read beyond byte {packed}"),
        Some(packed) => {
            format!("cannot read beyond byte {packed} ({unpacked} bytes decompressed)")
        }
    }
}

/// Returns the message of an error, without the error number for a missing file.
fn reason(cause: &io::Error) -> String {
    match cause.to_string() {
        _ if cause.kind() == io::ErrorKind::NotFound => "no such file".to_owned(),
        // A frame of damaged data can name a dictionary.
        text if text == "Dictionary mismatch" => {
            "the compressed data is damaged or needs a dictionary".to_owned()
        }
        text => text,
    }
}

fn cut_off(unfinished: Option<u64>) -> String {
    unfinished.map_or_else(String::new, |number| format!("; game {number} is cut off"))
}
