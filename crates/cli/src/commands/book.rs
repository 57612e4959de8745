//! `pinsight book`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueHint};
use pinsight_openings::{Book as Polyglot, BookBuilder, BookError};
use pinsight_pgn::{Diagnostic, RawGame, Replayer};
use pinsight_players::{OpeningBook, Rng};
use pinsight_rules::Color;
use pinsight_wire as wire;

use crate::Status;
use crate::args::{Games, OutputArgs, PolyglotFile, RowsArgs, Selection, StartArgs, number, side};
use crate::files::Files;
use crate::games::Run;
use crate::output::{Output, counted};
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Examples:
  pinsight book games.pgn -o my.bin
  pinsight book --player Carlsen --min-games 3 games.pgn.zst -o carlsen.bin
  pinsight book merge one.bin other.bin -o both.bin
  pinsight book show my.bin
  pinsight book show my.bin '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'

A move gets two points for a win of the side that plays it and one for a draw; its points are its weight. A move that \
only lost is left out, and unfinished games do not count.
`pinsight play --book my.bin`, `pinsight match search,book=my.bin greedy` and the options OwnBook and BookFile of \
`pinsight uci` play from a book.

Exit code 1 if a game is broken, if no game is selected, or if `show` finds no move.";

/// Make, merge and show opening books in Polyglot format
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Book {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    make: Make,
}

#[derive(Subcommand, Debug)]
enum Action {
    Merge(Merge),
    Show(Show),
}

/// Makes a book of games.
#[derive(Args, Debug)]
struct Make {
    #[command(flatten)]
    games: Games,

    /// Take this many plies of each game
    #[arg(long, value_name = "N", default_value = "30", value_parser = number::<u32>(1..=1000))]
    max_ply: u32,

    /// Take moves that were played in at least this many games
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u64>(1..))]
    min_games: u64,

    /// Take only the moves of this side: white or black
    #[arg(long, value_name = "COLOR", value_parser = side(), hide_possible_values = true)]
    side: Option<Color>,

    #[command(flatten)]
    output: OutputArgs<PolyglotFile>,

    #[command(flatten)]
    selection: Selection,
}

/// Add up the weights of several books
#[derive(Args, Debug)]
struct Merge {
    /// Polyglot books
    #[arg(value_name = "BOOKS", required = true, value_hint = ValueHint::FilePath)]
    books: Vec<PathBuf>,

    #[command(flatten)]
    output: OutputArgs<PolyglotFile>,
}

/// Show the moves of a position in a book
#[derive(Args, Debug)]
struct Show {
    /// Polyglot book
    #[arg(value_hint = ValueHint::FilePath)]
    book: PathBuf,

    #[command(flatten)]
    position: StartArgs,

    /// Print only one move, chosen by its weight
    #[arg(long)]
    choose: bool,

    /// With --choose: set the random seed
    #[arg(long, value_name = "N", default_value = "0", requires = "choose", value_parser = number::<u64>(0..))]
    seed: u64,

    #[command(flatten)]
    rows: RowsArgs,
}

impl Book {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        match &self.action {
            None => self.make.run(output),
            Some(Action::Merge(merge)) => merge.run(output),
            Some(Action::Show(show)) => show.run(output),
        }
    }
}

impl Make {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let is_book = |path: &&PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin"));
        if let Some(book) = self.games.files().iter().find(is_book) {
            bail!("{}: expected games, found a book: `pinsight book merge` merges books", book.display());
        }
        let mut files = self.games.file_set()?;
        require(&self.output)?;
        let file = self.output.create(&mut files)?;
        let mut run = Run::new(output, ProgressLine::new());
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |games: &[RawGame<'_>]| self.collect(&mut replayer, games)
        };
        let mut builder = BookBuilder::default();
        self.games.process_batches(&mut run, &self.selection.filter(), new_worker, |run, batch| {
            let (moves, diagnostics) = batch;
            builder.merge(moves);
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        // Keep the existing output if the inputs failed.
        if run.may_be_empty() {
            write(&builder.finish(self.min_games), file, run.output)?;
        }
        run.finish()
    }

    fn collect(&self, replayer: &mut Replayer, games: &[RawGame<'_>]) -> (BookBuilder, Vec<Diagnostic>) {
        let mut builder = BookBuilder::default();
        let mut diagnostics = Vec::new();
        let mut moves = Vec::new();
        for raw in games {
            moves.clear();
            let replayed = replayer.replay_with(raw, |played| {
                let is_wanted = self.side.is_none_or(|side| side == played.before.turn());
                if played.ply <= self.max_ply && is_wanted {
                    moves.push((*played.before, played.played));
                }
            });
            for (before, played) in &moves {
                builder.add(before, *played, replayed.result);
            }
            diagnostics.extend(replayed.diagnostics);
        }
        (builder, diagnostics)
    }
}

impl Merge {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        require(&self.output)?;
        let file = self.output.create(&mut Files::reading(&self.books)?)?;
        let books = self.books.iter().map(|path| open(path)).collect::<anyhow::Result<Vec<_>>>()?;
        write(&Polyglot::merge(&books), file, output)?;
        Ok(Status::Done)
    }
}

impl Show {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut writer = self.rows.create(&mut Files::reading([&self.book])?)?;
        let position = self.position.read(output)?;
        let mut probe = open(&self.book)?.probe(&position);
        if probe.illegal > 0 {
            let entries = if probe.illegal == 1 { "entry" } else { "entries" };
            let illegal = probe.illegal;
            let name = self.book.display();
            output.report().warning(format_args!("{name}: skipped {illegal} {entries} with an illegal move"));
        }
        let total = probe.weight();
        if self.choose {
            let chosen = probe.choose(Rng::new(self.seed).bits());
            probe.moves.retain(|found| Some(found.played) == chosen);
        }
        let rows = wire::BookMove::all(&position, &probe, total);
        if self.rows.is_text() {
            for row in &rows {
                let share = row.share.map_or_else(String::new, |share| format!("{:>5.1} %", 100.0 * share));
                writer.line(&format!("{:<7} {:>6} {share}", row.san, row.weight), output)?;
            }
        } else {
            writer.rows(&rows, output)?;
        }
        writer.finish(true)?;
        if rows.is_empty() {
            output.report().plain("no move in the book");
            return Ok(Status::NothingFound);
        }
        Ok(Status::Done)
    }
}

/// Opens a book; the error names it.
fn open(path: &Path) -> anyhow::Result<Polyglot> {
    Polyglot::open(path).map_err(|error| match error {
        BookError::Read(error) if error.kind() == std::io::ErrorKind::NotFound => {
            anyhow::anyhow!("{}: no such file", path.display())
        }
        error => anyhow::anyhow!("{}: {error}", path.display()),
    })
}

/// Opens a book to play from.
pub(crate) fn open_for_play(path: &Path) -> anyhow::Result<OpeningBook> {
    let book = open(path)?;
    Ok(OpeningBook::new(move |position, random| book.probe(position).choose(random)))
}

/// Fails without an output: a book is binary, so it does not belong on a terminal.
fn require(output: &OutputArgs<PolyglotFile>) -> anyhow::Result<()> {
    match output.is_given() {
        true => Ok(()),
        false => bail!("a book needs an output file: use -o my.bin"),
    }
}

fn write(book: &Polyglot, file: Option<crate::file::OutputFile>, output: &mut Output) -> anyhow::Result<()> {
    match file {
        Some(mut file) => {
            book.write(&mut file).context("cannot write the book")?;
            file.finish()?;
        }
        None => output.raw(&book.to_bytes())?,
    }
    output.finish()?;
    output.report().plain(counted(book.entries().len() as u64, "book move"));
    Ok(())
}
