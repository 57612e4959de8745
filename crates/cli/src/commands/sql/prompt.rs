//! The prompt: queries one after another, with history and completion.

use std::borrow::Cow;
use std::path::PathBuf;

use pinsight_data::sql::{Format, SqlSession, statements};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use tokio::runtime::Runtime;

use super::run::{Stdout, write};
use crate::Status;
use crate::folder::data_folder;
use crate::output::{Output, WriteError};

const WELCOME: &str = "\
SQL over games, up to a semicolon: SELECT White, Black FROM 'games.pgn' LIMIT 5;
Tab completes, Ctrl-D or quit ends.";

/// The words with which queries are made.
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

/// Asks for queries until there are no more.
pub(super) fn run(
    runtime: &Runtime,
    session: &SqlSession,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor: Editor<Words, DefaultHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(Words::new(session)));
    let history = history_file();
    if let Some(history) = &history {
        // The first time there is none.
        let _ = editor.load_history(history);
    }
    output.report().plain(WELCOME);
    loop {
        match editor.readline("sql> ") {
            Ok(text) if is_end(&text) => break,
            Ok(text) => {
                for query in statements(&text) {
                    let answer = runtime.block_on(write(session, &query, format, &mut Stdout(output)));
                    if let Err(error) = answer {
                        if error.downcast_ref::<WriteError>().is_some() {
                            return Err(error);
                        }
                        output.report().error(format_args!("{error:#}"));
                    }
                    output.finish()?;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    if let Some(history) = &history
        && let Err(error) = editor.save_history(history)
    {
        output.report().warning(format_args!("cannot keep the history: {error}"));
    }
    Ok(Status::Done)
}

fn is_end(text: &str) -> bool {
    matches!(text.trim().trim_end_matches(';').to_ascii_lowercase().as_str(), "quit" | "exit" | "\\q")
}

/// Where the queries of former times are kept, if there is a place for that.
fn history_file() -> Option<PathBuf> {
    let folder = data_folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("sql_history"))
}

/// What can be completed: words of SQL, functions, and in quotes the names of files.
struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Words {
    fn new(session: &SqlSession) -> Self {
        let functions = session.function_names().into_iter().map(|name| name + "(");
        let words = KEYWORDS.iter().map(|&word| word.to_owned()).chain(functions).collect();
        Self { words, files: FilenameCompleter::new() }
    }

    fn begin_with(&self, start: &str) -> Vec<Pair> {
        let start = start.to_lowercase();
        let fits = |word: &&String| !start.is_empty() && word.to_lowercase().starts_with(&start);
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        self.words.iter().filter(fits).map(pair).collect()
    }
}

impl Completer for Words {
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
        Ok((start, self.begin_with(before.get(start..).unwrap_or_default())))
    }
}

impl Validator for Words {
    /// A query goes on over lines until its semicolon.
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input().trim();
        let done = text.is_empty() || text.ends_with(';') || is_end(text);
        Ok(if done { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Helper for Words {}
