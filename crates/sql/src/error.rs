//! Errors of queries, as one clear message.

use std::io;
use std::panic::AssertUnwindSafe;

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use datafusion::parquet::errors::ParquetError;
use futures::FutureExt;
use thiserror::Error;

use pinsight_data::TableError;

/// A query that failed.
#[derive(Debug, Error)]
pub enum SqlError {
    /// An error of the query, its files or the cluster.
    #[error("{0}")]
    Query(String),
    /// The rows could not be written.
    #[error("cannot write the rows: {0}")]
    Write(#[from] io::Error),
}

impl SqlError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self::Query(message.into())
    }

    /// Adds the name of a file, or the names in the query, to an error of the content of a file: the readers of DataFusion do not name it.
    pub(super) fn while_reading(error: &DataFusionError, names: &[String]) -> Self {
        let text = message_of(error);
        match names {
            [name] if is_of_file(error) => Self::Query(format!("cannot read {name}: {text}")),
            [_, _, ..] if is_of_file(error) => {
                Self::Query(format!("cannot read one of {}: {text}", names.join(", ")))
            }
            _ => Self::Query(text),
        }
    }
}

/// The message of the CSV reader about a value that is not of the type of its column.
const CSV_VALUE: &str = "Error while parsing value";

/// Whether the content of a file caused an error.
pub(super) fn is_of_file(error: &DataFusionError) -> bool {
    match error.find_root() {
        DataFusionError::ParquetError(_) => true,
        DataFusionError::ArrowError(error, _) => {
            matches!(
                **error,
                ArrowError::ParquetError(_) | ArrowError::CsvError(_) | ArrowError::JsonError(_)
            ) || error.to_string().contains(CSV_VALUE)
        }
        // Errors of another machine come as text.
        other => other.to_string().contains("ParquetError(\""),
    }
}

/// Whether a query failed because an executor was lost: its results cannot be read, a stage cannot read those of another, or
/// the scheduler cancelled the query.
pub(super) fn is_lost_executor(error: &DataFusionError) -> bool {
    const SIGNS: [&str; 10] = [
        "grpcconnectionerror",
        "fetchfailed",
        "transport error",
        "tcp connect error",
        "h2 protocol error",
        "broken pipe",
        "connection reset",
        "connection closed",
        "has failed 1 times",
        "failed: cancelled",
    ];
    let text = error.to_string().to_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}

/// Turns a panic into an error: the Parquet reader panics on some damaged files.
pub(super) async fn catch_panic<T>(work: impl Future<Output = T>) -> Result<T, DataFusionError> {
    let damaged = |_| ParquetError::General("the Parquet file is damaged".to_owned()).into();
    AssertUnwindSafe(work).catch_unwind().await.map_err(damaged)
}

impl From<DataFusionError> for SqlError {
    fn from(error: DataFusionError) -> Self {
        Self::Query(message_of(&error))
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

/// Returns the message of an error without the prefixes of the layers that it passed.
fn message_of(error: &DataFusionError) -> String {
    let root = error.find_root();
    let text = match root {
        DataFusionError::Collection(errors) => {
            return errors.first().map_or_else(|| root.strip_backtrace(), message_of);
        }
        DataFusionError::ResourcesExhausted(reason) => {
            let reason = reason.lines().next().unwrap_or_default();
            return format!("out of memory: {reason}; set a larger limit (--memory) or fewer threads");
        }
        other => other.strip_backtrace(),
    };
    let remote = remote_message(&text);
    let mut text = remote.as_deref().unwrap_or(&text).trim();
    // The message of a function about its arguments is in the middle.
    if let Some((_, message)) = text.split_once("coercion failed with:") {
        text = message
            .split(" No function matches the given name")
            .next()
            .unwrap_or(message)
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
    // The rest is about the code, not the query.
    let text = NOISE.iter().fold(text, |text, noise| text.split(noise).next().unwrap_or(text));
    // The message of the parser is in quotes and parentheses; the opening ones belong to the prefix.
    text.trim_end().trim_end_matches("\")").replace('\n', " ")
}

/// Returns the message of an error of another machine, which contains the debug output of several layers.
fn remote_message(text: &str) -> Option<String> {
    let (_, wrapped) = text.split_once("Task failed due to runtime execution error:")?;
    let Some((_, message)) = wrapped.rsplit_once("(\"") else {
        return Some(wrapped.trim().to_owned());
    };
    let message = message.rsplit_once("\")").map_or(message, |(message, _)| message);
    Some(message.replace("\\\"", "\"").replace("\\'", "'").replace("\\n", " ").replace("\\\\", "\\"))
}

/// Returns the message of an error of S3.
pub(super) fn from_bucket(error: &DataFusionError) -> SqlError {
    let text = message_of(error);
    let message = text.split_once("<Message>").and_then(|(_, rest)| rest.split_once("</Message>"));
    SqlError::Query(message.map_or(text.clone(), |(message, _)| message.to_owned()))
}

/// The prefixes of the layers.
const PREFIXES: [&str; 20] = [
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
    "Parser error:",
    "Json error:",
    "External:",
    "Object Store error:",
    "Invalid or Unsupported Configuration:",
    "This feature is not implemented:",
    "Optimizer rule",
    "Internal error:",
    "IO error:",
];

/// Starts of parts that do not help the user.
const NOISE: [&str; 2] = ["\nThis issue was likely caused by a bug", "\n\nbacktrace:"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_other_machines_lose_their_wrapping() {
        let wrapped = |inner: &str| {
            let job = "Job 038 failed: Job failed due to stage 0 failed: Task failed due to runtime execution error: ";
            DataFusionError::Execution(format!("{job}DataFusionError(Shared(External({inner})))"))
        };
        let error = wrapped(r#"DataFusionError(Execution("is_check: '\"x\"' is no position"))"#);
        assert_eq!(message_of(&error), "is_check: '\"x\"' is no position");
        let error = wrapped(r#"ArrowError(ParquetError("EOF: Invalid page header"))"#);
        let files = ["games.parquet".to_owned()];
        assert_eq!(
            SqlError::while_reading(&error, &files).to_string(),
            "cannot read games.parquet: EOF: Invalid page header"
        );
    }

    #[test]
    fn errors_of_a_bucket_lose_their_wrapping() {
        let text = "Generic S3 error: Server returned 404: <?xml?><Error><Code>NoSuchBucket</Code>\
                    <Message>The specified bucket does not exist</Message></Error>";
        let error = DataFusionError::External(text.into());
        assert_eq!(from_bucket(&error).to_string(), "The specified bucket does not exist");
    }
}
