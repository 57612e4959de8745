//! `pinsight review`.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use clap::Args;
use pinsight_coach::Coach;
use pinsight_pgn::{RawGame, Writer};
use pinsight_players::Stop;
use pinsight_tactics::PinOptions;
use pinsight_wire::ReportEntry;

use crate::Status;
use crate::args::{CoachArgs, Games, OutputArgs, ReviewFile, Selection, UnlessAllPins, ValuesArgs};
use crate::file::OutputFile;
use crate::games::Run;
use crate::interrupt::stop_on_signal;
use crate::output::{Output, counted, json_text};
use crate::progress::ProgressLine;
use crate::review::page::{self, PageGame};
use crate::review::resume::GrowingFile;
use crate::review::{Detail, LedgerOptions, ReviewedGame, annotate_pins, annotate_review, ledger_text, text};

const EXAMPLES: &str = "\
Examples:
  pinsight review game.pgn
  pinsight review --engine stockfish --game 3 games.pgn.zst
  pinsight review --player Carlsen games.pgn -o carlsen.pgn
  pinsight review games.pgn -o report.html
  pinsight review --json games.pgn | jq '.accuracy'
  pinsight review --all-pins game.pgn

Each move is judged by the win chance that it loses: inaccuracy ?! 10 points, mistake ? 20, blunder ?? 30. A remark \
states what a bad move allows or misses, or what another move exploits or threatens. A line of moves proves it, in which \
every move is the best by search. With the built-in search the result is the same on every run.

-o FILE.pgn writes the games with the review as annotations: NAGs, comments, [%eval], arrows and marks ([%cal], \
[%csl]) and better lines as variations. Existing comments are kept; the glyph and [%eval] of a judged move are \
replaced. Games that FILE.pgn holds already are skipped, \
so an interrupted review continues where it ended.

-o FILE.html writes one self-contained page: a board, the evaluation as a graph, the judged moves and the lines to \
step through. It holds at most 2000 games.

--all-pins lists every pin instead, without an engine: + marks a pin that the move creates, - a pin that it releases. \
A table below each game lists the pins of each side, how long they lasted and what the pinned side lost.

A game with an illegal move is reviewed up to that move; the fault is printed to stderr. Ctrl-C keeps the games \
reviewed so far.
Exit code 1 if a game has such a fault, if no game is selected, or if the page is full.";

/// The maximum number of games of a page: more are slow in a browser, and their list is kept in memory.
const MAX_PAGE_GAMES: u64 = 2_000;

/// Review games: judge each move and explain what decided it
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Review {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    coach: CoachArgs<UnlessAllPins>,

    /// List every pin instead of judging the moves
    #[arg(long)]
    all_pins: bool,

    /// With --all-pins: print one sentence per pin, without kind, cause and cost
    #[arg(long, requires = "all_pins")]
    brief: bool,

    /// With --all-pins: include skewers and x-rays
    #[arg(long, requires = "all_pins")]
    all: bool,

    /// With --all-pins: include skewers
    #[arg(long, requires = "all_pins")]
    skewers: bool,

    #[command(flatten)]
    values: ValuesArgs,

    #[command(flatten)]
    output: OutputArgs<ReviewFile>,

    /// Print one JSON object per game
    #[arg(long, conflicts_with_all = ["output", "force"])]
    json: bool,

    #[command(flatten)]
    selection: Selection,
}

impl Review {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let options = LedgerOptions {
            pins: PinOptions { values: self.values.get(), all: self.all || self.skewers },
            x_rays: self.all,
            detail: if self.brief { Detail::Sentence } else { Detail::Full },
        };
        let path = self.output.path();
        let format = match (path, self.output.is_given(), self.json) {
            (Some(path), _, _) => format_by_name(path)?,
            (None, true, _) => Format::Pgn,
            (None, false, true) => Format::Json,
            (None, false, false) => Format::Text,
        };
        if format == Format::Page {
            page::check_built()?;
        }
        let coach = if self.all_pins { None } else { Some(self.coach()?) };
        let mut files = self.games.file_set()?;
        let target = match path {
            Some(path) if format == Format::Pgn && coach.is_some() => {
                files.add("--output", path)?;
                let options = self.games.split_options();
                Target::Growing(Box::new(GrowingFile::open(path, self.output.is_forced(), options)?))
            }
            _ => self.output.create(&mut files)?.map_or(Target::Stdout, Target::File),
        };
        let reviewer = Reviewer { selection: &self.selection, options, format, coach };
        reviewer.run(&self.games, target, output)
    }

    fn coach(&self) -> anyhow::Result<CoachRun> {
        let coach = self.coach.coach(self.games.threads())?;
        Ok(CoachRun { coach, name: self.coach.engine_name(), stop: stop_on_signal() })
    }
}

/// Returns the format of the extension of `path`.
fn format_by_name(path: &Path) -> anyhow::Result<Format> {
    match path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("pgn") => Ok(Format::Pgn),
        Some("html" | "htm") => Ok(Format::Page),
        _ => bail!("cannot infer the format of {}: expected a name ending in .pgn or .html", path.display()),
    }
}

/// The output format of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text,
    Json,
    Pgn,
    /// One page for all games.
    Page,
}

/// Where a review is written.
pub(crate) enum Target {
    Stdout,
    /// Appears when it is complete.
    File(OutputFile),
    /// Grows game by game.
    Growing(Box<GrowingFile>),
}

/// The coach with what ends it early.
pub(crate) struct CoachRun {
    coach: Coach,
    /// The name of its engine.
    name: String,
    stop: Stop,
}

/// Reviews games, with the coach or as a ledger of pins.
pub(crate) struct Reviewer<'a> {
    pub(crate) selection: &'a Selection,
    pub(crate) options: LedgerOptions,
    pub(crate) format: Format,
    /// `None` for the ledger.
    pub(crate) coach: Option<CoachRun>,
}

/// What has been written so far.
#[derive(Default)]
struct Progress {
    /// A game was written.
    begun: bool,
    skipped: u64,
    written: u64,
    /// The page was full before the last game.
    is_full: bool,
    /// The list of games of the page.
    entries: Vec<ReportEntry>,
}

impl Reviewer<'_> {
    /// Reviews all games and writes them.
    pub(crate) fn run(
        &self,
        games: &Games,
        mut target: Target,
        output: &mut Output,
    ) -> anyhow::Result<Status> {
        let line = match target {
            Target::Stdout => ProgressLine::with_data_on_stdout(),
            _ => ProgressLine::new(),
        };
        let mut run = Run::new(output, line);
        run.stop_with(stop_on_signal());
        let mut progress = Progress::default();
        if let (Target::File(file), Format::Page) = (&mut target, self.format) {
            file.write(page::head().as_bytes())?;
        }
        let many = games.has_multiple_files();
        let filter = self.selection.filter_with(self.options.pins.values);
        let new_worker = || |raw: RawGame<'_>| ReviewedGame::read(&raw, &self.options);
        games.process(&mut run, &filter, new_worker, |run, game| {
            self.take(run, &mut target, &mut progress, game, many)
        })?;
        self.finish(run, target, progress)
    }

    /// Reviews and writes one game.
    fn take(
        &self,
        run: &mut Run<'_>,
        target: &mut Target,
        progress: &mut Progress,
        mut game: ReviewedGame,
        name_file: bool,
    ) -> anyhow::Result<ControlFlow<()>> {
        if self.format == Format::Page && progress.written == MAX_PAGE_GAMES {
            progress.is_full = true;
            return Ok(ControlFlow::Break(()));
        }
        if let Target::Growing(file) = target
            && !game.oversized
            && file.skip(&game.game)?
        {
            progress.skipped += 1;
            run.report(&game.game.diagnostics)?;
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(CoachRun { coach, stop, .. }) = &self.coach {
            let (line, number) = (&run.progress, game.game.number());
            let show = |done, total| line.show_review(number, done, total);
            if !game.coach(coach, stop, &show) {
                return Ok(ControlFlow::Break(()));
            }
        }
        if !game.oversized {
            let bytes = self.write_game(&mut game, name_file, &mut progress.entries)?;
            self.write(run, target, progress.begun, &bytes)?;
            progress.begun = true;
            progress.written += 1;
        }
        run.report(&game.game.diagnostics)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the text of one game in the output format.
    fn write_game(
        &self,
        game: &mut ReviewedGame,
        name_file: bool,
        entries: &mut Vec<ReportEntry>,
    ) -> io::Result<Vec<u8>> {
        let detail = self.options.detail;
        let text = match (self.format, &self.coach) {
            (Format::Text, Some(_)) => text(game, name_file),
            (Format::Text, None) => ledger_text(game, detail, name_file),
            (Format::Json, Some(run)) => format!("{}\n", json_text(&game.to_wire(&run.name))),
            (Format::Json, None) => format!("{}\n", json_text(&game.ledger_to_wire())),
            (Format::Pgn, coach) => {
                match coach {
                    Some(_) => annotate_review(game),
                    None => annotate_pins(game, detail),
                }
                let mut writer = Writer::new(Vec::new());
                return writer.write(&game.game).map(|()| writer.into_inner());
            }
            (Format::Page, coach) => {
                let engine = coach.as_ref().map_or("", |run| run.name.as_str());
                let PageGame { element, entry } = PageGame::of(game, detail, name_file, engine);
                entries.push(entry);
                element
            }
        };
        Ok(text.into_bytes())
    }

    fn write(&self, run: &mut Run<'_>, target: &mut Target, begun: bool, game: &[u8]) -> anyhow::Result<()> {
        if let Target::Growing(file) = target {
            return file.append(game);
        }
        let gap: &[u8] = if begun && matches!(self.format, Format::Text | Format::Pgn) { b"\n" } else { b"" };
        for bytes in [gap, game] {
            match (&mut *target, self.format) {
                (Target::File(file), _) => file.write(bytes)?,
                // Only the text has colours; `raw` writes the bytes of the other formats unchanged.
                (_, Format::Text) => run.output.bytes(bytes)?,
                (_, Format::Json | Format::Pgn | Format::Page) => run.output.raw(bytes)?,
            }
        }
        // A review takes seconds: show each game when it is done.
        if self.coach.is_some() && matches!(target, Target::Stdout) {
            run.output.finish()?;
        }
        Ok(())
    }

    fn finish(&self, run: Run<'_>, target: Target, progress: Progress) -> anyhow::Result<Status> {
        // Keep the existing output if nothing was read or no game matches.
        let is_complete = progress.begun || run.may_be_empty() && !run.is_stopped();
        match target {
            Target::File(mut file) if is_complete => {
                if self.format == Format::Page {
                    file.write(page::tail(progress.entries, self.coach.is_some()).as_bytes())?;
                }
                file.finish()?;
            }
            Target::Growing(file) if is_complete => file.finish()?,
            _ => {}
        }
        let mut report = run.output.report();
        if progress.skipped > 0 {
            report
                .plain(format_args!("skipped {}, already in the output", counted(progress.skipped, "game")));
        }
        if let Some(failure) = self.coach.as_ref().and_then(|run| run.coach.engine_failure()) {
            report.warning(format_args!("{failure}; the built-in search judged the rest"));
        }
        if run.is_stopped() {
            let games = counted(progress.written, "game");
            report.warning(format_args!("interrupted after {games}"));
        }
        if progress.is_full {
            report.warning(format_args!(
                "the page holds the first {MAX_PAGE_GAMES} games; select fewer, or write them with -o FILE.pgn"
            ));
        }
        match run.finish()? {
            Status::Done if progress.is_full => Ok(Status::Faulty),
            status => Ok(status),
        }
    }
}
