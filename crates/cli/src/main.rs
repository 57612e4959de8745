//! The `pinsight` command.

mod args;
mod commands;
mod config;
mod copies;
mod file;
mod files;
mod folders;
mod games;
mod interrupt;
mod mainline;
mod old_spelling;
mod one_game;
mod opponent;
mod output;
mod progress;
mod record;
mod review;
mod table;
mod table_search;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use pinsight_rules::{MoveError, SanError};

use args::{Cli, Command};
use config::ConfigFile;
use output::{Messages, Output, Report, WriteError};

/// Exit code if nothing was found, the move is not legal, or some games have errors.
const NOTHING_FOUND: u8 = 1;
/// Exit code for wrong usage or unreadable input.
const WRONG_INPUT: u8 = 2;

/// The result of a completed command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// Success.
    Done,
    /// The search had no result, or the move is not legal.
    NothingFound,
    /// Some games have errors.
    Faulty,
    /// Some input could not be read; already reported.
    Unreadable,
}

/// The command ran, but what it should show does not exist, or a move is not legal: exit code 1.
#[derive(Debug)]
struct NothingFound(String);

impl std::fmt::Display for NothingFound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NothingFound {}

/// Returns the error of a move argument: exit code 2 if the text is not a move, 1 if the move is not legal.
fn refused_move(error: MoveError) -> anyhow::Error {
    match error {
        MoveError::San(SanError::Syntax { .. }) => error.into(),
        _ => NothingFound(error.to_string()).into(),
    }
}

fn main() -> ExitCode {
    silence_parquet_panics();
    let (args, notes) = old_spelling::modernise(std::env::args_os());
    let cli = match Cli::try_parse_from(commands::why::escape_null_move(args)) {
        Ok(cli) => cli,
        Err(error) => return report_usage(&without_escape_tip(error), &notes),
    };
    Messages { quiet: cli.quiet, no_progress: cli.no_progress }.set();
    for note in notes {
        Report::new(cli.color.into()).note(note);
    }
    let file = ConfigFile::find(cli.config.as_ref());
    let run = || match &cli.command {
        // Two threads write to stdout, which an `Output` would keep locked.
        Command::Uci(command) => command.run(),
        #[cfg(feature = "mcp")]
        Command::Mcp(command) => command.run(),
        command => {
            let mut output = Output::new(cli.color.into());
            command.run(&file, &mut output).and_then(|status| Ok(output.finish().map(|()| status)?))
        }
    };
    let panicked = |_| Err(anyhow!("internal error; please report this command"));
    let code = match catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(panicked) {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::NothingFound | Status::Faulty) => ExitCode::from(NOTHING_FOUND),
        Ok(Status::Unreadable) => ExitCode::from(WRONG_INPUT),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let mut report = Report::new(cli.color.into());
            report.error(format_args!("{error:#}"));
            if let Some(hint) = quoting_hint(std::env::args_os()) {
                report.hint(hint);
            }
            ExitCode::from(if error.is::<NothingFound>() { NOTHING_FOUND } else { WRONG_INPUT })
        }
    };
    interrupt::end_if_stopped();
    code
}

/// Suppresses the panic messages of the Parquet crates, which panic on some damaged files. The readers catch them
/// and return errors; `main` reports other panics.
fn silence_parquet_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map_or("", |place| place.file());
        if !["/parquet-", "/arrow-"].iter().any(|library| place.contains(library)) {
            usual(panic);
        }
    }));
}

/// Removes the advice of clap to pass an unknown option as a file name: `-- -o`.
fn without_escape_tip(mut usage: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = usage.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains(" as a value, use "));
        if !tips.is_empty() {
            usage.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    usage
}

/// Prints the message of clap: help and version to stdout, wrong usage to stderr.
///
/// The notes come before an error, which names the new spelling of an option.
fn report_usage(usage: &clap::Error, notes: &[String]) -> ExitCode {
    let mut report = Report::new(anstream::ColorChoice::Auto);
    if usage.use_stderr() {
        for note in notes {
            report.note(note);
        }
    }
    if let Err(error) = usage.print().map_err(WriteError::from)
        && !error.is_broken_pipe()
    {
        report.error(error);
        return ExitCode::from(WRONG_INPUT);
    }
    if !usage.use_stderr() {
        return ExitCode::SUCCESS;
    }
    if let Some(hint) = quoting_hint(std::env::args_os()) {
        report.hint(hint);
    }
    ExitCode::from(WRONG_INPUT)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<WriteError>().is_some_and(WriteError::is_broken_pipe)
}

/// Returns a hint if the shell has split an unquoted FEN, that is if pieces and turn are separate arguments.
fn quoting_hint(args: impl Iterator<Item = OsString>) -> Option<&'static str> {
    let args: Vec<OsString> = args.collect();
    let split = args.windows(2).any(|pair| match pair {
        [pieces, turn] => {
            let slashes = pieces.to_string_lossy().matches('/').count();
            slashes == 7 && (turn == "w" || turn == "b")
        }
        _ => false,
    });
    split.then_some("put the FEN in quotes to pass it as one argument: '... w KQkq - 0 1'")
}
