//! `pinsight review`.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use pinsight_pgn::{Diagnostic, RawGame, Writer};
use pinsight_rules::{VALUES, Values};
use pinsight_tactics::{PinOptions, parse_values};
use pinsight_wire::ReportEntry;

use crate::Status;
use crate::file::OutputFile;
use crate::games::{Games, Run};
use crate::output::{Output, json_text};
use crate::progress::ProgressLine;
use crate::review::page::{self, PageGame};
use crate::review::{Detail, ReviewOptions, ReviewedGame, annotate, text};
use crate::selection::{Choice, Selection};

const EXAMPLES: &str = "\
Examples:
  pinsight review game.pgn
  pinsight review --brief --game 3 games.pgn.zst
  pinsight review --tag 'White=Carlsen*' games.pgn -o carlsen.pgn
  pinsight review games.pgn -o report.html
  pinsight review --json games.pgn | jq '.summary'

+ marks a pin that the move creates, - a pin that it releases. A table below each game lists the pins of each side,
how long they lasted and what the pinned side lost when they ended.

-o FILE.pgn writes the games with the review as annotations: a comment, an arrow from the attacker to the shielded
piece ([%cal]) and a mark on the pinned piece ([%csl]), red for absolute pins, yellow for relative ones. Existing
annotations are kept; texts that are already there are not repeated.

-o FILE.html writes one self-contained page: a board to step through, the pins in words and a timeline of the pins.

A game with an illegal move is reviewed up to that move; the fault is printed to stderr.
Exit code 1 if a game has such a fault, or if no game matches --game and --tag.";

/// Review games for pins, move by move, with the outcome of each pin
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Review {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    selection: Selection,

    /// Print one sentence per pin, without kind, cause and cost
    #[arg(long)]
    brief: bool,

    /// Include skewers and x-rays
    #[arg(long)]
    all: bool,

    /// Include skewers
    #[arg(long)]
    skewers: bool,

    /// Set piece values; omitted pieces default to p=1,n=3,b=3,r=5,q=9
    #[arg(long, value_parser = parse_values)]
    values: Option<Values>,

    /// Write to this file: annotated games (.pgn) or a page (.html); `-` is PGN on standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite an existing --output file
    #[arg(long, requires = "output")]
    force: bool,

    /// Print one JSON object per game
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

impl Review {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let options = ReviewOptions {
            pins: PinOptions { values: self.values.unwrap_or(VALUES), all: self.all || self.skewers },
            x_rays: self.all,
            detail: if self.brief { Detail::Sentence } else { Detail::Full },
        };
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let format = match (path, &self.output, self.json) {
            (Some(path), _, _) => format_by_name(path)?,
            (None, Some(_), _) => Format::Pgn,
            (None, None, true) => Format::Json,
            (None, None, false) => Format::Text,
        };
        let file = path.map(|path| OutputFile::create(path, self.force)).transpose()?;
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
enum ReviewOutput {
    Skipped,
    PastEnd,
    Game {
        text: Option<io::Result<Vec<u8>>>,
        /// The entry in the list of games of the page.
        entry: Option<Box<ReportEntry>>,
        diagnostics: Vec<Diagnostic>,
    },
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
    let (mut found, mut begun) = (false, false);
    let mut entries = Vec::new();
    if let (Some(file), Format::Page) = (&mut file, format) {
        file.write(page::head().as_bytes())?;
    }
    let new_worker =
        || |raw: RawGame<'_>| review_game(&raw, selection, options, format, games.has_multiple_files());
    games.process(&mut run, new_worker, |run, game| {
        let (text, diagnostics) = match game {
            ReviewOutput::Game { text, entry, diagnostics } => {
                entries.extend(entry.map(|entry| *entry));
                (text, diagnostics)
            }
            ReviewOutput::PastEnd if !games.has_multiple_files() => return Ok(ControlFlow::Break(())),
            ReviewOutput::PastEnd | ReviewOutput::Skipped => return Ok(ControlFlow::Continue(())),
        };
        found = true;
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
    // Keep the existing output if the inputs failed.
    if let Some(file) = file.filter(|_| begun || !run.is_incomplete()) {
        file.finish()?;
    }
    if selection.is_any() && !found {
        run.output.report().plain("no game matches");
        return Ok(match run.finish()? {
            Status::Done => Status::NothingFound,
            status => status,
        });
    }
    run.finish()
}

fn review_game(
    raw: &RawGame<'_>,
    selection: &Selection,
    options: &ReviewOptions,
    format: Format,
    name_file: bool,
) -> ReviewOutput {
    match selection.choose(raw) {
        Choice::Selected => {}
        Choice::Skipped => return ReviewOutput::Skipped,
        Choice::PastEnd => return ReviewOutput::PastEnd,
    }
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
    ReviewOutput::Game { text, entry, diagnostics: reviewed.game.diagnostics }
}
