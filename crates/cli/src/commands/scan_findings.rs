//! `pinsight scan --findings`.

use std::ops::ControlFlow;

use anyhow::{Context, bail};
use pinsight_coach::Coach;
use pinsight_pgn::RawGame;
use pinsight_tactics::PinOptions;
use pinsight_wire::FindingRow;

use crate::Status;
use crate::args::{Games, Selection};
use crate::file::OutputFile;
use crate::games::Run;
use crate::interrupt::stop_on_signal;
use crate::output::{Output, counted, json_text};
use crate::progress::ProgressLine;
use crate::review::{Detail, LedgerOptions, ReviewedGame};

/// Reviews games and writes their findings as a table.
pub(crate) struct FindingScan<'a> {
    pub(crate) games: &'a Games,
    pub(crate) selection: &'a Selection,
    pub(crate) coach: Coach,
    pub(crate) pins: PinOptions,
}

impl FindingScan<'_> {
    pub(crate) fn run(&self, mut table: Table, output: &mut Output) -> anyhow::Result<Status> {
        let progress = match table.is_stdout() {
            true => ProgressLine::with_data_on_stdout(),
            false => ProgressLine::new(),
        };
        let mut run = Run::new(output, progress);
        run.stop_with(stop_on_signal());
        let stop = stop_on_signal();
        table.begin(&mut run)?;
        let options = LedgerOptions { pins: self.pins, x_rays: false, detail: Detail::Sentence };
        let new_worker = || |raw: RawGame<'_>| ReviewedGame::read(&raw, &options);
        let (mut rows, mut games) = (0, 0);
        self.games.process(
            &mut run,
            &self.selection.filter_with(self.pins.values),
            new_worker,
            |run, mut game| {
                let (line, number) = (&run.progress, game.game.number());
                if !game.coach(&self.coach, &stop, &|done, total| line.show_review(number, done, total)) {
                    return Ok(ControlFlow::Break(()));
                }
                if let Some(review) = &game.review {
                    let found = FindingRow::all(&game.file, &game.game, review);
                    rows += found.len();
                    games += 1;
                    table.write(&found, run)?;
                }
                run.report(&game.game.diagnostics)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        // Keep the existing output if the inputs failed.
        table.finish(rows > 0 || run.may_be_empty() && !run.is_stopped())?;
        let mut report = run.output.report();
        if let Some(failure) = self.coach.engine_failure() {
            report.warning(format_args!("{failure}; the built-in search judged the rest"));
        }
        if run.is_stopped() {
            report.warning(format_args!("interrupted after {}", counted(games, "game")));
        }
        run.finish()
    }
}

/// The table of findings.
pub(crate) enum Table {
    Csv(Option<OutputFile>),
    Jsonl(Option<OutputFile>),
    #[cfg(feature = "parquet")]
    Parquet(Box<pinsight_data::ParquetSink<OutputFile>>),
}

impl Table {
    #[cfg(feature = "parquet")]
    pub(crate) fn parquet(file: Option<OutputFile>, threads: usize) -> anyhow::Result<Self> {
        let Some(file) = file else { bail!("Parquet needs an output file: use -o findings.parquet") };
        let schema = pinsight_data::findings_schema();
        let sink = pinsight_data::ParquetSink::new(file, schema, threads).context("cannot write Parquet")?;
        Ok(Self::Parquet(Box::new(sink)))
    }

    #[cfg(not(feature = "parquet"))]
    pub(crate) fn parquet(_: Option<OutputFile>, _: usize) -> anyhow::Result<Self> {
        bail!("this pinsight was built without Parquet: build it with --features parquet")
    }

    fn is_stdout(&self) -> bool {
        matches!(self, Self::Csv(None) | Self::Jsonl(None))
    }

    /// Writes the header of CSV.
    fn begin(&mut self, run: &mut Run<'_>) -> anyhow::Result<()> {
        match self {
            Self::Csv(file) => write_to(file, run, format!("{}\n", COLUMNS.join(",")).as_bytes()),
            _ => Ok(()),
        }
    }

    fn write(&mut self, rows: &[FindingRow], run: &mut Run<'_>) -> anyhow::Result<()> {
        match self {
            Self::Csv(file) => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
                for row in rows {
                    writer.serialize(row)?;
                }
                write_to(file, run, &writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
            }
            Self::Jsonl(file) => {
                let lines: String = rows.iter().map(|row| format!("{}\n", json_text(row))).collect();
                write_to(file, run, lines.as_bytes())
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(sink) => {
                let batch = pinsight_data::findings_batch(rows).context("cannot write Parquet")?;
                sink.write(batch).context("cannot write Parquet")
            }
        }
    }

    fn finish(self, is_complete: bool) -> anyhow::Result<()> {
        let file = match self {
            Self::Csv(file) | Self::Jsonl(file) => file,
            #[cfg(feature = "parquet")]
            Self::Parquet(sink) => Some(sink.finish().context("cannot write Parquet")?),
        };
        match file.filter(|_| is_complete) {
            Some(file) => file.finish(),
            None => Ok(()),
        }
    }
}

/// The names of the columns, in order.
const COLUMNS: [&str; 19] = [
    "file",
    "game",
    "white",
    "black",
    "ply",
    "move_number",
    "side",
    "san",
    "fen",
    "judgement",
    "finding",
    "motif",
    "profits",
    "start",
    "line",
    "gain",
    "mate",
    "squares",
    "text",
];

fn write_to(file: &mut Option<OutputFile>, run: &mut Run<'_>, bytes: &[u8]) -> anyhow::Result<()> {
    match file {
        Some(file) => file.write(bytes),
        None => Ok(run.output.raw(bytes)?),
    }
}
