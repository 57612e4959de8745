//! `pinsight themes`.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::ops::{AddAssign, ControlFlow};
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueHint};
use csv::ByteRecord;
use pinsight_pgn::{Source, SourceError};
use pinsight_pool::{Spares, run_producer};
use pinsight_tactics::{Combination, Theme, parse_puzzle, themes_of};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{CsvArgs, CsvFile, OutputArgs, Threads};
use crate::file::{OutputFile, is_parquet, open_file};
use crate::files::Files;
use crate::output::{HEADING, Output, grouped, json_text};

const EXAMPLES: &str = "\
Examples:
  pinsight themes lichess_db_puzzle.csv.zst -o themes.csv
  pinsight themes lichess_db_puzzle.csv.zst --compare
  pinsight themes lichess_db_puzzle.csv.zst --json
  zstdcat lichess_db_puzzle.csv.zst | pinsight themes | grep -w smotheredMate

The table is CSV with a header, or Parquet (plain, Snappy or zstd), with columns PuzzleId, FEN and Moves; --compare \
also needs Themes.
The FEN is the position before the opponent's move, which is the first of Moves.
Themes that depend on an engine (advantage, crushing, equality) or on the players (master) are not derived.

Exit code 0 if all rows are good, 1 if broken rows were skipped, 2 if the table cannot be read.";

/// Derive lichess's themes for lichess's puzzle table
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Themes {
    /// Puzzle table in CSV, plain or compressed with zstd, gzip or bzip2, or in Parquet; `-` is standard input
    #[arg(default_value = "-", value_hint = ValueHint::FilePath)]
    puzzles: PathBuf,

    #[command(flatten)]
    output: OutputArgs<CsvFile>,

    /// Print precision, recall and F1 of each theme against the column Themes
    #[arg(long)]
    compare: bool,

    /// Print one JSON object per puzzle; with --compare, one per theme
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    csv: CsvArgs,

    #[command(flatten)]
    threads: Threads,
}

/// Rows that a worker takes at once.
const BATCH: usize = 512;

impl Themes {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let name = self.puzzles.display();
        let (rows, columns) = self.rows().map_err(|error| match error.is::<SourceError>() {
            // Names the file itself.
            true => error,
            false => error.context(format!("cannot read {name}")),
        })?;
        let mut target = Target::open(self, output)?;
        let mut totals = Totals::default();
        let csv = (!self.json).then_some(self.csv);
        let worker = || move |rows: Vec<Row>| Labelled::of(&rows, &columns, csv);
        let flow = run_producer(batches(rows), self.threads.count(), worker, |batch| {
            match totals.take(batch, &mut target, output) {
                Ok(()) => ControlFlow::Continue(None),
                Err(error) => ControlFlow::Break(error),
            }
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        // Keep the existing output if the table cannot be read to its end.
        if let Target::File(file) = target
            && totals.error.is_none()
        {
            file.finish()?;
        }
        output.finish()?;
        if self.compare {
            match self.json {
                true => totals.scores.write_json(output)?,
                false => totals.scores.write(output)?,
            }
        }
        Ok(totals.report(output))
    }

    /// Opens the table.
    fn rows(&self) -> anyhow::Result<(Rows, Columns)> {
        let is_stdin = self.puzzles.as_os_str() == "-";
        if !is_stdin && is_parquet(&self.puzzles) {
            return self.parquet_rows();
        }
        let source = if is_stdin { Source::stdin() } else { Source::open(&self.puzzles)? };
        // A row may have too few fields; it is then broken, and the others are read.
        let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(PuzzleFile(source));
        let columns = Columns::find(&mut table, self.compare)?;
        let rows = table.into_byte_records().map(|row| row.map_err(|error| error.to_string()));
        Ok((Box::new(rows), columns))
    }

    fn parquet_rows(&self) -> anyhow::Result<(Rows, Columns)> {
        let names = ["PuzzleId", "FEN", "Moves", "Themes"];
        let wanted = if self.compare { &names[..] } else { &names[..3] };
        let table = pinsight_data::StoredPuzzles::open(open_file(&self.puzzles)?, wanted)?;
        let path = self.puzzles.clone();
        let rows = table.zip(1..).map(move |(row, number)| {
            let row = row.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let mut record = ByteRecord::from(row);
            let mut position = csv::Position::new();
            position.set_line(number);
            record.set_position(Some(position));
            Ok(record)
        });
        let themes = self.compare.then_some(3);
        Ok((Box::new(rows), Columns { place: "row", id: 0, fen: 1, moves: 2, themes }))
    }
}

/// Where the themes go.
enum Target {
    File(OutputFile),
    Stdout,
    /// With `--compare` alone.
    None,
}

impl Target {
    fn open(args: &Themes, output: &mut Output) -> anyhow::Result<Self> {
        let header: &[u8] = if args.json { b"" } else { b"PuzzleId,Themes\n" };
        let mut files = Files::reading([&args.puzzles])?;
        Ok(match args.output.create(&mut files)? {
            Some(mut file) => {
                output.outlive_reader();
                file.write(header)?;
                Self::File(file)
            }
            None if args.compare && !args.output.is_stdout() => Self::None,
            None => {
                output.raw(header)?;
                Self::Stdout
            }
        })
    }

    fn write(&mut self, bytes: &[u8], output: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Stdout => Ok(output.raw(bytes)?),
            Self::None => Ok(()),
        }
    }
}

/// A source as a reader.
struct PuzzleFile(Source);

impl Read for PuzzleFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(io::Error::other)
    }
}

/// Where the columns are.
#[derive(Clone, Copy)]
struct Columns {
    /// What the number of a row counts: `line` or `row`.
    place: &'static str,
    id: usize,
    fen: usize,
    moves: usize,
    /// Only for a comparison.
    themes: Option<usize>,
}

impl Columns {
    fn find<R: Read>(table: &mut csv::Reader<R>, compare: bool) -> anyhow::Result<Self> {
        let header = table.byte_headers()?.clone();
        let find = |name: &str| match header.iter().position(|field| field == name.as_bytes()) {
            Some(column) => Ok(column),
            None => {
                let fields: Vec<_> = header.iter().map(String::from_utf8_lossy).collect();
                let found: String = fields.join(",").chars().take(60).collect();
                bail!(
                    "expected lichess's puzzle table with a column {name} in its header, found `{}`",
                    found.escape_debug()
                )
            }
        };
        let themes = if compare { Some(find("Themes")?) } else { None };
        Ok(Self { place: "line", id: find("PuzzleId")?, fen: find("FEN")?, moves: find("Moves")?, themes })
    }
}

/// A row of the table, or the error that ends it.
type Row = Result<ByteRecord, String>;

/// The rows of a table.
type Rows = Box<dyn Iterator<Item = Row> + Send>;

/// Returns the producer of batches of rows. It ends after the first read error.
fn batches(mut rows: Rows) -> impl FnMut(&Spares<()>) -> Option<Vec<Row>> + Send + 'static {
    let mut failed = false;
    move |_| {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH && !failed {
            let Some(row) = rows.next() else { break };
            failed = row.is_err();
            batch.push(row);
        }
        (!batch.is_empty()).then_some(batch)
    }
}

/// The themes of a batch.
struct Labelled {
    /// The rows of the result, as CSV or JSON lines.
    text: Vec<u8>,
    puzzles: u64,
    scores: Scores,
    faults: Vec<String>,
    /// Why the table ends here.
    error: Option<String>,
}

impl Labelled {
    /// Labels puzzles; `csv` is `None` for JSON lines.
    fn of(rows: &[Row], columns: &Columns, csv: Option<CsvArgs>) -> Self {
        let buffer = Vec::with_capacity(64 * rows.len());
        let mut writer = match csv {
            None => RowWriter::Json(buffer),
            Some(csv) => RowWriter::Csv(csv, Box::new(csv::Writer::from_writer(buffer))),
        };
        let mut labelled =
            Self { text: Vec::new(), puzzles: 0, scores: Scores::default(), faults: Vec::new(), error: None };
        for row in rows {
            match row {
                Ok(row) => labelled.add(row, columns, &mut writer),
                Err(error) => labelled.error = Some(error.clone()),
            }
        }
        labelled.text = writer.into_inner();
        labelled
    }

    fn add(&mut self, row: &ByteRecord, columns: &Columns, writer: &mut RowWriter) {
        let id = row.get(columns.id).unwrap_or_default();
        match puzzle_of(row, columns) {
            Ok(puzzle) => {
                let themes = themes_of(&puzzle);
                writer.write(id, &themes);
                self.puzzles += 1;
                if let Some(column) = columns.themes {
                    self.scores.add(&themes, row.get(column).unwrap_or_default());
                }
            }
            Err(reason) => {
                let line = row.position().map_or(0, csv::Position::line);
                let id: String = String::from_utf8_lossy(id).chars().take(20).collect();
                self.faults.push(format!(
                    "{} {line}, puzzle `{}`: {reason}",
                    columns.place,
                    id.escape_debug()
                ));
            }
        }
    }
}

/// Writes rows of the result to memory.
enum RowWriter {
    Csv(CsvArgs, Box<csv::Writer<Vec<u8>>>),
    Json(Vec<u8>),
}

impl RowWriter {
    fn write(&mut self, id: &[u8], themes: &[Theme]) {
        match self {
            Self::Csv(csv, writer) => {
                let id = String::from_utf8_lossy(id);
                let mut text = String::with_capacity(64);
                for theme in themes {
                    let space = if text.is_empty() { "" } else { " " };
                    let _ = write!(text, "{space}{theme}");
                }
                writer.write_record([&*csv.cell(&id), &text]).expect("writing to memory does not fail");
            }
            Self::Json(text) => {
                let puzzle = wire::PuzzleThemes {
                    puzzle: String::from_utf8_lossy(id).into_owned(),
                    themes: themes.iter().map(|theme| theme.name().to_owned()).collect(),
                };
                text.extend_from_slice(json_text(&puzzle).as_bytes());
                text.push(b'\n');
            }
        }
    }

    fn into_inner(self) -> Vec<u8> {
        match self {
            Self::Csv(_, writer) => writer.into_inner().expect("writing to memory does not fail"),
            Self::Json(text) => text,
        }
    }
}

/// Reads the puzzle of a row.
fn puzzle_of(row: &ByteRecord, columns: &Columns) -> Result<Combination, String> {
    let field = |column, name| {
        let bytes = row.get(column).ok_or_else(|| format!("{name} is missing"))?;
        std::str::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))
    };
    let (fen, moves) = (field(columns.fen, "FEN")?, field(columns.moves, "Moves")?);
    parse_puzzle(fen, moves).map_err(|error| error.to_string())
}

#[derive(Default)]
struct Totals {
    puzzles: u64,
    broken: u64,
    scores: Scores,
    /// Why the table ends here.
    error: Option<String>,
}

impl Totals {
    fn take(&mut self, batch: Labelled, target: &mut Target, output: &mut Output) -> anyhow::Result<()> {
        target.write(&batch.text, output)?;
        for fault in &batch.faults {
            output.report().warning(fault);
        }
        self.puzzles += batch.puzzles;
        self.broken += batch.faults.len() as u64;
        self.scores += batch.scores;
        self.error = self.error.take().or(batch.error);
        Ok(())
    }

    fn report(&self, output: &Output) -> Status {
        let mut report = output.report();
        if self.broken > 0 {
            let counted =
                |count, noun| format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" });
            let (puzzles, broken) = (counted(self.puzzles, "puzzle"), counted(self.broken, "broken row"));
            report.plain(format_args!("{puzzles}; skipped {broken}"));
        }
        if let Some(error) = &self.error {
            report.error(error);
            return Status::Unreadable;
        }
        if self.broken > 0 { Status::Faulty } else { Status::Done }
    }
}

/// How the derived themes agree with those of the table.
struct Scores([Score; Theme::ALL.len()]);

#[derive(Clone, Copy, Default)]
struct Score {
    /// Derived and in the table.
    both: u64,
    /// Derived only.
    derived: u64,
    /// In the table only.
    table: u64,
}

impl Default for Scores {
    fn default() -> Self {
        Self([Score::default(); Theme::ALL.len()])
    }
}

impl AddAssign for Scores {
    fn add_assign(&mut self, other: Self) {
        for (score, other) in self.0.iter_mut().zip(other.0) {
            score.both += other.both;
            score.derived += other.derived;
            score.table += other.table;
        }
    }
}

impl Scores {
    /// Compares the themes of a puzzle; `labels` is the field of the table. Ignores labels that are not derived.
    fn add(&mut self, themes: &[Theme], labels: &[u8]) {
        let labels = String::from_utf8_lossy(labels);
        let labels: Vec<Theme> = labels.split_whitespace().filter_map(|label| label.parse().ok()).collect();
        for &theme in themes {
            let score = &mut self.0[theme as usize];
            *(if labels.contains(&theme) { &mut score.both } else { &mut score.derived }) += 1;
        }
        for label in labels.into_iter().filter(|label| !themes.contains(label)) {
            self.0[label as usize].table += 1;
        }
    }

    /// Returns the themes that are derived or in the table.
    fn found(&self) -> impl Iterator<Item = (&'static Theme, &Score)> {
        let scores = Theme::ALL.iter().zip(&self.0);
        scores.filter(|(_, score)| score.both + score.derived + score.table > 0)
    }

    fn write_json(&self, output: &mut Output) -> anyhow::Result<()> {
        for (theme, &Score { both, derived, table }) in self.found() {
            let (table, derived) = (both + table, both + derived);
            output.json_line(&wire::ThemeScore {
                theme: theme.name().to_owned(),
                table,
                derived,
                precision: ratio(both, derived),
                recall: ratio(both, table),
                f1: ratio(2 * both, table + derived),
            })?;
        }
        Ok(())
    }

    fn write(&self, output: &mut Output) -> anyhow::Result<()> {
        let width = Theme::ALL.iter().map(|theme| theme.name().len()).max().unwrap_or(0);
        output.line(format_args!(
            "{HEADING}{:width$} {:>8} {:>8} {:>9} {:>7} {:>7}{HEADING:#}",
            "theme", "table", "derived", "precision", "recall", "F1"
        ))?;
        for (theme, &Score { both, derived, table }) in self.found() {
            let (table, derived) = (both + table, both + derived);
            output.line(format_args!(
                "{theme:width$} {table:>8} {derived:>8} {:>9} {:>7} {:>7}",
                shown(ratio(both, derived)),
                shown(ratio(both, table)),
                shown(ratio(2 * both, table + derived)),
            ))?;
        }
        Ok(())
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Returns a ratio with three digits; `-` without a denominator.
fn shown(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"))
}
