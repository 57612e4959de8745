//! What went wrong, in one clear message.

use std::io;
use std::panic::AssertUnwindSafe;

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use datafusion::parquet::errors::ParquetError;
use futures::FutureExt;
use thiserror::Error;

use pinsight_data::TableError;

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

impl SqlError {
    /// While rows come: bytes that make no sense are a file's, which the reader of them does not name.
    pub(super) fn while_reading(error: &DataFusionError, files: &[String]) -> Self {
        let text = told(error);
        let of_file = match error.find_root() {
            DataFusionError::ParquetError(_) => true,
            DataFusionError::ArrowError(error, _) => {
                matches!(
                    **error,
                    ArrowError::ParquetError(_) | ArrowError::CsvError(_) | ArrowError::JsonError(_)
                )
            }
            // From another machine it comes as a text.
            other => other.to_string().contains("ParquetError(\""),
        };
        match files {
            [file] if of_file => Self::Query(format!("cannot read {file}: {text}")),
            [_, _, ..] if of_file => Self::Query(format!("cannot read one of {}: {text}", files.join(", "))),
            _ => Self::Query(text),
        }
    }
}

/// Does some work. The reader of Parquet trusts some numbers of a file, and panics where they are wrong: that is damage.
pub(super) async fn unbroken<T>(work: impl Future<Output = T>) -> Result<T, DataFusionError> {
    let damaged = |_| {
        ParquetError::General("the Parquet file is damaged: its reader broke down over it".to_owned()).into()
    };
    AssertUnwindSafe(work).catch_unwind().await.map_err(damaged)
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

impl From<TableError> for SqlError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Io(error) => Self::Write(error),
            TableError::Arrow(error) => error.into(),
            TableError::Parquet(error) => DataFusionError::from(error).into(),
        }
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
    let far = from_afar(&text);
    let mut text = far.as_deref().unwrap_or(&text).trim();
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

/// What went wrong on another machine, which comes wrapped in the words of all programs that it passed through.
fn from_afar(text: &str) -> Option<String> {
    let (_, wrapped) = text.split_once("Task failed due to runtime execution error:")?;
    let Some((_, said)) = wrapped.rsplit_once("(\"") else {
        return Some(wrapped.trim().to_owned());
    };
    let said = said.rsplit_once("\")").map_or(said, |(said, _)| said);
    Some(said.replace("\\\"", "\"").replace("\\'", "'").replace("\\n", " ").replace("\\\\", "\\"))
}

/// What a bucket says, if it says it in the way of S3.
pub(super) fn from_bucket(error: &DataFusionError) -> SqlError {
    let text = told(error);
    let said = text.split_once("<Message>").and_then(|(_, rest)| rest.split_once("</Message>"));
    SqlError::Query(said.map_or(text.clone(), |(said, _)| said.to_owned()))
}

/// How the layers announce themselves.
const PREFIXES: [&str; 19] = [
    "Error during planning:",
    "Execution error:",
    "External error:",
    "Schema error:",
    "SQL error: ParserError(\"",
    "SQL error: TokenizerError(\"",
    "SQL error:",
    "Arrow error:",
    "Parquet error:",
    "Parquet argument error:",
    "Csv error:",
    "Json error:",
    "External:",
    "Object Store error:",
    "Invalid or Unsupported Configuration:",
    "This feature is not implemented:",
    "Optimizer rule",
    "Internal error:",
    "IO error:",
];

/// Behind these nothing helps.
const NOISE: [&str; 2] = ["\nThis issue was likely caused by a bug", "\n\nbacktrace:"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_afar_is_said_as_it_was_there() {
        let wrapped = |inner: &str| {
            let job = "Job 038 failed: Job failed due to stage 0 failed: Task failed due to runtime execution error: ";
            DataFusionError::Execution(format!("{job}DataFusionError(Shared(External({inner})))"))
        };
        let error = wrapped(r#"DataFusionError(Execution("is_check: '\"x\"' is no position"))"#);
        assert_eq!(told(&error), "is_check: '\"x\"' is no position");
        let error = wrapped(r#"ArrowError(ParquetError("EOF: Invalid page header"))"#);
        let files = ["games.parquet".to_owned()];
        assert_eq!(
            SqlError::while_reading(&error, &files).to_string(),
            "cannot read games.parquet: EOF: Invalid page header"
        );
    }

    #[test]
    fn what_a_bucket_says_is_said_without_its_wrapping() {
        let text = "Generic S3 error: Server returned 404: <?xml?><Error><Code>NoSuchBucket</Code>\
                    <Message>The specified bucket does not exist</Message></Error>";
        let error = DataFusionError::External(text.into());
        assert_eq!(from_bucket(&error).to_string(), "The specified bucket does not exist");
    }
}
