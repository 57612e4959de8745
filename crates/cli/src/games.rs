//! Games from files: what all commands that read them have in common.

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

/// So many faults of one kind are told by a command that has something else to say.
const FAULTS_TOLD: u64 = 10;

/// Where games come from, and how they are read.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// PGN files, plain or packed with zstd, gzip or bzip2; none or `-` is standard input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,

    /// How many threads work, up to 256; 0 for one per core. The output is the same
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        allow_negative_numbers = true,
        value_parser = threads
    )]
    threads: u32,

    /// Set a game aside that is longer than this: bytes, or with K, M or G behind
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    max_game: usize,
}

impl Games {
    /// These files, read with all cores.
    pub(crate) fn of(files: Vec<PathBuf>) -> Self {
        Self { files, threads: 0, max_game: 64 << 20 }
    }

    /// Whether games come from more than one file, so that their numbers alone do not tell them apart.
    pub(crate) fn several(&self) -> bool {
        self.files.len() > 1
    }

    /// Replays all games and writes what is to be shown of each to stdout, with something between two of them; reports
    /// the faults. Of a game with nothing to show nothing is written.
    pub(crate) fn show_each(
        &self,
        output: &mut Output,
        between: &str,
        show: impl Fn(&mut Replayer, &RawGame<'_>) -> (String, Vec<Diagnostic>) + Sync,
    ) -> anyhow::Result<Status> {
        let mut run = Run::new(output, ProgressLine::beside_data());
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

    /// Works on all games and hands over what comes of it, in the order of the games.
    ///
    /// A file that cannot be read is reported, and the others follow.
    pub(crate) fn process<T: Send, W: FnMut(RawGame<'_>) -> T>(
        &self,
        run: &mut Run<'_>,
        new_worker: impl Fn() -> W + Sync,
        take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        self.process_with(run, None, new_worker, take)
    }

    /// The same, with somebody who is told the bytes of games that are too long.
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

    /// The same for a command that works on many games at once.
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

    /// The files as they were named.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// How many threads are to work.
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
        let typed = files.iter().any(|path| is_stdin(path)) && io::stdin().is_terminal();
        if typed {
            run.output.report().plain("reading games from the terminal, up to Ctrl-D");
        }
        run.progress.begin(&files);
        (options, files.into_iter().map(|path| open(&path)))
    }
}

/// Hands what comes of the games to a command, and says what else happens.
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

/// A command on its way through the games: its output, and what it met.
pub(crate) struct Run<'a> {
    pub(crate) output: &'a mut Output,
    pub(crate) progress: ProgressLine,
    /// How far it has got.
    pub(crate) done: Progress,
    /// The sources whose encoding has been reported.
    not_utf8: HashSet<Arc<str>>,
    /// Faults by their kind.
    kinds: BTreeMap<(Severity, &'static str), u64>,
    /// Faults that nobody has told yet.
    untold: u64,
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
            untold: 0,
            unreadable: false,
            broken: false,
        }
    }

    /// Whether some of the input could not be read.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.unreadable
    }

    /// Counts a fault and returns the number of its kind so far; `None` if it need not be shown, because the encoding
    /// of a source is reported only once.
    pub(crate) fn count(&mut self, diagnostic: &Diagnostic, severity: Severity) -> Option<u64> {
        let count = self.kinds.entry((severity, diagnostic.fault.code())).or_default();
        *count += 1;
        let is_shown =
            diagnostic.fault != Fault::NotUtf8 || self.not_utf8.insert(Arc::clone(&diagnostic.source));
        is_shown.then_some(*count)
    }

    /// Faults counted so far, errors first.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Severity, &'static str, u64)> {
        self.kinds.iter().rev().map(|(&(severity, code), &count)| (severity, code, count))
    }

    /// Reports the faults of a game to stderr, the first few of each kind.
    pub(crate) fn report(&mut self, diagnostics: &[Diagnostic]) -> anyhow::Result<()> {
        self.broken |= Verdict::of(diagnostics) == Verdict::Broken;
        for diagnostic in diagnostics {
            if let Fault::More { count } = diagnostic.fault {
                self.untold += count;
                continue;
            }
            match self.count(diagnostic, diagnostic.severity()) {
                None => continue,
                Some(count) if count > FAULTS_TOLD => self.untold += 1,
                Some(_) => self.tell(diagnostic)?,
            }
        }
        Ok(())
    }

    fn tell(&mut self, diagnostic: &Diagnostic) -> anyhow::Result<()> {
        self.output.finish()?;
        let (output, message) = (&*self.output, with_place(diagnostic));
        self.progress.aside(|| match diagnostic.severity() {
            Severity::Warning => output.report().warning(message),
            Severity::Error => output.report().error(message),
        });
        Ok(())
    }

    /// Says what was not told, and how the run has ended.
    pub(crate) fn finish(self) -> anyhow::Result<Status> {
        self.output.finish()?;
        match self.untold {
            0 => {}
            1 => self.output.report().hint("1 more fault; `pinsight check` lists them all"),
            more => {
                self.output
                    .report()
                    .hint(format_args!("{more} more faults; `pinsight check` lists them all"));
            }
        }
        Ok(self.status())
    }

    /// How the run has ended, as far as reading goes.
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
        self.progress.aside(|| output.report().error(error));
        Ok(())
    }
}

/// The diagnostic over several lines, without the label that stands before it.
pub(crate) fn with_place(diagnostic: &Diagnostic) -> String {
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
    bytes.ok_or_else(|| "expected a size from 1K to 1G, like 500K or 64M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("1g"), Ok(1 << 30));
        assert_eq!(size("2KiB"), Ok(2048));
        for wrong in ["", "M", "0", "1023", "2G", "-1", "1.5M", "64X", "M64", "99999999999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
