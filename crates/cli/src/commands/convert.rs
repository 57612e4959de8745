//! `pinsight convert`.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use pinsight_data::arrow::SchemaRef;
use pinsight_data::{GameBatchBuilder, POSITIONS, PositionBatchBuilder, StoredGames, TableFormat};
use pinsight_pgn::RawGame;

use crate::Status;
use crate::args::{ConvertFile, CsvArgs, Games, OutputArgs, Selection};
use crate::file::{OutputFile, format_of, is_parquet, open_file};
use crate::games::Run;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::table::TableOutput;

const EXAMPLES: &str = "\
Examples:
  pinsight convert games.pgn.zst -o games.parquet
  pinsight convert *.pgn -o games.parquet --movetext
  pinsight convert games.parquet -o games.pgn
  pinsight convert lichess.parquet -o games.parquet
  pinsight convert games.pgn -o games.csv
  pinsight convert games.pgn --positions -o positions.parquet
  pinsight convert --json games.pgn | head

Writes one row per game, or per position with --positions; docs/data.md describes the columns. Tags, moves, clocks, evals and results survive a round \
trip exactly; variations, prose and NAGs such as $1 need --movetext.
A game with an illegal move is converted up to that move; its row holds the fault, which is also printed to stderr.
Exit code 1 if a game has such a fault, or if no game is selected.";

/// Convert games from PGN or Parquet to Parquet, CSV or JSON lines, and Parquet to PGN
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    output: OutputArgs<ConvertFile>,

    /// Set the output format; default: by the name of the --output file
    #[arg(long)]
    format: Option<Format>,

    /// Print one JSON object per game, like --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    csv: CsvArgs,

    /// Add a column with the movetext, including comments and variations
    #[arg(long)]
    movetext: bool,

    /// Write one row per position instead of one per game
    #[arg(long, conflicts_with = "movetext")]
    positions: bool,

    #[command(flatten)]
    selection: Selection,
}

/// The output format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Compressed columns
    Parquet,
    /// Comma-separated values with a header line
    Csv,
    /// One JSON object per line
    #[value(aliases = ["json", "ndjson"])]
    Jsonl,
    /// Games, from a Parquet file
    Pgn,
}

impl Convert {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let path = self.output.path();
        let packed = self.games.files().iter().filter(|path| is_parquet(path)).count();
        let given = if self.json { Some(Format::Jsonl) } else { self.format };
        let format = match (given, path) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of(path)?,
            (None, None) if packed > 0 => Format::Pgn,
            (None, None) => {
                bail!("no output given: use -o games.parquet, or --format csv or --json for standard output")
            }
        };
        match format {
            Format::Pgn if self.positions => {
                bail!("--positions writes a table: use -o positions.parquet, .csv or .jsonl")
            }
            Format::Pgn if packed < self.games.files().len() || packed == 0 => {
                bail!("an input is a PGN file already; `pinsight pgn` rewrites it in export format")
            }
            Format::Pgn if self.selection.is_any() => {
                bail!(
                    "cannot select games of a Parquet file here: convert it to PGN first, then use `pinsight pgn`"
                )
            }
            Format::Pgn => self.to_pgn(output),
            Format::Parquet => self.to_table(output, TableFormat::Parquet),
            Format::Csv => self.to_table(output, self.csv.table_format()),
            Format::Jsonl => self.to_table(output, TableFormat::JsonLines),
        }
    }

    fn to_table(&self, output: &mut Output, format: TableFormat) -> anyhow::Result<Status> {
        TableOutput::check(if self.positions { "positions" } else { "games" }, format, self.output.path())?;
        let file = self.output.create(&mut self.games.file_set()?)?;
        let new_builder = || match format {
            TableFormat::Parquet => GameBatchBuilder::of_all(self.movetext),
            _ => GameBatchBuilder::of_all_as_text(self.movetext),
        };
        let schema = match self.positions {
            true => POSITIONS.schema(),
            false => SchemaRef::clone(new_builder().schema()),
        };
        let mut table = TableOutput::new(file, self.output.path(), format, &schema, &self.games)?;
        let mut run = Run::new(output, table.progress());
        let filter = self.selection.filter();
        if self.positions {
            let new_worker = || {
                let mut builder = PositionBatchBuilder::new();
                move |games: &[RawGame<'_>]| {
                    let faults = games.iter().flat_map(|raw| builder.add(raw).to_vec()).collect();
                    (builder.finish(), faults)
                }
            };
            table.write_games(&self.games, &mut run, &filter, new_worker)?;
        } else {
            let new_worker = || {
                let mut builder = new_builder();
                move |games: &[RawGame<'_>]| {
                    let faults = games.iter().flat_map(|raw| builder.add(raw).to_vec()).collect();
                    (builder.finish(), faults)
                }
            };
            table.write_games(&self.games, &mut run, &filter, new_worker)?;
        }
        // Keep the existing output if an input failed or no game matches.
        let kept = !run.is_incomplete() && (table.rows() > 0 || run.may_be_empty());
        table.finish(&mut run, kept)?;
        run.finish()
    }

    fn to_pgn(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut file = self.output.create(&mut self.games.file_set()?)?;
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::with_data_on_stdout() };
        let mut run = Run::new(output, progress);
        let mut begun = false;
        for input in self.games.files() {
            let named = || format!("cannot read {}", input.display());
            let mut games =
                open_file(input).and_then(|opened| Ok(StoredGames::open(opened)?)).with_context(named)?;
            run.progress.begin(std::slice::from_ref(input));
            let bytes = input.metadata().map_or(0, |meta| meta.len());
            while let Some(text) = games.next_game().with_context(named)? {
                if begun {
                    write_to(&mut file, &mut run, "\n")?;
                }
                begun = true;
                write_to(&mut file, &mut run, text)?;
                run.count_game();
                if run.done.games.is_multiple_of(1024) {
                    run.done.taken_bytes = bytes * run.done.games / games.total().max(1);
                    run.progress.show(&run.done);
                }
            }
            run.progress.end();
        }
        if let Some(file) = file {
            file.finish()?;
        }
        run.finish()
    }
}

fn write_to(file: &mut Option<OutputFile>, run: &mut Run<'_>, text: &str) -> anyhow::Result<()> {
    match file {
        Some(file) => file.write(text.as_bytes()),
        None => Ok(run.output.raw(text.as_bytes())?),
    }
}
