//! Reading games from files: the loop of all commands that take PGN files.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use pinsight_data::StoredPgn;
use pinsight_pgn::{
    Batch, Diagnostic, Event, Fault, Overflow, ProcessOptions, Progress, RawGame, Replayer, Severity, Source,
    SourceError, SplitOptions, Verdict, process, process_batches,
};
use pinsight_players::Stop;
use pinsight_search::{Choice, GameFilter, GameSelector};

use crate::Status;
use crate::args::Games;
use crate::file::{OutputFile, games_of_folder, is_parquet, open_file};
use crate::files::Files;
use crate::interrupt::StoppableStdin;
use crate::output::Output;
use crate::progress::ProgressLine;

/// Maximum number of faults of one kind that commands other than `check` report.
const MAX_REPORTED: u64 = 10;

impl Games {
    /// Writes the text that `show` returns for each selected game to `file`, or else to stdout, separated by `between`,
    /// and reports the faults. Skips games with an empty text.
    pub(crate) fn write_each<T: AsRef<[u8]> + Send>(
        &self,
        output: &mut Output,
        filter: &GameFilter,
        mut file: Option<OutputFile>,
        between: &str,
        show: impl Fn(&mut Replayer, &RawGame<'_>) -> (T, Vec<Diagnostic>) + Sync,
    ) -> anyhow::Result<Status> {
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::with_data_on_stdout() };
        let mut run = Run::new(output, progress);
        let new_worker = || {
            let (mut replayer, show) = (Replayer::new(), &show);
            move |raw: RawGame<'_>| show(&mut replayer, &raw)
        };
        let mut begun = false;
        self.process(&mut run, filter, new_worker, |run, (text, diagnostics)| {
            let text = text.as_ref();
            if !text.is_empty() {
                let gap = if begun { between.as_bytes() } else { b"" };
                begun = true;
                for part in [gap, text] {
                    match &mut file {
                        Some(file) => file.write(part)?,
                        None => run.output.raw(part)?,
                    }
                }
            }
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        // Keep the existing output if the inputs failed or no game matches.
        if let Some(file) = file.filter(|_| begun || run.may_be_empty()) {
            file.finish()?;
        }
        run.finish()
    }

    /// Runs `new_worker` on the selected games and passes the results to `take` in the order of the games.
    ///
    /// Reports a file that cannot be read and continues with the next one.
    pub(crate) fn process<T: Send, W: FnMut(RawGame<'_>) -> T>(
        &self,
        run: &mut Run<'_>,
        filter: &GameFilter,
        new_worker: impl Fn() -> W + Sync,
        take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        self.process_with(run, filter, None, new_worker, take)
    }

    /// Like `process`; `overflow` receives the bytes of oversized games.
    pub(crate) fn process_with<T: Send, W: FnMut(RawGame<'_>) -> T>(
        &self,
        run: &mut Run<'_>,
        filter: &GameFilter,
        overflow: Option<Overflow>,
        new_worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let (options, sources) = self.begin(run, filter, overflow);
        let new_worker = || {
            let (mut selector, mut work) = (GameSelector::new(filter), new_worker());
            move |raw: RawGame<'_>| match selector.choose(&raw) {
                Choice::Selected => Selected { games: 1, past_end: false, result: Some(work(raw)) },
                choice => Selected { games: 0, past_end: choice == Choice::PastEnd, result: None },
            }
        };
        let flow = process(sources, &options, new_worker, |event| self.deliver(run, event, &mut take));
        run.progress.end();
        flow.break_value().unwrap_or(Ok(()))
    }

    /// Like `process`, for workers that take a batch of games.
    pub(crate) fn process_batches<T: Send, W: FnMut(&[RawGame<'_>]) -> T>(
        &self,
        run: &mut Run<'_>,
        filter: &GameFilter,
        new_worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let (options, sources) = self.begin(run, filter, None);
        let new_worker = || {
            let (mut selector, mut work) = (GameSelector::new(filter), new_worker());
            move |batch: &Batch| {
                let mut past_end = false;
                let mut games = Vec::new();
                for raw in batch.games() {
                    match selector.choose(&raw) {
                        Choice::Selected => games.push(raw),
                        choice => past_end |= choice == Choice::PastEnd,
                    }
                }
                Selected { games: games.len() as u64, past_end, result: Some(work(&games)) }
            }
        };
        let flow =
            process_batches(sources, &options, new_worker, |event| self.deliver(run, event, &mut take));
        run.progress.end();
        flow.break_value().unwrap_or(Ok(()))
    }

    /// Returns the files to read; `-` is standard input.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        if self.files().is_empty() { vec![PathBuf::from("-")] } else { self.files().to_vec() }
    }

    /// Returns the inputs, with which the outputs of the command are compared.
    pub(crate) fn file_set(&self) -> anyhow::Result<Files> {
        Files::reading(self.inputs())
    }

    fn begin(
        &self,
        run: &mut Run<'_>,
        filter: &GameFilter,
        overflow: Option<Overflow>,
    ) -> (ProcessOptions, impl Iterator<Item = Result<Source, SourceError>> + Send + use<>) {
        run.is_filtered = filter.is_any();
        let options = ProcessOptions {
            split: SplitOptions { overflow, ..self.split_options() },
            threads: self.threads(),
        };
        let files = self.inputs();
        let from_terminal = files.iter().any(|path| is_stdin(path)) && io::stdin().is_terminal();
        if from_terminal {
            run.output.report().plain("reading games from the terminal; end with Ctrl-D");
        }
        run.progress.begin(&files);
        let stop = run.stop.clone();
        (options, files.into_iter().map(move |path| open(&path, stop.as_ref())))
    }

    /// Passes results to `take`, reports unreadable files and updates the progress line.
    fn deliver<T>(
        &self,
        run: &mut Run<'_>,
        event: Event<Selected<T>>,
        take: &mut impl FnMut(&mut Run<'_>, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> ControlFlow<anyhow::Result<()>> {
        let flow = match event {
            Event::Game(Selected { games, past_end, result }) => {
                run.has_games = true;
                run.selected += games;
                let flow = match result {
                    Some(result) => take(run, result),
                    None => Ok(ControlFlow::Continue(())),
                };
                match flow {
                    Ok(ControlFlow::Continue(())) if past_end && !self.has_multiple_files() => {
                        ControlFlow::Break(Ok(()))
                    }
                    Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            }
            Event::Failed(error) => match run.unreadable(&error) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            },
            Event::Progress(progress) => {
                run.done = progress;
                run.progress.show(&progress);
                ControlFlow::Continue(())
            }
        };
        match flow {
            ControlFlow::Continue(()) if run.is_stopped() => ControlFlow::Break(Ok(())),
            flow => flow,
        }
    }
}

/// The result of one game or batch.
struct Selected<T> {
    /// The number of selected games.
    games: u64,
    /// Whether a game was after the last selected game of its file.
    past_end: bool,
    /// `None` if no game was selected.
    result: Option<T>,
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(path: &Path, stop: Option<&Stop>) -> Result<Source, SourceError> {
    match stop {
        _ if path.is_dir() || is_parquet(path) => open_parquet(path),
        _ if !is_stdin(path) => Source::open(path),
        Some(stop) => Ok(Source::from_reader("-", StoppableStdin::new(stop.clone()))),
        None => Ok(Source::stdin()),
    }
}

/// Opens a Parquet file as a stream of PGN. For a folder, returns why it has no games.
fn open_parquet(path: &Path) -> Result<Source, SourceError> {
    let name = path.to_string_lossy();
    let opened = match path.is_dir() {
        true => games_of_folder(path).and_then(|_| bail!("the folder has changed")),
        false => open_file(path).and_then(|file| Ok(StoredPgn::open(file)?)),
    };
    match opened.map_err(io::Error::other) {
        Ok(games) => Ok(Source::from_reader(&name, games)),
        Err(cause) => Err(SourceError {
            name: name.as_ref().into(),
            packed: None,
            unpacked: 0,
            unfinished: None,
            cause,
        }),
    }
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
    /// Whether the command selects games.
    is_filtered: bool,
    /// Number of selected games.
    selected: u64,
    /// Whether the input has a game, selected or not.
    has_games: bool,
    /// Ends the run early.
    stop: Option<Stop>,
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
            is_filtered: false,
            selected: 0,
            has_games: false,
            stop: None,
        }
    }

    /// Counts games of a table: all of them, and those selected.
    pub(crate) fn add_games(&mut self, all: u64, selected: u64) {
        self.has_games |= all > 0;
        self.selected += selected;
        self.done.games += all;
    }

    /// Sets whether the command selects games.
    pub(crate) fn set_filtered(&mut self, is_filtered: bool) {
        self.is_filtered = is_filtered;
    }

    /// Reports a table that cannot be read.
    pub(crate) fn unreadable_table(
        &mut self,
        name: &str,
        error: &dyn std::error::Error,
    ) -> anyhow::Result<()> {
        self.unreadable = true;
        self.output.finish()?;
        let output = &*self.output;
        self.progress.suspend(|| output.report().error(format_args!("{name}: {error}")));
        Ok(())
    }

    /// Ends the run after the current game when `stop` is raised.
    pub(crate) fn stop_with(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    /// Returns whether the run was ended early.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_raised)
    }

    /// Returns whether some input could not be read.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.unreadable
    }

    /// Counts a game that is read outside `process`.
    pub(crate) fn count_game(&mut self) {
        self.has_games = true;
        self.done.games += 1;
    }

    /// Returns whether an output without games is complete: all inputs were read, and the command selects none or found
    /// one.
    pub(crate) fn may_be_empty(&self) -> bool {
        !self.unreadable && !self.found_no_game()
    }

    /// Counts a fault and returns the count of its kind; `None` if it is a repeated `NotUtf8`, which is shown only once
    /// per source.
    pub(crate) fn count(&mut self, diagnostic: &Diagnostic, severity: Severity) -> Option<u64> {
        let count = self.kinds.entry((severity, diagnostic.fault.code())).or_default();
        *count += 1;
        let is_shown = !matches!(diagnostic.fault, Fault::NotUtf8 { .. })
            || self.not_utf8.insert(Arc::clone(&diagnostic.source));
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

    /// Returns whether a game was selected.
    pub(crate) fn has_selected(&self) -> bool {
        self.selected > 0
    }

    /// Returns whether the command selects games and found none.
    pub(crate) fn found_no_game(&self) -> bool {
        self.is_filtered && self.selected == 0
    }

    /// Reports the number of unreported faults, or that there is no game, and returns the status.
    pub(crate) fn finish(self) -> anyhow::Result<Status> {
        self.output.finish()?;
        if self.found_no_game() {
            self.output.report().plain("no game matches");
        } else if !self.has_games && !self.unreadable && !self.is_stopped() {
            self.output.report().warning("no games in the input");
        }
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
            (false, false) if self.found_no_game() => Status::NothingFound,
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
