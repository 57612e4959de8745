//! `pinsight check`.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use pinsight_pgn::{Diagnostic, RawGame, Replayer, Severity, Verdict};
use serde_json::json;

use crate::file::OutputFile;
use crate::games::{Games, Run, with_place};
use crate::output::{BAD, FAINT, GOOD, HEADING, ODD, Output, grouped};
use crate::progress::ProgressLine;
use crate::{Status, json};

const EXAMPLES: &str = "\
Examples:
  pinsight check games.pgn
  pinsight check --limit 3 *.pgn.zst
  pinsight check --strict --quarantine broken.pgn games.pgn
  pinsight check --json games.pgn | jq -r 'select(.type == \"diagnostic\") | .code' | sort | uniq -c

A game is good, or repaired (only warnings), or broken (an error: part of it was set aside).
Exit code 0 if no game is broken, 1 if one is, 2 if a file cannot be read to its end.";

/// Read and replay all games, and report every fault with its place
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    #[command(flatten)]
    games: Games,

    /// Take warnings as seriously as errors: exit code 1, and into quarantine
    #[arg(long)]
    strict: bool,

    /// Print only so many faults of each kind; all are counted
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Write the broken games to this file, byte for byte
    #[arg(long, value_name = "FILE")]
    quarantine: Option<PathBuf>,

    /// Overwrite the file of --quarantine
    #[arg(long, requires = "quarantine")]
    force: bool,

    /// One JSON object a line: the diagnostics, then the totals
    #[arg(long)]
    json: bool,
}

/// What came of one game.
struct Checked {
    verdict: Verdict,
    moves: u64,
    diagnostics: Vec<Diagnostic>,
    /// The bytes that go into quarantine.
    faulty: Option<Faulty>,
}

enum Faulty {
    Held(Box<[u8]>),
    /// Too long to be held.
    PassedOver,
}

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
        let mut quarantine = match &self.quarantine {
            Some(path) => Some(Quarantine::create(path, self.force)?),
            None => None,
        };
        let mut totals = Totals::default();
        let mut run = Run::new(output, ProgressLine::new());
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |raw: RawGame<'_>| self.check(&mut replayer, &raw)
        };
        self.games.process(&mut run, new_worker, |run, game| {
            totals.add(&game);
            self.print(run, &game.diagnostics)?;
            if let Some((quarantine, faulty)) = quarantine.as_mut().zip(game.faulty) {
                quarantine.add(&faulty)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let passed_over = match quarantine {
            Some(quarantine) => quarantine.finish(run.is_incomplete())?,
            None => 0,
        };
        self.print_totals(&mut run, &totals, begin.elapsed().as_secs_f64())?;
        run.output.finish()?;
        if passed_over > 0 {
            let games = if passed_over == 1 { "game is" } else { "games are" };
            run.output
                .report()
                .warning(format_args!("{passed_over} {games} longer than --max-game and not in quarantine"));
        }
        let faulty = totals.broken > 0 || self.strict && totals.repaired > 0;
        Ok(match run.status() {
            Status::Done if faulty => Status::Faulty,
            status => status,
        })
    }

    fn check(&self, replayer: &mut Replayer, raw: &RawGame<'_>) -> Checked {
        let replayed = replayer.replay(raw);
        let verdict = replayed.verdict();
        let worst = if self.strict { Verdict::Repaired } else { Verdict::Broken };
        let faulty = (self.quarantine.is_some() && verdict >= worst)
            .then(|| if raw.oversized { Faulty::PassedOver } else { Faulty::Held(raw.bytes.into()) });
        Checked { verdict, moves: replayed.moves, diagnostics: replayed.diagnostics, faulty }
    }

    fn print(&self, run: &mut Run<'_>, diagnostics: &[Diagnostic]) -> anyhow::Result<()> {
        for diagnostic in diagnostics {
            let Some(count) = run.count(diagnostic) else {
                continue;
            };
            if self.limit.is_some_and(|limit| count > limit) {
                continue;
            }
            if run.progress.is_shown() {
                let output = &mut *run.output;
                run.progress
                    .aside(|| self.print_one(output, diagnostic).and_then(|()| Ok(output.finish()?)))?;
            } else {
                self.print_one(run.output, diagnostic)?;
            }
        }
        Ok(())
    }

    fn print_one(&self, output: &mut Output, diagnostic: &Diagnostic) -> anyhow::Result<()> {
        if self.json {
            output.json_line(&json::diagnostic(diagnostic))?;
        } else {
            let severity = diagnostic.severity();
            let style = match severity {
                Severity::Warning => ODD,
                Severity::Error => BAD,
            };
            output.line(format_args!("{style}{severity}{style:#}: {}\n", with_place(diagnostic)))?;
        }
        Ok(())
    }

    fn print_totals(&self, run: &mut Run<'_>, totals: &Totals, seconds: f64) -> anyhow::Result<()> {
        let Totals { good, repaired, broken, moves } = *totals;
        let (games, bytes) = (totals.games(), run.done.text_bytes);
        let speed = if seconds > 0.0 { games as f64 / seconds } else { 0.0 };
        let kinds: Vec<_> = run.kinds().collect();
        if self.json {
            let faults = kinds.iter().map(|(severity, code, count)| {
                json!({"severity": severity.to_string(), "code": code, "count": count})
            });
            run.output.json_line(&json!({
                "type": "totals",
                "games": games,
                "good": good,
                "repaired": repaired,
                "broken": broken,
                "moves": moves,
                "bytes": bytes,
                "file_bytes": run.done.taken_bytes,
                "seconds": seconds,
                "games_per_second": speed,
                "faults": faults.collect::<Vec<_>>(),
            }))?;
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
        run.output.line(format_args!("  {:>9}  in all", grouped(games)))?;
        run.output.line(format_args!(
            "\n{} moves, {} bytes, {seconds:.3} s, {} games/s",
            grouped(moves),
            grouped(bytes),
            grouped(speed as u64),
        ))?;
        Ok(())
    }
}

/// Broken games byte for byte, one after another.
struct Quarantine {
    file: OutputFile,
    /// How the last game ended.
    tail: Vec<u8>,
    begun: bool,
    passed_over: u64,
}

impl Quarantine {
    fn create(path: &std::path::Path, force: bool) -> anyhow::Result<Self> {
        Ok(Self {
            file: OutputFile::create(path, force)?,
            tail: b"\n\n".to_vec(),
            begun: false,
            passed_over: 0,
        })
    }

    fn add(&mut self, game: &Faulty) -> anyhow::Result<()> {
        let Faulty::Held(bytes) = game else {
            self.passed_over += 1;
            return Ok(());
        };
        // A blank line keeps two games apart where the first did not bring its own.
        let blank = [&b"\n\n"[..], b"\n\r\n", b"\r\r"].iter().any(|end| self.tail.ends_with(end));
        if !blank {
            self.file.write(if self.tail.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
        }
        self.file.write(bytes)?;
        self.begun = true;
        self.tail = bytes.get(bytes.len().saturating_sub(3)..).unwrap_or_default().to_vec();
        Ok(())
    }

    /// How many games were too long to be written. With nothing to write and not all of the input read, the file that
    /// may be there stays as it is.
    fn finish(self, incomplete: bool) -> anyhow::Result<u64> {
        if self.begun || !incomplete {
            self.file.finish()?;
        }
        Ok(self.passed_over)
    }
}
