//! The command `pinsight`.

mod args;
mod commands;
mod file;
#[cfg(any(feature = "server", feature = "sql"))]
mod folder;
mod games;
mod glob;
mod interrupt;
mod mainline;
mod one_game;
mod opponent;
mod output;
mod progress;
mod quarantine;
mod record;
mod review;
mod selection;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Parser;

use args::{Cli, Command};
use output::{Output, Report, WriteError};

/// It ran, but found nothing where it searched, or a fault in what it judged, or some games were faulty.
const NOTHING_FOUND: u8 = 1;
/// Wrong usage or unreadable input.
const WRONG_INPUT: u8 = 2;

/// How a command that ran has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// All that was asked is done.
    Done,
    /// It ran, but found nothing where it searches, or a fault in what it judges.
    NothingFound,
    /// It ran, but some games were faulty.
    Faulty,
    /// It ran, but some input could not be read, which was reported.
    Unreadable,
}

fn main() -> ExitCode {
    keep_quiet_about_damage();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    let run = || match &cli.command {
        // Its answers come from two threads, and an `Output` keeps the stream to one.
        Command::Uci(command) => command.run(),
        command => {
            let mut output = Output::new(cli.color.into());
            command.run(&mut output).and_then(|status| Ok(output.finish().map(|()| status)?))
        }
    };
    let broken =
        |_| Err(anyhow!("pinsight broke down, which it never should: please report what it was asked to do"));
    match catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(broken) {
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
            ExitCode::from(WRONG_INPUT)
        }
    }
}

/// The libraries that read Parquet panic over some damaged files. That is caught and told as an error,
/// which says more; what is not caught there, `main` tells.
fn keep_quiet_about_damage() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map_or("", |place| place.file());
        if !["/parquet-", "/arrow-"].iter().any(|library| place.contains(library)) {
            usual(panic);
        }
    }));
}

/// Prints what clap has to say: help and version to stdout, wrong usage to stderr.
fn report_usage(usage: &clap::Error) -> ExitCode {
    let mut report = Report::new(anstream::ColorChoice::Auto);
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

/// A shell splits a FEN without quotes into six arguments: recognised by its pieces and turn, which then stand apart.
fn quoting_hint(args: impl Iterator<Item = OsString>) -> Option<&'static str> {
    let args: Vec<OsString> = args.collect();
    let split = args.windows(2).any(|pair| match pair {
        [pieces, turn] => {
            let slashes = pieces.to_string_lossy().matches('/').count();
            slashes == 7 && (turn == "w" || turn == "b")
        }
        _ => false,
    });
    split.then_some("put the FEN in quotes, so that it is one argument: '... w KQkq - 0 1'")
}
