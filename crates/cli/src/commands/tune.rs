//! `pinsight tune`: makes the weights of the search's evaluation from games.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use pinsight_pgn::{GameResult, RawGame, Replayer};
use pinsight_players::tuning::Tuner;
use pinsight_rules::{Outcome, Position};

use crate::Status;
use crate::file::OutputFile;
use crate::games::{Games, Run};
use crate::mainline;
use crate::output::Output;
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Example, as the weights in the source were made:
  pinsight tune games.pgn.zst --force -o crates/players/src/evaluation/weights.rs

Quiet positions of finished games are the samples; the same games give the same weights.";

/// Half-moves of an opening that is known by heart say nothing about its positions.
const FIRST_PLY: usize = 12;

/// Make the weights of the evaluation from games (for whoever works on the program)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tune {
    #[command(flatten)]
    games: Games,

    /// Every so many half-moves a position is taken
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,

    /// Steps of the descent
    #[arg(long, value_name = "N", default_value = "600")]
    steps: usize,

    /// Write the weights to this file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Overwrite the file of --output
    #[arg(long)]
    force: bool,
}

impl Tune {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut file = OutputFile::create(&self.output, self.force)?;
        let mut run = Run::new(output, ProgressLine::new());
        let mut tuner = Tuner::new();
        let mut games = 0_u64;
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |raw: RawGame<'_>| self.positions(&mut replayer, &raw)
        };
        self.games.process(&mut run, new_worker, |_, played| {
            if let Some((outcome, positions)) = played {
                games += 1;
                for position in positions {
                    tuner.add(&position, outcome);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let status = run.status();
        if tuner.is_empty() {
            bail!("no finished game with quiet positions to learn from");
        }
        let samples = tuner.len();
        output.report().plain(format_args!("{samples} positions of {games} games"));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut last = 0.0;
        let weights = tuner.tune(self.steps, threads, |step, loss| {
            last = loss;
            if step == 1 || step % 50 == 0 {
                output.report().plain(format_args!("step {step}: loss {loss:.6}"));
            }
        });
        let (every, steps) = (self.every, self.steps);
        let head = format!(
            "The weights of the terms, in hundredths of a pawn: middle game, endgame.\n\n\
             Made by `pinsight tune --every {every} --steps {steps}`: {samples} positions of {games} games, \
             loss {last:.6}.\nDo not edit."
        );
        file.write(weights.source(&head).as_bytes())?;
        file.finish()?;
        Ok(status)
    }

    /// The outcome and some positions of a game that was finished; not its last moves, which end in mid-air when
    /// somebody resigns.
    fn positions(&self, replayer: &mut Replayer, raw: &RawGame<'_>) -> Option<(Outcome, Vec<Position>)> {
        let (replayed, steps) = mainline::play(replayer, raw);
        let outcome = match replayed.result {
            GameResult::Win(color) => Outcome::Win(color),
            GameResult::Draw => Outcome::Draw,
            GameResult::Unfinished => return None,
        };
        let every = usize::from(self.every);
        let first = FIRST_PLY + raw.number as usize % every;
        let last = steps.len().saturating_sub(2);
        let positions = steps.get(first..last)?.iter().step_by(every).map(|(_, position)| *position);
        Some((outcome, positions.collect()))
    }
}
