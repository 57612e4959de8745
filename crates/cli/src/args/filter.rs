//! Values that a library parses.

use std::str::FromStr;

use pinsight_tactics::FilterError;

/// Parses a value; for `value_parser`.
pub(crate) fn parse<T: FromStr<Err = FilterError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| explain(text, &error))
}

/// Returns the message for an error in `text`, which clap quotes before it.
pub(crate) fn explain(text: &str, error: &FilterError) -> String {
    if error.found == text.trim() { format!("expected {}", error.expected) } else { error.to_string() }
}
