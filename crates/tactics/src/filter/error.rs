//! The error of filters that are given as text.

use thiserror::Error;

/// A filter that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found `{found}`; expected {expected}")]
pub struct FilterError {
    /// The text that is wrong.
    pub found: String,
    /// What is expected instead, with an example.
    pub expected: String,
}

impl FilterError {
    /// Returns the error of `found`.
    pub fn new(found: &str, expected: impl Into<String>) -> Self {
        Self { found: found.trim().to_owned(), expected: expected.into() }
    }
}

/// Finds a value by its name, ignoring case; `-`, `_` and blanks are equal.
pub fn one_of<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, FilterError> {
    let plain = text.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    let found = all.iter().copied().find(|&one| name(one) == plain);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        FilterError::new(text, format!("one of {}", names.join(", ")))
    })
}
