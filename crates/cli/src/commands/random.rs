//! `pinsight random`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use pinsight_drawing::{Glyphs, TextBoard};
use pinsight_players::{RandomGame, Ruling};
use pinsight_pool::run_range;
use pinsight_rules::{CastlingMode, Color, Position};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{OutputArgs, PgnFile, StartArgs, Threads, number};
use crate::file::OutputFile;
use crate::files::Files;
use crate::interrupt::stop_on_signal;
use crate::output::{Output, counted};
use crate::record::Record;

const EXAMPLES: &str = "\
Examples:
  pinsight random --show
  pinsight random --games 10000 --summary
  pinsight random --games 100 --seed 7 -o random.pgn

A game ends by checkmate, stalemate, insufficient material, threefold repetition or the fifty-move rule.
The same seed gives the same games for any number of threads. Ctrl-C keeps the finished games and prints the totals.
Prints results to stdout, seed and time to stderr.";

/// Games per job of a worker thread.
const BATCH: u64 = 32;

/// Play games of random legal moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Random {
    #[command(flatten)]
    start: StartArgs,

    /// Set the number of games
    #[arg(long, short = 'n', value_name = "N", default_value = "1", value_parser = number::<u64>(0..))]
    games: u64,

    /// Set the random seed; default: taken from the clock and printed
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    seed: Option<u64>,

    /// Draw the board after each move
    #[arg(long, conflicts_with_all = ["json", "summary"])]
    show: bool,

    /// Draw figurines instead of letters
    #[arg(long, requires = "show", conflicts_with_all = ["json", "summary"])]
    unicode: bool,

    /// Print only the totals
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    output: OutputArgs<PgnFile>,

    #[command(flatten)]
    threads: Threads,

    /// Print one JSON object per game; with --summary, the totals
    #[arg(long)]
    json: bool,
}

/// A played game, ready to be written.
struct Played {
    number: u64,
    ruling: Ruling,
    plies: usize,
    last: Position,
    /// The moves and boards of `--show`.
    shown: Option<String>,
    pgn: Option<String>,
}

/// The number of games by outcome and termination.
#[derive(Default)]
struct Totals {
    games: u64,
    plies: usize,
    ends: BTreeMap<(&'static str, &'static str), u64>,
}

impl Random {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let start = self.start.read(output)?;
        let mut file = self.output.create_beside_results(&mut Files::reading::<&Path>([])?)?;
        if file.is_some() {
            output.outlive_reader();
        }
        let seed = self.seed.unwrap_or_else(clock_seed);
        let stop = stop_on_signal();
        let clock = Instant::now();
        let mut totals = Totals::default();
        let batches = self.games.div_ceil(BATCH);
        let new_worker = || {
            |batch: u64| {
                let numbers = batch * BATCH..self.games.min((batch + 1) * BATCH);
                let play = |number| self.play(&start, seed, number);
                (!stop.is_raised()).then(|| numbers.map(play).collect::<Vec<_>>())
            }
        };
        let flow = run_range(batches, self.threads.count(), new_worker, |games| {
            let Some(games) = games else {
                return ControlFlow::Break(Ok(()));
            };
            let written = games.into_iter().try_for_each(|game| {
                totals.add(&game);
                self.write_game(game, file.as_mut(), output)
            });
            written.map_or_else(|error| ControlFlow::Break(Err(error)), ControlFlow::Continue)
        });
        flow.break_value().unwrap_or(Ok(()))?;
        // Keep the existing output if no game was finished.
        if let Some(file) = file.filter(|_| totals.games > 0 || self.games == 0) {
            file.finish()?;
        }
        self.write_totals(&totals, output)?;
        output.finish()?;
        if totals.games < self.games {
            let (played, games) = (totals.games, self.games);
            output.report().warning(format_args!("interrupted after {played} of {games} games"));
        }
        let seconds = clock.elapsed().as_secs_f64();
        let speed = totals.plies as f64 / seconds.max(1e-3);
        output.report().plain(format_args!("seed {seed}; {seconds:.2} s, {speed:.0} half-moves/s"));
        Ok(Status::Done)
    }

    fn play(&self, start: &Position, seed: u64, number: u64) -> Played {
        let game = RandomGame::play(start, seed, number);
        Played {
            number: number + 1,
            ruling: game.ruling,
            plies: game.moves.len(),
            last: game.last,
            shown: self.show.then(|| self.boards(start, &game)),
            pgn: self.output.path().is_some().then(|| record(start, seed, number, &game).text()),
        }
    }

    fn write_game(
        &self,
        game: Played,
        file: Option<&mut OutputFile>,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        if let (Some(pgn), Some(file)) = (game.pgn, file) {
            if game.number > 1 {
                file.write(b"\n")?;
            }
            file.write(pgn.as_bytes())?;
        }
        if let Some(shown) = &game.shown {
            output.bytes(shown.as_bytes())?;
        }
        if self.summary {
            return Ok(());
        }
        if self.json {
            output.json_line(&wire::RandomGame {
                game: game.number,
                result: game.ruling.outcome.into(),
                reason: game.ruling.rule.name().to_owned(),
                plies: game.plies,
                fen: game.last.to_string(),
            })?;
        } else {
            let (number, ruling) = (game.number, game.ruling);
            let plies = counted(game.plies as u64, "half-move");
            output.line(format_args!("game {number}: {ruling} after {plies}"))?;
        }
        Ok(())
    }

    fn boards(&self, start: &Position, game: &RandomGame) -> String {
        let glyphs = if self.unicode { Glyphs::Figurines } else { Glyphs::Letters };
        let drawing = TextBoard { glyphs, flip: false };
        let mut text = drawing.draw(start.board());
        let mut position = *start;
        for &mv in &game.moves {
            let dots = if position.turn() == Color::White { "." } else { "..." };
            let (turn, number, san) = (position.turn(), position.fullmove_number(), position.san(mv));
            let uci = position.uci(mv, CastlingMode::Standard);
            position = position.play_unchecked(mv);
            text.push_str(&format!("\n{turn} moves: {number}{dots} {san} ({uci})\n"));
            text.push_str(&drawing.draw(position.board()));
        }
        text.push('\n');
        text
    }

    fn write_totals(&self, totals: &Totals, output: &mut Output) -> anyhow::Result<()> {
        if self.json {
            if self.summary {
                let ends: Vec<_> = totals
                    .ends
                    .iter()
                    .map(|(&(result, why), &games)| wire::EndCount {
                        result: result.to_owned(),
                        reason: why.to_owned(),
                        games,
                    })
                    .collect();
                output.json(&wire::RandomTotals { games: totals.games, plies: totals.plies, ends })?;
            }
        } else if totals.games > 1 {
            if !self.summary {
                output.line("")?;
            }
            output.line(format_args!("{} games, {} half-moves", totals.games, totals.plies))?;
            for ((result, why), count) in &totals.ends {
                output.line(format_args!("{count:>8}  {result:<7}  {why}"))?;
            }
        }
        Ok(())
    }
}

impl Totals {
    fn add(&mut self, game: &Played) {
        self.games += 1;
        self.plies += game.plies;
        *self.ends.entry((game.ruling.outcome.pgn(), game.ruling.rule.name())).or_default() += 1;
    }
}

fn record<'a>(start: &'a Position, seed: u64, number: u64, game: &RandomGame) -> Record<'a> {
    Record {
        event: "Random game",
        round: (number + 1).to_string(),
        white: "random",
        black: "random",
        start,
        moves: game.moves.iter().map(|&mv| (mv, None)).collect(),
        outcome: Some(game.ruling.outcome),
        tags: vec![("Seed", seed.to_string())],
        final_comment: Some(game.ruling.rule.name().to_owned()),
    }
}

/// Returns a seed from the clock.
pub(crate) fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // At most nine digits, short enough to retype.
    now.subsec_nanos().into()
}
