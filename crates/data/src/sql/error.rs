//! What went wrong, in one clear message.

use std::io;

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use datafusion::parquet::errors::ParquetError;
use thiserror::Error;

/// A query that could not be answered.
#[derive(Debug, Error)]
pub enum SqlError {
    /// The query, its data or the cluster is to blame.
    #[error("{0}")]
    Query(String),
    /// The answer could not be written.
    #[error("cannot write the rows: {0}")]
    Write(#[from] io::Error),
}

impl SqlError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self::Query(message.into())
    }
}

impl From<DataFusionError> for SqlError {
    fn from(error: DataFusionError) -> Self {
        Self::Query(told(&error))
    }
}

impl From<ArrowError> for SqlError {
    fn from(error: ArrowError) -> Self {
        DataFusionError::from(error).into()
    }
}

impl From<ParquetError> for SqlError {
    fn from(error: ParquetError) -> Self {
        DataFusionError::from(error).into()
    }
}

/// The error without the names of the layers that it came through.
fn told(error: &DataFusionError) -> String {
    let root = error.find_root();
    let text = match root {
        DataFusionError::Collection(errors) => {
            return errors.first().map_or_else(|| root.strip_backtrace(), told);
        }
        other => other.strip_backtrace(),
    };
    let mut text = text.trim();
    // What a function says of its arguments stands in the middle.
    if let Some((_, said)) = text.split_once("coercion failed with:") {
        text = said
            .split(" No function matches the given name")
            .next()
            .unwrap_or(said)
            .trim()
            .trim_end_matches('.');
    }
    loop {
        let shorter = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix));
        match shorter {
            Some(rest) => text = rest.trim_start(),
            None => break,
        }
    }
    // What follows tells of the code, not of the query.
    let text = NOISE.iter().fold(text, |text, noise| text.split(noise).next().unwrap_or(text));
    // The parser's message comes in quotes and parentheses, of which the first went with its name.
    text.trim_end().trim_end_matches("\")").replace('\n', " ")
}

/// How the layers announce themselves.
const PREFIXES: [&str; 15] = [
    "Error during planning:",
    "Execution error:",
    "External error:",
    "Schema error:",
    "SQL error: ParserError(\"",
    "SQL error: TokenizerError(\"",
    "SQL error:",
    "Arrow error:",
    "Parquet error:",
    "Object Store error:",
    "Invalid or Unsupported Configuration:",
    "This feature is not implemented:",
    "Optimizer rule",
    "Internal error:",
    "IO error:",
];

/// Behind these nothing helps.
const NOISE: [&str; 2] = ["\nThis issue was likely caused by a bug", "\n\nbacktrace:"];
