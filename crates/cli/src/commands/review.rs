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
use crate::review::{Look, ReviewedGame, Words, annotate, text};
use crate::selection::{Choice, Selection};

const EXAMPLES: &str = "\
Examples:
  pinsight review game.pgn
  pinsight review --brief --game 3 games.pgn.zst
  pinsight review --tag 'White=Carlsen*' games.pgn -o carlsen.pgn
  pinsight review games.pgn -o report.html
  pinsight review --json games.pgn | jq '.summary'

A line that begins with + is a pin that the move brings, - one that it releases. Below each game: how many pins each side
set, how long each stood, and what the pinned side lost when it ended.

With -o FILE.pgn the games are written with what the review says: words, an arrow from the attacker to the shielded
piece ([%cal]) and a mark on the pinned one ([%csl]), red for absolute pins and yellow for relative ones. Everything that
was there stays, and what is said already is not said again.

With -o FILE.html they become one page to look at, to print and to send: a board to step through, the ledger in words, a
strip that shows which pins stood when. It needs no network and no other file.

Of a game with an illegal move the part before it is looked at; the fault goes to stderr.
Exit code 1 if there was such a fault, or no game that --game and --tag ask for.";

/// Look games through for pins, move by move, and say what became of each
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Review {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    selection: Selection,

    /// One sentence for each pin, without kind, cause, cost and whether it holds
    #[arg(long)]
    brief: bool,

    /// Also skewers and x-rays
    #[arg(long)]
    all: bool,

    /// Also skewers
    #[arg(long)]
    skewers: bool,

    /// What pieces are worth; those that are not named keep their value of p=1,n=3,b=3,r=5,q=9
    #[arg(long, value_parser = parse_values)]
    values: Option<Values>,

    /// Write the games to this file: with comments and arrows (.pgn; `-` is standard output), or a page (.html)
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output
    #[arg(long, requires = "output")]
    force: bool,

    /// One JSON object a line for each game
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

impl Review {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let look = Look {
            options: PinOptions { values: self.values.unwrap_or(VALUES), all: self.all || self.skewers },
            x_rays: self.all,
            words: if self.brief { Words::Sentence } else { Words::Full },
        };
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let form = match (path, &self.output, self.json) {
            (Some(path), _, _) => form_by_name(path)?,
            (None, Some(_), _) => Form::Pgn,
            (None, None, true) => Form::Json,
            (None, None, false) => Form::Text,
        };
        let file = path.map(|path| OutputFile::create(path, self.force)).transpose()?;
        show(&self.games, &self.selection, &look, form, file, output)
    }
}

/// The name says what is written: who asks for another form shall not get this one.
fn form_by_name(path: &Path) -> anyhow::Result<Form> {
    match path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("pgn") => Ok(Form::Pgn),
        Some("html" | "htm") => Ok(Form::Page),
        _ => bail!("cannot tell the format of {}: its name should end in .pgn or .html", path.display()),
    }
}

/// How a review is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Text,
    Json,
    Pgn,
    /// One page for all games.
    Page,
}

/// What came of one game.
enum Shown {
    NotWanted,
    Beyond,
    Game {
        text: Option<io::Result<Vec<u8>>>,
        /// What the page's list of games says of it.
        entry: Option<Box<ReportEntry>>,
        diagnostics: Vec<Diagnostic>,
    },
}

/// Looks all games through and shows them, in the file or on standard output.
pub(crate) fn show(
    games: &Games,
    selection: &Selection,
    look: &Look,
    form: Form,
    mut file: Option<OutputFile>,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::beside_data() };
    let mut run = Run::new(output, progress);
    let (mut found, mut begun) = (false, false);
    let mut entries = Vec::new();
    if let (Some(file), Form::Page) = (&mut file, form) {
        file.write(page::head().as_bytes())?;
    }
    let new_worker = || |raw: RawGame<'_>| one(&raw, selection, look, form, games.several());
    games.process(&mut run, new_worker, |run, shown| {
        let (text, diagnostics) = match shown {
            Shown::Game { text, entry, diagnostics } => {
                entries.extend(entry.map(|entry| *entry));
                (text, diagnostics)
            }
            Shown::Beyond if !games.several() => return Ok(ControlFlow::Break(())),
            Shown::Beyond | Shown::NotWanted => return Ok(ControlFlow::Continue(())),
        };
        found = true;
        if let Some(text) = text.transpose()? {
            let gap: &[u8] = if begun && matches!(form, Form::Text | Form::Pgn) { b"\n" } else { b"" };
            begun = true;
            for bytes in [gap, &text] {
                match (&mut file, form) {
                    (Some(file), _) => file.write(bytes)?,
                    // Colours are ours in the text only.
                    (None, Form::Text) => run.output.bytes(bytes)?,
                    (None, Form::Json | Form::Pgn | Form::Page) => run.output.raw(bytes)?,
                }
            }
        }
        run.report(&diagnostics)?;
        Ok(ControlFlow::Continue(()))
    })?;
    if let (Some(file), Form::Page) = (&mut file, form) {
        file.write(page::tail(entries).as_bytes())?;
    }
    // A mistyped name must not empty the file that is there.
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

fn one(raw: &RawGame<'_>, selection: &Selection, look: &Look, form: Form, name_file: bool) -> Shown {
    match selection.choose(raw) {
        Choice::Wanted => {}
        Choice::NotWanted => return Shown::NotWanted,
        Choice::Beyond => return Shown::Beyond,
    }
    let mut reviewed = ReviewedGame::look_through(raw, look);
    let mut entry = None;
    let text = (!raw.oversized).then(|| match form {
        Form::Text => Ok(text(&reviewed, look.words, name_file).into_bytes()),
        Form::Json => Ok(format!("{}\n", json_text(&reviewed.to_wire())).into_bytes()),
        Form::Pgn => {
            annotate(&mut reviewed, look.words);
            let mut writer = Writer::new(Vec::new());
            writer.write(&reviewed.game).map(|()| writer.into_inner())
        }
        Form::Page => {
            let game = PageGame::of(&reviewed, look.words, name_file);
            entry = Some(Box::new(game.entry));
            Ok(game.element.into_bytes())
        }
    });
    Shown::Game { text, entry, diagnostics: reviewed.game.diagnostics }
}
