//! `pinsight scan`.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use clap::{Args, ValueEnum};
use pinsight_data::arrow::{ArrayFormatter, ArrowError, FormatOptions, RecordBatch};
use pinsight_data::{Column, FINDINGS, Kind, PINS, PinBatchBuilder, PinScanner, TableFormat};
use pinsight_pgn::{Diagnostic, RawGame};
use pinsight_rules::{Color, Role};
use pinsight_search::GameFilter;
use pinsight_tactics::{By, Cause, LineKind, PieceFilter, PinFilter, PinOptions, PinStatus, Relevance};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{
    CoachArgs, CsvArgs, Games, OutputArgs, PIN_FLAGS, Selection, TableFile, ValuesArgs, WithFindings,
    explain, named, number, parse, side,
};
use crate::commands::scan_findings::FindingScan;
use crate::file::format_of;
use crate::games::Run;
use crate::output::{HEADING, Output, grouped};
use crate::progress::ProgressLine;
use crate::table::TableOutput;

/// The label of the last row of `--count-by`.
const TOTAL: &str = "total";

const EXAMPLES: &str = "\
Examples:
  pinsight scan games.pgn.zst -o pins.csv
  pinsight scan games.pgn.zst -o pins.parquet
  pinsight scan games.pgn --status new --kind relative --min-cost 3
  pinsight scan games.pgn --attacker queen --pinned white-knight | head
  pinsight scan games.pgn --count-by cause,kind
  pinsight scan games.pgn --by self --count-by white --format csv
  pinsight scan games.pgn --findings --nodes 20000 -o findings.csv

Writes one row per absolute or relative pin that a move creates or releases; --kind skewer,x_ray, --status kept \
and --all add rows. A row must match every filter, and one value of each list. --findings writes one row per finding of the coach instead. docs/data.md describes the columns.

A game with an illegal move is scanned up to that move; the fault is printed to stderr.
Exit code 1 if a game has such a fault, or if no game is selected or no row matches.";

/// Write the pin events of all games as CSV, JSON lines or Parquet, or count them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Scan {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    output: OutputArgs<TableFile>,

    /// Set the output format; default: by the name of the --output file, else csv
    #[arg(long)]
    format: Option<Format>,

    /// Print one JSON object per row, like --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    csv: CsvArgs,

    /// Print a table of row counts grouped by these columns
    #[arg(
        long,
        value_name = "COLUMNS",
        value_delimiter = ',',
        value_parser = named(column, || names_of(&columns(), |column| column.name)),
        hide_possible_values = true,
        conflicts_with_all = ["output", "force"]
    )]
    count_by: Vec<&'static Column>,

    /// Write what the moves allow, miss, exploit or threaten instead of pins: review each game like `pinsight review`
    #[arg(long, conflicts_with_all = PIN_FLAGS)]
    findings: bool,

    #[command(flatten)]
    coach: CoachArgs<WithFindings>,

    #[command(flatten)]
    values: ValuesArgs,

    // Keep last: their help headings apply to all arguments after them.
    #[command(flatten)]
    filters: Filters,

    #[command(flatten)]
    selection: Selection,
}

/// The row filters.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filters")]
struct Filters {
    /// Select all kinds and statuses
    #[arg(long, conflicts_with_all = ["kind", "status"])]
    all: bool,

    /// Select kinds: absolute, relative, absolute_skewer, skewer, x_ray; default: absolute,relative
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = named(kind, || names_of(&LineKind::ALL, short_kind)), hide_possible_values = true)]
    kind: Vec<LineKind>,

    /// Select statuses: new, kept, released; default: new,released
    #[arg(long, value_name = "STATUSES", value_delimiter = ',', value_parser = named(status, || names_of(&STATUSES, PinStatus::name)), hide_possible_values = true)]
    status: Vec<PinStatus>,

    /// Select causes: created, replaced, stepped_in_front, stepped_behind, revalued, en_passant, discovered, unmasked;
    /// attacker_moved, attacker_captured, pinned_moved, ..., line_blocked
    #[arg(long, value_name = "CAUSES", value_delimiter = ',', value_parser = named(cause, || names_of(&Cause::ALL, Cause::name)), hide_possible_values = true)]
    cause: Vec<Cause>,

    /// Select the side that moved: attacker, or self for the side of the pinned piece
    #[arg(long, value_name = "SIDE", value_parser = named(by, || names_of(&By::ALL, By::name)), hide_possible_values = true)]
    by: Option<By>,

    /// Select the colour that moved: white or black
    #[arg(long, value_name = "COLOR", value_parser = side(), hide_possible_values = true)]
    side: Option<Color>,

    /// Select attackers by role, colour or both, such as queen, white, black-rook
    #[arg(long, value_name = "PIECES", value_delimiter = ',', value_parser = named(parse::<PieceFilter>, || names_of(&Role::ALL, Role::name)), hide_possible_values = true)]
    attacker: Vec<PieceFilter>,

    /// Select pinned pieces, like --attacker
    #[arg(long, value_name = "PIECES", value_delimiter = ',', value_parser = named(parse::<PieceFilter>, || names_of(&Role::ALL, Role::name)), hide_possible_values = true)]
    pinned: Vec<PieceFilter>,

    /// Select shielded pieces, like --attacker
    #[arg(long, value_name = "PIECES", value_delimiter = ',', value_parser = named(parse::<PieceFilter>, || names_of(&Role::ALL, Role::name)), hide_possible_values = true)]
    shielded: Vec<PieceFilter>,

    /// Select relative pins that cost at least this much
    #[arg(long, value_name = "N", value_parser = number::<i32>(0..))]
    min_cost: Option<i32>,

    /// Select pins that matter by a static rule, or those that may matter later: real, potential
    #[arg(long, value_name = "NAME", value_parser = named(relevance, || names_of(&Relevance::ALL, Relevance::name)), hide_possible_values = true)]
    relevance: Option<Relevance>,

    /// Select relative pins with (true) or without (false) a reply that gains the cost by exchanges
    #[arg(long, value_name = "BOOL")]
    static_reply: Option<bool>,
}

impl Filters {
    fn is_any(&self) -> bool {
        let lists = [self.attacker.is_empty(), self.pinned.is_empty(), self.shielded.is_empty()];
        let lists = lists.into_iter().all(|empty| empty);
        let names = self.kind.is_empty() && self.status.is_empty() && self.cause.is_empty();
        let ones = self.by.is_none() && self.side.is_none();
        let last = self.relevance.is_none() && self.static_reply.is_none();
        !(lists && names && ones && self.min_cost.is_none() && last)
    }

    fn to_filter(&self) -> PinFilter {
        let default = PinFilter::default();
        PinFilter {
            kinds: match self.all {
                true => LineKind::ALL.to_vec(),
                false if self.kind.is_empty() => default.kinds,
                false => self.kind.clone(),
            },
            statuses: match self.all {
                true => PinStatus::ALL.to_vec(),
                false if self.status.is_empty() => default.statuses,
                false => self.status.clone(),
            },
            causes: self.cause.clone(),
            by: self.by,
            side: self.side,
            attackers: self.attacker.clone(),
            pinned: self.pinned.clone(),
            shielded: self.shielded.clone(),
            min_cost: self.min_cost,
            relevance: self.relevance,
            static_reply: self.static_reply,
        }
    }
}

/// The output format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Comma-separated values with a header line
    Csv,
    /// One JSON object per line
    #[value(aliases = ["json", "ndjson"])]
    Jsonl,
    /// Compressed columns
    Parquet,
}

impl Format {
    fn table_format(self, csv: CsvArgs) -> TableFormat {
        match self {
            Self::Csv => csv.table_format(),
            Self::Jsonl => TableFormat::JsonLines,
            Self::Parquet => TableFormat::Parquet,
        }
    }
}

/// Row counts by the text of the grouped columns.
type Counts = HashMap<Vec<String>, u64>;

impl Scan {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let path = self.output.path();
        let format = self.format(path)?;
        if !self.count_by.is_empty() {
            return self.count(format, output);
        }
        let columns = if self.findings { &FINDINGS } else { &PINS };
        let format = format.table_format(self.csv);
        TableOutput::check(columns.name, format, path)?;
        let file = self.output.create(&mut self.games.file_set()?)?;
        let mut table = TableOutput::new(file, path, format, &columns.schema(), &self.games)?;
        if self.findings {
            return self.scan_findings(table, output);
        }
        let mut run = Run::new(output, table.progress());
        table.write_games(&self.games, &mut run, &self.game_filter(), || self.new_worker())?;
        let rows = table.rows();
        // Keep the existing output if an input failed or nothing matches.
        let kept = !run.is_incomplete() && (rows > 0 || run.may_be_empty() && !self.filters.is_any());
        table.finish(&mut run, kept)?;
        self.finish(run, rows)
    }

    fn pin_options(&self) -> PinOptions {
        PinOptions { values: self.values.get(), all: false }
    }

    fn game_filter(&self) -> GameFilter {
        self.selection.filter_with(self.pin_options().values)
    }

    /// Returns a function that finds the pin events of games.
    fn new_worker(
        &self,
    ) -> impl FnMut(&[RawGame<'_>]) -> (Result<RecordBatch, ArrowError>, Vec<Diagnostic>) + use<> {
        let mut scanner = PinScanner::new(self.filters.to_filter(), self.pin_options());
        let mut builder = PinBatchBuilder::new();
        move |games| {
            let mut diagnostics = Vec::new();
            for raw in games {
                diagnostics.extend(scanner.scan(raw, |event| builder.add(event)).diagnostics);
            }
            (builder.finish(), diagnostics)
        }
    }

    fn count(&self, format: Format, output: &mut Output) -> anyhow::Result<Status> {
        if format == Format::Parquet {
            bail!("--count-by prints a table, CSV or JSON lines");
        }
        self.games.file_set()?;
        let mut run = Run::new(output, ProgressLine::new());
        let new_worker = || {
            let mut scan = self.new_worker();
            move |games: &[RawGame<'_>]| {
                let (batch, diagnostics) = scan(games);
                (batch.and_then(|batch| self.counts(&batch)), diagnostics)
            }
        };
        let mut total = Counts::new();
        self.games.process_batches(
            &mut run,
            &self.game_filter(),
            new_worker,
            |run, (counts, diagnostics)| {
                for (key, count) in counts? {
                    *total.entry(key).or_default() += count;
                }
                run.report(&diagnostics)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let rows = total.values().sum();
        self.print_counts(&mut run, total)?;
        self.finish(run, rows)
    }

    /// Counts the rows of a batch by the text of the grouped columns.
    fn counts(&self, batch: &RecordBatch) -> Result<Counts, ArrowError> {
        let options = FormatOptions::new();
        let columns =
            self.count_by.iter().map(|column| ArrayFormatter::try_new(&batch[column.name], &options));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let mut counts = Counts::new();
        for row in 0..batch.num_rows() {
            let key = columns.iter().map(|column| column.value(row).try_to_string());
            *counts.entry(key.collect::<Result<_, _>>()?).or_default() += 1;
        }
        Ok(counts)
    }

    fn scan_findings(&self, table: TableOutput, output: &mut Output) -> anyhow::Result<Status> {
        let coach = self.coach.coach(self.games.threads())?;
        let scan =
            FindingScan { games: &self.games, selection: &self.selection, coach, pins: self.pin_options() };
        scan.run(table, output)
    }

    fn finish(&self, run: Run<'_>, rows: u64) -> anyhow::Result<Status> {
        if self.filters.is_any() && rows == 0 && !run.found_no_game() {
            run.output.finish()?;
            run.output.report().plain("no pin matches");
            return Ok(match run.finish()? {
                Status::Done => Status::NothingFound,
                status => status,
            });
        }
        run.finish()
    }

    fn format(&self, path: Option<&Path>) -> anyhow::Result<Format> {
        match (self.format, path) {
            _ if self.json => Ok(Format::Jsonl),
            (Some(format), _) => Ok(format),
            (None, Some(path)) => format_of(path),
            (None, None) => Ok(Format::Csv),
        }
    }

    /// Prints the groups by descending count, then by value.
    fn print_counts(&self, run: &mut Run<'_>, counts: Counts) -> anyhow::Result<()> {
        let mut counts: Vec<(Vec<String>, u64)> = counts.into_iter().collect();
        let sort_key = |key: &[String]| -> Vec<(Option<i64>, String)> {
            let number = |(column, text): (&&Column, &String)| match column.kind {
                Kind::Text => (None, text.clone()),
                _ => (text.parse().ok(), String::new()),
            };
            self.count_by.iter().zip(key).map(number).collect()
        };
        counts.sort_by_cached_key(|(key, count)| (Reverse(*count), sort_key(key)));
        let names: Vec<&str> = self.count_by.iter().map(|column| column.name).collect();
        match (self.json, self.format) {
            (true, _) | (_, Some(Format::Jsonl)) => {
                for (key, count) in counts {
                    let value =
                        |(column, text): (&&Column, String)| (column.name.to_owned(), typed(column, text));
                    let values = self.count_by.iter().zip(key).map(value).collect();
                    run.output.json_line(&wire::RowCount { values, count })?;
                }
            }
            (_, Some(Format::Csv)) => {
                let mut writer = csv::Writer::from_writer(Vec::new());
                writer.write_record(names.iter().chain(&["count"]))?;
                for (mut key, count) in counts {
                    key.push(count.to_string());
                    writer.write_record(key.iter().map(|text| self.csv.cell(text).into_owned()))?;
                }
                run.output.raw(&writer.into_inner().map_err(csv::IntoInnerError::into_error)?)?;
            }
            (false, None | Some(Format::Parquet)) => table(run.output, &names, &counts)?,
        }
        Ok(())
    }
}

/// Returns the value of a column with its JSON type.
fn typed(column: &Column, text: String) -> wire::ColumnValue {
    let number = if column.kind == Kind::Text { None } else { text.parse().ok() };
    match number {
        Some(number) => wire::ColumnValue::Number(number),
        None if text.is_empty() => wire::ColumnValue::Null,
        _ => wire::ColumnValue::Text(text),
    }
}

/// Prints aligned columns, the counts to the right.
fn table(output: &mut Output, names: &[&str], counts: &[(Vec<String>, u64)]) -> anyhow::Result<()> {
    let shown = |value: &str| -> String {
        let value = if value.is_empty() { "-" } else { value };
        // Control characters in a name must not reach the terminal.
        value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    let mut widths: Vec<usize> = names.iter().map(|name| name.len()).collect();
    for (key, _) in counts {
        for (width, value) in widths.iter_mut().zip(key) {
            *width = (*width).max(shown(value).chars().count());
        }
    }
    if let Some(first) = widths.first_mut() {
        *first = (*first).max(TOTAL.len());
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let number = grouped(total).len().max("count".len());
    let line = |values: &mut dyn Iterator<Item = String>, count: &str| {
        let mut text = String::new();
        for (value, &width) in values.zip(&widths) {
            let _ = write!(text, "{value:width$}  ");
        }
        let _ = write!(text, "{count:>number$}");
        text
    };
    let head = line(&mut names.iter().map(|&name| name.to_owned()), "count");
    output.line(format_args!("{HEADING}{head}{HEADING:#}"))?;
    for (key, count) in counts {
        output.line(line(&mut key.iter().map(|value| shown(value)), &grouped(*count)))?;
    }
    let blank = names.iter().enumerate().map(|(index, _)| if index == 0 { TOTAL } else { "" }.to_owned());
    output.line(line(&mut blank.into_iter(), &grouped(total)))?;
    Ok(())
}

/// Finds a value by its name.
fn one_of<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    pinsight_tactics::one_of(text, all, name).map_err(|error| explain(text, &error))
}

/// Returns the names that a shell completes.
fn names_of<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<String> {
    all.iter().map(|&one| name(one).to_owned()).collect()
}

fn short_kind(kind: LineKind) -> &'static str {
    kind.name().strip_suffix("_pin").unwrap_or(kind.name())
}

fn kind(text: &str) -> Result<LineKind, String> {
    one_of(text, &LineKind::ALL, LineKind::name).or_else(|_| one_of(text, &LineKind::ALL, short_kind))
}

/// The statuses that a move can cause.
const STATUSES: [PinStatus; 3] = [PinStatus::New, PinStatus::Kept, PinStatus::Released];

fn status(text: &str) -> Result<PinStatus, String> {
    one_of(text, &STATUSES, PinStatus::name)
}

fn cause(text: &str) -> Result<Cause, String> {
    one_of(text, &Cause::ALL, Cause::name)
}

fn relevance(text: &str) -> Result<Relevance, String> {
    one_of(text, &Relevance::ALL, Relevance::name)
}

fn by(text: &str) -> Result<By, String> {
    one_of(text, &By::ALL, By::name)
}

fn column(text: &str) -> Result<&'static Column, String> {
    one_of(text, &columns(), |column| column.name)
}

fn columns() -> Vec<&'static Column> {
    PINS.columns.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ignore_case_and_hyphens() {
        assert_eq!(kind("Absolute"), Ok(LineKind::AbsolutePin));
        assert_eq!(kind("relative-pin"), Ok(LineKind::RelativePin));
        assert_eq!(kind("x-ray"), Ok(LineKind::XRay));
        assert_eq!(cause("stepped in front"), Ok(Cause::SteppedInFront));
        assert_eq!(by("self"), Ok(By::Itself));
        assert!(status("standing").is_err());
        assert_eq!(
            kind("pin").unwrap_err(),
            "expected one of absolute, absolute_skewer, skewer, relative, x_ray"
        );
    }
}
