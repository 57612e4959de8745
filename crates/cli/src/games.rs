//! Reading games from files: arguments and loop of all commands that take PGN files.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::Args;
use pinsight_pgn::{
    Batch, Diagnostic, Event, Fault, Overflow, ProcessOptions, Progress, RawGame, Replayer, Severity, Source,
    SourceError, SplitOptions, Verdict, process, process_batches,
};

use crate::Status;
use crate::output::Output;
use crate::progress::ProgressLine;

const MAX_THREADS: u32 = 256;

/// Maximum number of faults of one kind that commands other than `check` report.
const MAX_REPORTED: u64 = 10;

/// The input files and how to read them.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// PGN files, plain or compressed with zstd, gzip or bzip2; none or `-` is standard input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Set the number of worker threads, up to 256; 0 uses one per core
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        allow_negative_numbers = true,
        value_parser = threads
    )]
    threads: u32,

    /// Skip and report games larger than this, in bytes or with suffix K, M or G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    max_game: usize,
}

impl Games {
    /// Reads these files with default options.
    pub(crate) fn of(files: Vec<PathBuf>) -> Self {
        Self { files, threads: 0, max_game: 64 << 20 }
    }

    /// Returns whether there is more than one file, so that a game number alone is ambiguous.
    pub(crate) fn has_multiple_files(&self) -> bool {
        self.files.len() > 1
    }

    /// Writes the text that `show` returns for each game to stdout, separated by `between`, and reports the faults.
    /// Skips games with an empty text.
    pub(crate) fn write_each(
        &self,
        output: &mut Output,
        between: &str,
        show: impl Fn(&mut Replayer, &RawGame<'_>) -> (String, Vec<Diagnostic>) + Sync,
    ) -> anyhow::Result<Status> {
        let mut run = Run::new(output, ProgressLine::with_data_on_stdout());
        let new_worker = || {
            let (mut replayer, show) = (Replayer::new(), &show);
            move |raw: RawGame<'_>| show(&mut replayer, &raw)
        };
        let mut begun = false;
        self.process(&mut run, new_worker, |run, (text, diagnostics)| {
            if !text.is_empty() {
                if begun {
                    run.output.raw(between.as_bytes())?;
                }
                begun = true;
                run.output.raw(text.as_bytes())?;
            }
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        run.finish()
    }

    /// Runs `new_worker` on all games and passes the results to `take` in the order of the games.
    ///
    /// Reports a file that cannot be read and continues with the next one.
    pub(crate) fn process<T: Send, W: FnMut(RawGame<'_>) -> T>(
        &self,
        run: &mut Run<'_>,
        new_worker: impl Fn() -> W + Sync,
        take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        self.process_with(run, None, new_worker, take)
    }

    /// Like `process`; `overflow` receives the bytes of oversized games.
    pub(crate) fn process_with<T: Send, W: FnMut(RawGame<'_>) -> T>(
        &self,
        run: &mut Run<'_>,
        overflow: Option<Overflow>,
        new_worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let (options, sources) = self.begin(run, overflow);
        let flow = process(sources, &options, new_worker, |event| deliver(run, event, &mut take));
        run.progress.end();
        flow.break_value().unwrap_or(Ok(()))
    }

    /// Like `process`, for workers that take a batch of games.
    pub(crate) fn process_batches<T: Send, W: FnMut(&Batch) -> T>(
        &self,
        run: &mut Run<'_>,
        new_worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let (options, sources) = self.begin(run, None);
        let flow = process_batches(sources, &options, new_worker, |event| deliver(run, event, &mut take));
        run.progress.end();
        flow.break_value().unwrap_or(Ok(()))
    }

    /// Returns the files as given.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the number of worker threads.
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads as usize,
        }
    }

    fn begin(
        &self,
        run: &Run<'_>,
        overflow: Option<Overflow>,
    ) -> (ProcessOptions, impl Iterator<Item = Result<Source, SourceError>> + Send + use<>) {
        let options = ProcessOptions {
            split: SplitOptions { max_game: self.max_game, overflow, ..SplitOptions::default() },
            threads: self.threads(),
        };
        let files = if self.files.is_empty() { vec![PathBuf::from("-")] } else { self.files.clone() };
        let from_terminal = files.iter().any(|path| is_stdin(path)) && io::stdin().is_terminal();
        if from_terminal {
            run.output.report().plain("reading games from the terminal; end with Ctrl-D");
        }
        run.progress.begin(&files);
        (options, files.into_iter().map(|path| open(&path)))
    }
}

/// Passes results to `take`, reports unreadable files and updates the progress line.
fn deliver<T>(
    run: &mut Run<'_>,
    event: Event<T>,
    take: &mut impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
) -> ControlFlow<anyhow::Result<()>> {
    match event {
        Event::Game(game) => match take(run, game) {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
            Err(error) => ControlFlow::Break(Err(error)),
        },
        Event::Failed(error) => match run.unreadable(&error) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        },
        Event::Progress(progress) => {
            run.done = progress;
            run.progress.show(&progress);
            ControlFlow::Continue(())
        }
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(path: &Path) -> Result<Source, SourceError> {
    if is_stdin(path) { Ok(Source::stdin()) } else { Source::open(path) }
}

/// A run of a command over games: its output and the faults so far.
pub(crate) struct Run<'a> {
    pub(crate) output: &'a mut Output,
    pub(crate) progress: ProgressLine,
    /// Games and bytes processed so far.
    pub(crate) done: Progress,
    /// The sources whose encoding has been reported.
    not_utf8: HashSet<Arc<str>>,
    /// Fault counts by severity and code.
    kinds: BTreeMap<(Severity, &'static str), u64>,
    /// Number of faults counted but not reported.
    unreported: u64,
    unreadable: bool,
    broken: bool,
}

impl<'a> Run<'a> {
    pub(crate) fn new(output: &'a mut Output, progress: ProgressLine) -> Self {
        Self {
            output,
            progress,
            done: Progress::default(),
            not_utf8: HashSet::new(),
            kinds: BTreeMap::new(),
            unreported: 0,
            unreadable: false,
            broken: false,
        }
    }

    /// Returns whether some input could not be read.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.unreadable
    }

    /// Counts a fault and returns the count of its kind; `None` if it is a repeated `NotUtf8`, which is shown only once
    /// per source.
    pub(crate) fn count(&mut self, diagnostic: &Diagnostic, severity: Severity) -> Option<u64> {
        let count = self.kinds.entry((severity, diagnostic.fault.code())).or_default();
        *count += 1;
        let is_shown =
            diagnostic.fault != Fault::NotUtf8 || self.not_utf8.insert(Arc::clone(&diagnostic.source));
        is_shown.then_some(*count)
    }

    /// Returns the fault counts, errors first.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Severity, &'static str, u64)> {
        self.kinds.iter().rev().map(|(&(severity, code), &count)| (severity, code, count))
    }

    /// Reports the faults of a game to stderr, the first few of each kind.
    pub(crate) fn report(&mut self, diagnostics: &[Diagnostic]) -> anyhow::Result<()> {
        self.broken |= Verdict::of(diagnostics) == Verdict::Broken;
        for diagnostic in diagnostics {
            if let Fault::More { count } = diagnostic.fault {
                self.unreported += count;
                continue;
            }
            match self.count(diagnostic, diagnostic.severity()) {
                None => continue,
                Some(count) if count > MAX_REPORTED => self.unreported += 1,
                Some(_) => self.report_one(diagnostic)?,
            }
        }
        Ok(())
    }

    fn report_one(&mut self, diagnostic: &Diagnostic) -> anyhow::Result<()> {
        self.output.finish()?;
        let (output, message) = (&*self.output, without_label(diagnostic));
        self.progress.suspend(|| match diagnostic.severity() {
            Severity::Warning => output.report().warning(message),
            Severity::Error => output.report().error(message),
        });
        Ok(())
    }

    /// Reports the number of unreported faults and returns the status.
    pub(crate) fn finish(self) -> anyhow::Result<Status> {
        self.output.finish()?;
        match self.unreported {
            0 => {}
            1 => self.output.report().hint("1 more fault; `pinsight check` lists all"),
            more => {
                self.output.report().hint(format_args!("{more} more faults; `pinsight check` lists all"));
            }
        }
        Ok(self.status())
    }

    /// Returns the status of reading.
    pub(crate) fn status(&self) -> Status {
        match (self.unreadable, self.broken) {
            (true, _) => Status::Unreadable,
            (false, true) => Status::Faulty,
            (false, false) => Status::Done,
        }
    }

    fn unreadable(&mut self, error: &SourceError) -> anyhow::Result<()> {
        self.unreadable = true;
        self.output.finish()?;
        let output = &*self.output;
        self.progress.suspend(|| output.report().error(error));
        Ok(())
    }
}

/// Renders a diagnostic without its severity label.
pub(crate) fn without_label(diagnostic: &Diagnostic) -> String {
    let text = diagnostic.render();
    let label = format!("{}: ", diagnostic.severity());
    text.strip_prefix(&label).unwrap_or(&text).trim_end_matches('\n').to_owned()
}

fn threads(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&number| number <= MAX_THREADS)
        .ok_or_else(|| format!("expected a whole number from 0 to {MAX_THREADS}"))
}

fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text.get(digits.len()..).unwrap_or_default().to_ascii_uppercase().as_str() {
        "" | "B" => Some(0),
        "K" | "KB" | "KIB" => Some(10),
        "M" | "MB" | "MIB" => Some(20),
        "G" | "GB" | "GIB" => Some(30),
        _ => None,
    };
    let bytes = digits.parse::<usize>().ok().zip(shift).and_then(|(n, shift)| n.checked_mul(1 << shift));
    let bytes = bytes.filter(|bytes| (1 << 10..=1 << 30).contains(bytes));
    bytes.ok_or_else(|| "expected a size from 1K to 1G, such as 500K or 64M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_takes_a_unit_suffix() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("1g"), Ok(1 << 30));
        assert_eq!(size("2KiB"), Ok(2048));
        for wrong in ["", "M", "0", "1023", "2G", "-1", "1.5M", "64X", "M64", "99999999999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
