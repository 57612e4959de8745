//! The interactive prompt, with history and completion.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use pinsight_sql::{DisplayOptions, Format, SqlSession, statements};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use super::run::{Stdout, report_broken, width, write};
use crate::Status;
use crate::folders::data_folder;
use crate::output::{Output, WriteError};

const WELCOME: &str = "\
End a query with a semicolon: SELECT White, Black FROM 'games.pgn' LIMIT 5;
Tab completes, Ctrl-C stops a query, Ctrl-D or quit ends.";

/// Maximum number of rows printed per query.
const MAX_ROWS: usize = 1000;

/// The SQL keywords to complete.
const KEYWORDS: [&str; 28] = [
    "AND",
    "AS",
    "ASC",
    "BETWEEN",
    "CASE",
    "CREATE VIEW",
    "DESC",
    "DESCRIBE",
    "DISTINCT",
    "ELSE",
    "END",
    "EXPLAIN",
    "FROM",
    "GROUP BY",
    "HAVING",
    "IN",
    "IS NOT NULL",
    "IS NULL",
    "JOIN",
    "LIKE",
    "LIMIT",
    "NOT",
    "OR",
    "ORDER BY",
    "SELECT",
    "THEN",
    "WHEN",
    "WHERE",
];

/// Reads and runs queries until the end of the input.
pub(super) fn run(
    runtime: &Runtime,
    session: &SqlSession,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor: Editor<PromptHelper, DefaultHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(PromptHelper::new(session)));
    let mut history = history_file();
    if let Some(history) = &history {
        // A missing history file is not an error.
        let _ = editor.load_history(history);
    }
    let stop = stop_signal()?;
    output.report().plain(WELCOME);
    loop {
        let text = match editor.readline("sql> ") {
            Ok(text) if is_end(&text) => break,
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        };
        // Save before running: a query may crash the program.
        if let Some(Err(error)) = history.as_ref().map(|history| editor.append_history(history)) {
            output.report().warning(format_args!("cannot write the history: {error}"));
            history = None;
        }
        for query in statements(&text) {
            if !run_query(runtime, session, &query, (format, &stop), output)? {
                break;
            }
        }
        if let Some(helper) = editor.helper_mut() {
            helper.refresh(session);
        }
    }
    Ok(Status::Done)
}

/// Runs a query; returns false if it was stopped or failed.
fn run_query(
    runtime: &Runtime,
    session: &SqlSession,
    query: &str,
    (format, stop): (Format, &Notify),
    output: &mut Output,
) -> anyhow::Result<bool> {
    let options = DisplayOptions { width: width(), max_rows: Some(MAX_ROWS) };
    let mut stdout = Stdout(output);
    let written = runtime.block_on(async {
        tokio::select! {
            biased;
            () = stop.notified() => None,
            written = write(session, query, format, options, &mut stdout) => Some(written),
        }
    });
    output.finish()?;
    match written {
        None => {
            output.report().plain("stopped");
            return Ok(false);
        }
        Some(Ok(true)) => {}
        Some(Ok(false)) => output.report().plain(format_args!(
            "only the first {MAX_ROWS} rows are shown; use LIMIT and OFFSET, or --output to write all rows to a file"
        )),
        Some(Err(error)) if error.downcast_ref::<WriteError>().is_some() => return Err(error),
        Some(Err(error)) => {
            output.report().error(format_args!("{error:#}"));
            return Ok(false);
        }
    }
    report_broken(session, output)?;
    Ok(true)
}

/// Notifies on Ctrl-C. Uses its own thread, since the query may occupy all worker threads.
fn stop_signal() -> anyhow::Result<Arc<Notify>> {
    let stop = Arc::new(Notify::new());
    let notify = Arc::clone(&stop);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new().name("ctrl-c".to_owned()).spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                notify.notify_waiters();
            }
        });
    })?;
    Ok(stop)
}

fn is_end(text: &str) -> bool {
    matches!(text.trim().trim_end_matches(';').to_ascii_lowercase().as_str(), "quit" | "exit" | "\\q")
}

/// Returns the path of the history file; `None` without a data folder.
fn history_file() -> Option<PathBuf> {
    let folder = data_folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("sql_history"))
}

/// Completes SQL keywords, functions, columns and tables, and file names in quotes.
struct PromptHelper {
    functions: Vec<String>,
    /// Columns and tables.
    names: Vec<String>,
    files: FilenameCompleter,
}

impl PromptHelper {
    fn new(session: &SqlSession) -> Self {
        let functions = session.function_names().into_iter().map(|name| name + "(").collect();
        let mut helper = Self { functions, names: Vec::new(), files: FilenameCompleter::new() };
        helper.refresh(session);
        helper
    }

    /// Updates the known columns and tables.
    fn refresh(&mut self, session: &SqlSession) {
        self.names = session.column_names().into_iter().chain(session.table_names()).collect();
    }

    fn completions(&self, start: &str) -> Vec<Pair> {
        if start.is_empty() {
            return Vec::new();
        }
        let lower = start.to_lowercase();
        // Complete keywords in the case of the typed letters; columns keep their own case.
        let keywords = KEYWORDS.iter().filter_map(|&word| match start {
            start if start == lower => Some(word.to_lowercase()),
            start if start == start.to_uppercase() => Some(word.to_owned()),
            _ => None,
        });
        let words = keywords.chain(self.names.iter().chain(&self.functions).cloned());
        let fits = words.filter(|word| word.to_lowercase().starts_with(&lower));
        let mut fits: Vec<String> = fits.collect();
        fits.sort_by_key(|word| word.to_lowercase());
        fits.dedup();
        fits.into_iter().map(|word| Pair { display: word.clone(), replacement: word }).collect()
    }
}

impl Completer for PromptHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        if before.matches('\'').count() % 2 == 1
            && let Some(quote) = before.rfind('\'')
        {
            let name = before.get(quote + 1..).unwrap_or_default();
            let (start, files) = self.files.complete_path(name, name.len())?;
            return Ok((quote + 1 + start, files));
        }
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.rfind(|c| !in_word(c)).map_or(0, |at| at + 1);
        Ok((start, self.completions(before.get(start..).unwrap_or_default())))
    }
}

impl Validator for PromptHelper {
    /// A query continues over lines up to its semicolon.
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input().trim();
        let done = text.is_empty() || text.ends_with(';') || is_end(text);
        Ok(if done { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Hinter for PromptHelper {
    type Hint = String;
}

impl Highlighter for PromptHelper {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Helper for PromptHelper {}

#[cfg(test)]
mod tests {
    use pinsight_sql::SqlOptions;

    use super::*;

    #[test]
    fn keywords_are_completed_in_the_typed_case() {
        let session =
            SqlSession::new(&SqlOptions { threads: Some(1), ..SqlOptions::default() }).expect("a session");
        let helper = PromptHelper::new(&session);
        let begin = |start: &str| -> Vec<String> {
            helper.completions(start).into_iter().map(|pair| pair.replacement).collect()
        };
        // Columns of the tables `games` and `positions`.
        let columns = ["White", "white", "white_elo", "WhiteElo", "WhiteRatingDiff", "WhiteTitle"];
        assert_eq!(begin("Wh"), columns);
        assert!(begin("wh").starts_with(&["when".to_owned(), "where".to_owned(), "White".to_owned()]));
        assert!(begin("WHE").contains(&"WHERE".to_owned()));
        assert_eq!(begin("has_p"), ["has_pin("]);
        assert!(begin("").is_empty());
    }

    #[test]
    fn quit_exit_and_backslash_q_end_the_prompt() {
        for (text, end) in [("quit", true), (" EXIT; ", true), ("\\q", true), ("SELECT 1;", false)] {
            assert_eq!(is_end(text), end, "{text}");
        }
    }
}
