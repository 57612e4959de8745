//! `pinsight tune`: tunes the evaluation weights of the search on games.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, ValueHint};
use pinsight_pgn::{GameResult, RawGame, Replayer};
use pinsight_players::Stop;
use pinsight_players::tuning::{Journal, Loss, SelfPlay, SelfPlayGame, Tuner, Weights};
use pinsight_rules::{Outcome, Position};
use pinsight_search::GameFilter;

use crate::args::{Games, number};
use crate::games::Run;
use crate::interrupt::stop_on_signal;
use crate::mainline;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::{NothingFound, Status};

const EXAMPLES: &str = "\
Examples:
  pinsight tune --self-play 20000 --journal games -o weights.rs
  pinsight tune games.pgn.zst --every 3 -o weights.rs

The samples are the quiet positions of games, read from files or played by the search against itself. Self-play starts \
with material-only weights; each further round uses the weights of the round before and plays twice as many games. \
The same games give the same weights. Ctrl-C writes the weights so far; with --journal the same command resumes. \
`make weights` updates the source.";

/// Number of games between two reports of progress.
const PROGRESS_GAMES: u64 = 1_000;

/// Skips opening theory: results say little about its positions.
const FIRST_PLY: usize = 12;

/// Tune the evaluation weights on games (for development)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tune {
    #[command(flatten)]
    games: Games,

    /// Play games instead of reading files; this many in the last round
    #[arg(long, value_name = "N", conflicts_with_all = ["files", "every"], value_parser = number::<u64>(0..))]
    self_play: Option<u64>,

    /// Set the number of rounds, up to 20
    #[arg(long, value_name = "N", default_value = "3", requires = "self_play", conflicts_with = "files", value_parser = number::<u16>(1..=20))]
    rounds: u16,

    /// Limit the nodes per move
    #[arg(long, value_name = "N", default_value = "500", requires = "self_play", conflicts_with = "files", value_parser = number::<u64>(1..))]
    nodes: u64,

    /// Set the random seed of the openings
    #[arg(long, value_name = "N", default_value = "1", requires = "self_play", conflicts_with = "files", value_parser = number::<u64>(0..))]
    seed: u64,

    /// Keep the games in this folder; a run that was interrupted resumes from them
    #[arg(long, value_name = "FOLDER", requires = "self_play", conflicts_with = "files", value_hint = ValueHint::DirPath)]
    journal: Option<PathBuf>,

    /// Sample one position every N plies of the games read
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u16>(1..=u16::MAX))]
    every: u16,

    /// Set the number of gradient descent steps
    #[arg(long, value_name = "N", default_value = "300", value_parser = number::<usize>(0..))]
    steps: usize,

    /// Write the weights to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Overwrite an existing --output file
    #[arg(long)]
    force: bool,
}

/// The result of one gradient descent.
struct Tuned {
    weights: Weights,
    samples: usize,
    loss: Loss,
    /// The number of steps taken; fewer than requested after an interrupt.
    steps: usize,
}

/// The weights to write.
struct Made {
    /// How they were made.
    note: String,
    weights: Weights,
    status: Status,
}

impl Tune {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut files = self.games.file_set()?;
        let is_stdout = self.output.as_os_str() == "-";
        let file = (!is_stdout).then(|| files.create("--output", &self.output, self.force)).transpose()?;
        let stop = stop_on_signal();
        let made = match self.self_play {
            Some(games) => self.tune_by_self_play(games, &stop, output)?,
            None => self.tune_on_files(&stop, output)?,
        };
        let Some(Made { note, weights, status }) = made else {
            output.report().warning("interrupted before the first step; no weights written");
            return Ok(Status::NothingFound);
        };
        let head = format!(
            "The weights of the terms, in hundredths of a pawn: middle game, endgame.\n\n{note}\nDo not edit."
        );
        let text = weights.source(&head);
        match file {
            Some(mut file) => {
                file.write(text.as_bytes())?;
                file.finish()?;
            }
            None => output.raw(text.as_bytes())?,
        }
        if stop.is_raised() {
            output.report().warning("interrupted; the weights so far are written");
        }
        Ok(status)
    }

    /// Returns `None` if interrupted before the first step.
    fn tune_on_files(&self, stop: &Stop, output: &mut Output) -> anyhow::Result<Option<Made>> {
        let mut run = Run::new(output, ProgressLine::new());
        run.stop_with(stop.clone());
        let mut tuner = Tuner::new();
        let mut games = 0_u64;
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |raw: RawGame<'_>| self.positions(&mut replayer, &raw)
        };
        self.games.process(&mut run, &GameFilter::default(), new_worker, |_, played| {
            if let Some((outcome, positions)) = played {
                games += 1;
                for position in positions {
                    tuner.add(&position, outcome, None);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let status = run.status();
        if status == Status::Unreadable && tuner.is_empty() {
            return Err(anyhow!("no game could be read"));
        }
        let Some(tuned) = self.descend(&tuner, &Weights::material(), stop, output)? else {
            return Ok(None);
        };
        let Tuned { weights, samples, loss, steps } = tuned;
        let every = self.every;
        let note = format!(
            "Made by `pinsight tune --every {every} --steps {}`: {samples} positions of {games} games, \
             loss {loss:.6}{}.",
            self.steps,
            self.interrupted(steps)
        );
        Ok(Some(Made { note, weights, status }))
    }

    /// Returns `None` if interrupted before the first step.
    fn tune_by_self_play(
        &self,
        games: u64,
        stop: &Stop,
        output: &mut Output,
    ) -> anyhow::Result<Option<Made>> {
        let Self { rounds, nodes, seed, steps, .. } = *self;
        let mut weights = Weights::plain();
        let mut last = None;
        for round in 1..=rounds {
            let now = (games >> (rounds - round)).max(1);
            output.report().plain(format_args!("round {round} of {rounds}: {now} games"));
            let seed = seed.wrapping_add(u64::from(round) - 1);
            let threads = self.games.threads();
            let play = SelfPlay { games: now, played: 0, nodes, seed, threads, stop: stop.clone() };
            let tuner = self.play_round(round, play, &weights, output)?;
            let Some(tuned) = self.descend(&tuner, &weights, stop, output)? else {
                break;
            };
            weights = tuned.weights;
            let (samples, loss, interrupted) = (tuned.samples, tuned.loss, self.interrupted(tuned.steps));
            last =
                Some((round, format!("{samples} positions in the last round, loss {loss:.6}{interrupted}")));
        }
        let Some((round, last)) = last else {
            return Ok(None);
        };
        let ended =
            if round < rounds { format!(", interrupted in round {}", round + 1) } else { String::new() };
        let note = format!(
            "Made by `pinsight tune --self-play {games} --rounds {rounds} --nodes {nodes} --seed {seed} --steps {steps}`:\n\
             {last}{ended}."
        );
        Ok(Some(Made { note, weights, status: Status::Done }))
    }

    /// Plays the games of a round that the journal does not contain yet. Returns the samples of all.
    fn play_round(
        &self,
        round: u16,
        mut play: SelfPlay,
        weights: &Weights,
        output: &mut Output,
    ) -> anyhow::Result<Tuner> {
        let mut tuner = Tuner::new();
        let mut add = |game: &SelfPlayGame| {
            for (position, value) in game.positions() {
                tuner.add(&position, game.outcome, Some(value));
            }
        };
        let mut journal = None;
        if let Some(folder) = &self.journal {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            let (file, games) = Journal::open(folder, round, &play, weights)?;
            games.iter().for_each(&mut add);
            play.played = games.len() as u64;
            journal = Some(file);
        }
        let (mut played, games, stop) = (play.played, play.games, play.stop.clone());
        let mut failure = None;
        play.play(weights, |game| {
            add(&game);
            played += 1;
            if played.is_multiple_of(PROGRESS_GAMES) {
                output.report().plain(format_args!("{played} of {games} games"));
            }
            if let Some(Err(error)) = journal.as_mut().map(|journal| journal.add(&game)) {
                failure = Some(error);
                stop.raise();
            }
        });
        failure.map_or(Ok(tuner), |error| Err(error.into()))
    }

    /// Returns the note on a descent that was ended early.
    fn interrupted(&self, steps: usize) -> String {
        if steps < self.steps { format!(", interrupted after step {steps}") } else { String::new() }
    }

    /// Returns `None` if interrupted before the first step.
    fn descend(
        &self,
        tuner: &Tuner,
        from: &Weights,
        stop: &Stop,
        output: &mut Output,
    ) -> anyhow::Result<Option<Tuned>> {
        if stop.is_raised() {
            return Ok(None);
        }
        if tuner.is_empty() {
            return Err(NothingFound("no finished game with quiet positions".to_owned()).into());
        }
        let samples = tuner.len();
        output.report().plain(format_args!("{samples} positions"));
        let (mut last, mut steps) = (0.0, 0);
        let weights = tuner.tune(from, self.steps, self.games.threads(), |step, loss| {
            if stop.is_raised() {
                return ControlFlow::Break(());
            }
            (last, steps) = (loss, step);
            if step == 1 || step % 50 == 0 {
                output.report().plain(format_args!("step {step}: loss {loss:.6}"));
            }
            ControlFlow::Continue(())
        });
        let is_changed = steps > 0 || self.steps == 0;
        Ok(is_changed.then_some(Tuned { weights, samples, loss: last, steps }))
    }

    /// Returns the outcome and sampled positions of a finished game, without its last two plies, which may be in the
    /// middle of an exchange.
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
