//! `pinsight review`.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use clap::Args;
use pinsight_pgn::{Diagnostic, RawGame, Writer};
use pinsight_tactics::PinOptions;
use pinsight_wire::ReportEntry;

use crate::Status;
use crate::args::{Games, OutputArgs, ReviewFile, Selection, ValuesArgs};
use crate::file::OutputFile;
use crate::games::Run;
use crate::interrupt::stop_on_signal;
use crate::output::{Output, counted, json_text};
use crate::progress::ProgressLine;
use crate::review::page::{self, PageGame};
use crate::review::{Detail, ReviewOptions, ReviewedGame, annotate, text};

const EXAMPLES: &str = "\
Examples:
  pinsight review game.pgn
  pinsight review --brief --game 3 games.pgn.zst
  pinsight review --player Carlsen games.pgn -o carlsen.pgn
  pinsight review games.pgn -o report.html
  pinsight review --json games.pgn | jq '.summary'

+ marks a pin that the move creates, - a pin that it releases. A table below each game lists the pins of each side, \
how long they lasted and what the pinned side lost when they ended.

-o FILE.pgn writes the games with the review as annotations: a comment, an arrow from the attacker to the shielded \
piece ([%cal]) and a mark on the pinned piece ([%csl]), red for absolute pins, yellow for relative ones. Existing \
annotations are kept; texts that are already there are not repeated.

-o FILE.html writes one self-contained page: a board to step through, the pins in words and a timeline of the pins.

A game with an illegal move is reviewed up to that move; the fault is printed to stderr. Ctrl-C keeps the games \
reviewed so far.
Exit code 1 if a game has such a fault, or if no game is selected.";

/// Review games for pins, move by move, with the outcome of each pin
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Review {
    #[command(flatten)]
    games: Games,

    /// Print one sentence per pin, without kind, cause and cost
    #[arg(long)]
    brief: bool,

    /// Include skewers and x-rays
    #[arg(long)]
    all: bool,

    /// Include skewers
    #[arg(long)]
    skewers: bool,

    #[command(flatten)]
    values: ValuesArgs,

    #[command(flatten)]
    output: OutputArgs<ReviewFile>,

    /// Print one JSON object per game
    #[arg(long, conflicts_with = "output")]
    json: bool,

    #[command(flatten)]
    selection: Selection,
}

impl Review {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let options = ReviewOptions {
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
        let file = self.output.create(&mut self.games.file_set()?)?;
        review_games(&self.games, &self.selection, &options, format, file, output)
    }
}

/// Returns the format that the extension of `path` stands for.
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

/// The review of one game, ready to be written.
struct ReviewOutput {
    text: Option<io::Result<Vec<u8>>>,
    /// The entry in the list of games of the page.
    entry: Option<Box<ReportEntry>>,
    diagnostics: Vec<Diagnostic>,
}

/// Reviews all games and writes them to the file, or else to standard output.
pub(crate) fn review_games(
    games: &Games,
    selection: &Selection,
    options: &ReviewOptions,
    format: Format,
    mut file: Option<OutputFile>,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::with_data_on_stdout() };
    let mut run = Run::new(output, progress);
    run.stop_with(stop_on_signal());
    let mut begun = false;
    let mut entries = Vec::new();
    if let (Some(file), Format::Page) = (&mut file, format) {
        file.write(page::head().as_bytes())?;
    }
    let new_worker = || |raw: RawGame<'_>| review_game(&raw, options, format, games.has_multiple_files());
    let filter = selection.filter_with(options.pins.values);
    games.process(&mut run, &filter, new_worker, |run, game| {
        let ReviewOutput { text, entry, diagnostics } = game;
        entries.extend(entry.map(|entry| *entry));
        if let Some(text) = text.transpose()? {
            let gap: &[u8] = if begun && matches!(format, Format::Text | Format::Pgn) { b"\n" } else { b"" };
            begun = true;
            for bytes in [gap, &text] {
                match (&mut file, format) {
                    (Some(file), _) => file.write(bytes)?,
                    // Only the text has our colours; `raw` keeps the bytes of the other formats.
                    (None, Format::Text) => run.output.bytes(bytes)?,
                    (None, Format::Json | Format::Pgn | Format::Page) => run.output.raw(bytes)?,
                }
            }
        }
        run.report(&diagnostics)?;
        Ok(ControlFlow::Continue(()))
    })?;
    if let (Some(file), Format::Page) = (&mut file, format) {
        file.write(page::tail(entries).as_bytes())?;
    }
    // Keep the existing output if nothing was read.
    if let Some(file) = file.filter(|_| begun || !run.is_incomplete() && !run.is_stopped()) {
        file.finish()?;
    }
    if run.is_stopped() {
        let games = counted(run.selected(), "game");
        run.output.report().warning(format_args!("interrupted after {games}"));
    }
    run.finish()
}

fn review_game(raw: &RawGame<'_>, options: &ReviewOptions, format: Format, name_file: bool) -> ReviewOutput {
    let mut reviewed = ReviewedGame::read(raw, options);
    let mut entry = None;
    let text = (!raw.oversized).then(|| match format {
        Format::Text => Ok(text(&reviewed, options.detail, name_file).into_bytes()),
        Format::Json => Ok(format!("{}\n", json_text(&reviewed.to_wire())).into_bytes()),
        Format::Pgn => {
            annotate(&mut reviewed, options.detail);
            let mut writer = Writer::new(Vec::new());
            writer.write(&reviewed.game).map(|()| writer.into_inner())
        }
        Format::Page => {
            let game = PageGame::of(&reviewed, options.detail, name_file);
            entry = Some(Box::new(game.entry));
            Ok(game.element.into_bytes())
        }
    });
    ReviewOutput { text, entry, diagnostics: reviewed.game.diagnostics }
}
