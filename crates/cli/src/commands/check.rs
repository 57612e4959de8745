//! `pinsight check`.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgGroup, Args, ValueHint};
use pinsight_pgn::{Diagnostic, Fault, RawGame, RawGameBuf, Replayer, Severity, Verdict};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{Games, Selection, number};
use crate::copies::GameCopies;
use crate::games::{Run, without_label};
use crate::output::{BAD, FAINT, GOOD, HEADING, ODD, Output, counted, grouped};
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Examples:
  pinsight check games.pgn
  pinsight check --limit 3 *.pgn.zst
  pinsight check --good good.pgn --quarantine broken.pgn games.pgn
  pinsight check --strict --quarantine odd.pgn games.pgn
  pinsight check --json games.pgn | jq -r '.code // empty' | sort | uniq -c

A game is good, repaired (warnings only) or broken (an error; part of the game was skipped). --good and \
--quarantine together split a collection: each game is in exactly one of the two files.
Exit code 0 if no game is broken, 1 if one is or no game is selected, 2 if a file cannot be read to its end.";

/// Replay all games and report every fault with its location
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("copies").args(["good", "quarantine"]).multiple(true))]
pub(crate) struct Check {
    #[command(flatten)]
    games: Games,

    /// Treat warnings as errors: repaired games count as broken
    #[arg(long)]
    strict: bool,

    /// Print at most this many faults of each kind; all are counted
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    limit: Option<u64>,

    /// Copy the good and repaired games to this file, byte for byte
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    good: Option<PathBuf>,

    /// Copy the broken games to this file, byte for byte
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    quarantine: Option<PathBuf>,

    /// Overwrite existing --good and --quarantine files
    #[arg(long, requires = "copies")]
    force: bool,

    /// Print one JSON object per line: the diagnostics, then the totals
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    selection: Selection,
}

/// The result of checking one game.
struct Checked {
    verdict: Verdict,
    moves: u64,
    diagnostics: Vec<Diagnostic>,
    /// The bytes of the game, if it is copied or has more faults than `diagnostics` holds.
    held: Option<RawGameBuf>,
}

/// Maximum number of faults of one game in memory.
const FAULT_BATCH: usize = 500_000;

#[derive(Default)]
struct Totals {
    good: u64,
    repaired: u64,
    broken: u64,
    moves: u64,
}

impl Totals {
    fn add(&mut self, game: &Checked) {
        self.moves += game.moves;
        match game.verdict {
            Verdict::Good => self.good += 1,
            Verdict::Repaired => self.repaired += 1,
            Verdict::Broken => self.broken += 1,
        }
    }

    fn games(&self) -> u64 {
        self.good + self.repaired + self.broken
    }
}

impl Check {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let begin = Instant::now();
        let mut files = self.games.file_set()?;
        let mut create = |option, path: &Option<PathBuf>| {
            let path = path.as_deref();
            path.map(|path| GameCopies::create(&mut files, option, path, self.force)).transpose()
        };
        let mut good = create("--good", &self.good)?;
        let mut quarantine = create("--quarantine", &self.quarantine)?;
        if good.is_some() || quarantine.is_some() {
            output.outlive_reader();
        }
        let mut totals = Totals::default();
        let mut run = Run::new(output, ProgressLine::new());
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |raw: RawGame<'_>| self.check(&mut replayer, &raw)
        };
        let overflow = quarantine.as_ref().map(GameCopies::overflow);
        let filter = self.selection.filter();
        self.games.process_with(&mut run, &filter, overflow, new_worker, |run, game| {
            totals.add(&game);
            self.print_all(run, &game)?;
            let copies = if game.verdict == Verdict::Broken { &mut quarantine } else { &mut good };
            if let (Some(copies), Some(held)) = (copies, &game.held) {
                copies.add(&held.as_raw())?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        for copies in [good, quarantine].into_iter().flatten() {
            copies.finish(run.is_incomplete())?;
        }
        self.print_totals(&mut run, &totals, begin.elapsed().as_secs_f64())?;
        Ok(match run.finish()? {
            Status::Done if totals.broken > 0 => Status::Faulty,
            status => status,
        })
    }

    fn check(&self, replayer: &mut Replayer, raw: &RawGame<'_>) -> Checked {
        let replayed = replayer.replay(raw);
        let verdict = match replayed.verdict() {
            Verdict::Repaired if self.strict => Verdict::Broken,
            verdict => verdict,
        };
        let target = if verdict == Verdict::Broken { &self.quarantine } else { &self.good };
        let held = (target.is_some() || has_more(&replayed.diagnostics)).then(|| raw.to_buf());
        Checked { verdict, moves: replayed.moves, diagnostics: replayed.diagnostics, held }
    }

    /// Returns the severity of a fault under `--strict`.
    fn severity(&self, diagnostic: &Diagnostic) -> Severity {
        if self.strict { Severity::Error } else { diagnostic.severity() }
    }

    /// Prints every fault of a game; lists them in batches if there are too many to hold.
    fn print_all(&self, run: &mut Run<'_>, game: &Checked) -> anyhow::Result<()> {
        let Some(held) = game.held.as_ref().filter(|_| has_more(&game.diagnostics)) else {
            return game.diagnostics.iter().try_for_each(|diagnostic| self.print(run, diagnostic));
        };
        let raw = held.as_raw();
        let mut printed = 0;
        loop {
            let before = printed;
            for diagnostic in Replayer::list_faults(&raw, printed, FAULT_BATCH) {
                printed += 1;
                self.print(run, &diagnostic)?;
            }
            if printed == before {
                return Ok(());
            }
        }
    }

    fn print(&self, run: &mut Run<'_>, diagnostic: &Diagnostic) -> anyhow::Result<()> {
        let count = run.count(diagnostic, self.severity(diagnostic));
        if count.is_none_or(|count| self.limit.is_some_and(|limit| count > limit)) {
            return Ok(());
        }
        if !run.progress.is_shown() {
            return self.print_one(run.output, diagnostic);
        }
        let output = &mut *run.output;
        run.progress.suspend(|| self.print_one(output, diagnostic).and_then(|()| Ok(output.finish()?)))
    }

    fn print_one(&self, output: &mut Output, diagnostic: &Diagnostic) -> anyhow::Result<()> {
        if self.json {
            let severity = self.severity(diagnostic).into();
            output.json_line(&wire::Diagnostic { severity, ..diagnostic.into() })?;
        } else {
            let severity = self.severity(diagnostic);
            let style = match severity {
                Severity::Warning => ODD,
                Severity::Error => BAD,
            };
            output.line(format_args!("{style}{severity}{style:#}: {}\n", without_label(diagnostic)))?;
        }
        Ok(())
    }

    fn print_totals(&self, run: &mut Run<'_>, totals: &Totals, seconds: f64) -> anyhow::Result<()> {
        let Totals { good, repaired, broken, moves } = *totals;
        let (games, bytes) = (totals.games(), run.done.text_bytes);
        let speed = if seconds > 0.0 { games as f64 / seconds } else { 0.0 };
        let kinds: Vec<_> = run.kinds().collect();
        if self.json {
            let faults = kinds.iter().map(|&(severity, code, count)| wire::FaultCount {
                severity: severity.into(),
                code: code.to_owned(),
                count,
            });
            run.output.json_line(&wire::CheckTotals {
                kind: wire::TotalsType::Totals,
                games,
                good,
                repaired,
                broken,
                moves,
                bytes,
                file_bytes: run.done.taken_bytes,
                seconds,
                games_per_second: speed,
                faults: faults.collect(),
            })?;
            return Ok(());
        }
        if !kinds.is_empty() {
            run.output.line(format_args!("{HEADING}Faults{HEADING:#}"))?;
            for (severity, code, count) in kinds {
                let count = grouped(count);
                run.output.line(format_args!("  {count:>9}  {code} {FAINT}({severity}){FAINT:#}"))?;
            }
            run.output.line("")?;
        }
        let rows = [("good", good, GOOD), ("repaired", repaired, ODD), ("broken", broken, BAD)];
        run.output.line(format_args!("{HEADING}Games{HEADING:#}"))?;
        for (name, count, style) in rows {
            let style = if count == 0 { FAINT } else { style };
            run.output.line(format_args!("  {style}{:>9}  {name}{style:#}", grouped(count)))?;
        }
        run.output.line(format_args!("  {:>9}  total", grouped(games)))?;
        run.output.line(format_args!(
            "\n{}, {}, {seconds:.3} s, {} games/s",
            counted(moves, "move"),
            counted(bytes, "byte"),
            grouped(speed as u64),
        ))?;
        Ok(())
    }
}

/// Returns whether the list of faults was truncated.
fn has_more(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| matches!(found.fault, Fault::More { .. }))
}
