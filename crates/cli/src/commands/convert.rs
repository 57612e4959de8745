//! `pinsight convert`.

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use pinsight_data::{GameReader, GameRow, GameWants};
use pinsight_pgn::Batch;

use crate::Status;
use crate::file::{OutputFile, format_of};
use crate::games::{Games, Run};
use crate::output::Output;
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Examples:
  pinsight convert games.pgn.zst -o games.parquet
  pinsight convert *.pgn -o games.parquet --movetext
  pinsight convert games.parquet -o games.pgn
  pinsight convert games.pgn -o games.csv
  pinsight convert games.pgn --format jsonl | head

One row a game; docs/data.md describes the columns. Without --movetext variations, prose and annotations like $1
are left out: tags, moves, clocks, evals and results come back exactly.
Of a game with an illegal move the row has the part before it and the fault, which goes to stderr too.
Exit code 1 if there was such a fault.";

/// Turn games into a table: Parquet, CSV or JSON lines; and Parquet back into PGN
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    #[command(flatten)]
    games: Games,

    /// Write to this file: .parquet, .csv, .jsonl, or .pgn; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output
    #[arg(long, requires = "output")]
    force: bool,

    /// How games are written; by the name of the file unless told
    #[arg(long)]
    format: Option<Format>,

    /// Keep the text of the moves as well, with all comments and variations
    #[arg(long)]
    movetext: bool,
}

/// How games are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Columns, packed
    Parquet,
    /// Comma-separated values, names first
    Csv,
    /// One JSON object a line
    #[value(alias = "ndjson")]
    Jsonl,
    /// Games again, out of a Parquet file
    Pgn,
}

impl Convert {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let packed = self.games.files().iter().filter(|path| is_parquet(path)).count();
        if packed > 0 && packed < self.games.files().len() {
            bail!("cannot convert Parquet and PGN files at once: they become different things");
        }
        let format = match (self.format, path) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of(path)?,
            (None, None) if packed > 0 => Format::Pgn,
            (None, None) => bail!("where to? -o games.parquet, or --format csv or jsonl for standard output"),
        };
        match (format, packed > 0) {
            (Format::Pgn, true) => self.to_pgn(output, path),
            (Format::Pgn, false) => {
                bail!("these are PGN files already; `pinsight pgn` rewrites them in export format")
            }
            (_, true) => bail!("a Parquet file becomes PGN again and nothing else: -o games.pgn"),
            (Format::Parquet, false) => self.to_parquet(output, path),
            (Format::Csv | Format::Jsonl, false) => self.to_lines(output, path, format),
        }
    }

    #[cfg(feature = "parquet")]
    fn to_parquet(&self, output: &mut Output, path: Option<&Path>) -> anyhow::Result<Status> {
        use anyhow::Context;
        use pinsight_data::{GameBatchBuilder, ParquetSink, games_schema};

        let Some(path) = path else {
            bail!("Parquet goes to a file: -o games.parquet");
        };
        let file = OutputFile::create(path, self.force)?;
        let cannot = || format!("cannot write {}", path.display());
        let mut sink = ParquetSink::new(file, games_schema(), self.games.threads()).with_context(cannot)?;
        let mut run = Run::new(output, ProgressLine::new());
        let new_worker = || {
            let mut builder = GameBatchBuilder::of_all(self.movetext);
            move |batch: &Batch| {
                let mut diagnostics: Vec<pinsight_pgn::Diagnostic> = Vec::new();
                for raw in batch.games() {
                    diagnostics.extend_from_slice(builder.add(&raw));
                }
                (builder.finish(), diagnostics)
            }
        };
        let mut rows = 0;
        self.games.process_batches(&mut run, new_worker, |run, (batch, diagnostics)| {
            rows += batch.num_rows();
            sink.write(batch).with_context(cannot)?;
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        let file = sink.finish().with_context(cannot)?;
        // A mistyped name must not empty the file that is there.
        if rows > 0 || !run.is_incomplete() {
            file.finish()?;
        }
        run.finish()
    }

    #[cfg(not(feature = "parquet"))]
    fn to_parquet(&self, _: &mut Output, _: Option<&Path>) -> anyhow::Result<Status> {
        bail!("this pinsight was built without Parquet: build it with --features parquet")
    }

    fn to_lines(&self, output: &mut Output, path: Option<&Path>, format: Format) -> anyhow::Result<Status> {
        let mut file = path.map(|path| OutputFile::create(path, self.force)).transpose()?;
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::beside_data() };
        let mut run = Run::new(output, progress);
        if format == Format::Csv {
            put(&mut file, &mut run, &GameRow::csv_header())?;
        }
        let new_worker = || {
            let mut reader = GameReader::new(GameWants { movetext: self.movetext, ..GameWants::MOVES });
            move |batch: &Batch| {
                let (mut text, mut diagnostics) = (String::new(), Vec::new());
                for raw in batch.games() {
                    let row = reader.read(&raw);
                    match format {
                        Format::Csv => row.write_csv(&mut text),
                        _ => row.write_json(&mut text),
                    }
                    diagnostics.extend_from_slice(&row.diagnostics);
                }
                (text, diagnostics)
            }
        };
        let mut any = false;
        self.games.process_batches(&mut run, new_worker, |run, (text, diagnostics)| {
            any |= !text.is_empty();
            put(&mut file, run, &text)?;
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(file) = file.filter(|_| any || !run.is_incomplete()) {
            file.finish()?;
        }
        run.finish()
    }

    #[cfg(feature = "parquet")]
    fn to_pgn(&self, output: &mut Output, path: Option<&Path>) -> anyhow::Result<Status> {
        use anyhow::Context;
        use pinsight_data::StoredGames;

        let mut file = path.map(|path| OutputFile::create(path, self.force)).transpose()?;
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::beside_data() };
        let mut run = Run::new(output, progress);
        let mut begun = false;
        for input in self.games.files() {
            let named = || format!("cannot read {}", input.display());
            let mut games = File::open(input)
                .map_err(anyhow::Error::from)
                .and_then(|opened| Ok(StoredGames::open(opened)?))
                .with_context(named)?;
            run.progress.begin(std::slice::from_ref(input));
            let bytes = input.metadata().map_or(0, |meta| meta.len());
            while let Some(text) = games.next_game().with_context(named)? {
                if begun {
                    put(&mut file, &mut run, "\n")?;
                }
                begun = true;
                put(&mut file, &mut run, text)?;
                run.done.games += 1;
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

    #[cfg(not(feature = "parquet"))]
    fn to_pgn(&self, _: &mut Output, _: Option<&Path>) -> anyhow::Result<Status> {
        bail!("this pinsight was built without Parquet: build it with --features parquet")
    }
}

fn put(file: &mut Option<OutputFile>, run: &mut Run<'_>, text: &str) -> anyhow::Result<()> {
    match file {
        Some(file) => file.write(text.as_bytes()),
        None => Ok(run.output.raw(text.as_bytes())?),
    }
}

/// Whether a file is named as Parquet or says so of itself: what is wrong with it the reader tells.
fn is_parquet(path: &Path) -> bool {
    let mut magic = [0; 4];
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"))
        || File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok_and(|()| &magic == b"PAR1")
}
