//! `pinsight random`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use pinsight_drawing::{Glyphs, TextBoard};
use pinsight_players::{RandomGame, Ruling};
use pinsight_pool::run_range;
use pinsight_rules::{CastlingMode, Color, Position};
use pinsight_wire as wire;

use crate::Status;
use crate::args::PositionArgs;
use crate::file::OutputFile;
use crate::output::Output;
use crate::record::Record;

const EXAMPLES: &str = "\
Examples:
  pinsight random --show
  pinsight random --games 10000 --summary
  pinsight random --games 100 --seed 7 --pgn random.pgn

A game ends by mate, stalemate or dead material, and by the draws that players may claim: the third repetition, fifty
moves without capture or pawn move. The same seed gives the same games, whatever the number of threads.
Results go to stdout; the seed and the time to stderr.";

const MAX_THREADS: usize = 256;
/// Games that a thread plays at once.
const BATCH: u64 = 32;

/// Watch two computers that play random legal moves until the game ends
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Random {
    /// Where the games start
    #[arg(default_value = "startpos", hide_default_value = true)]
    fen: String,

    #[command(flatten)]
    position: PositionArgs,

    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    games: u64,

    /// Where the random numbers start; without it from the clock, and told
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// The board after each move
    #[arg(long, conflicts_with_all = ["json", "summary"])]
    show: bool,

    /// Figurines instead of letters on the boards of --show
    #[arg(long, requires = "show")]
    unicode: bool,

    /// Only the totals, not a line for each game
    #[arg(long)]
    summary: bool,

    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Overwrite the file of --pgn
    #[arg(long, requires = "pgn")]
    force: bool,

    /// How many threads play, up to 256; 0 for one per core
    #[arg(long, value_name = "N", default_value = "0")]
    threads: usize,

    /// As JSON: a line for each game, or the totals
    #[arg(long)]
    json: bool,
}

/// What came of one game, ready to be written.
struct Played {
    number: u64,
    ruling: Ruling,
    plies: usize,
    last: Position,
    /// The moves with the boards after them, if they are to be shown.
    shown: Option<String>,
    pgn: Option<String>,
}

/// How many games ended in which way.
#[derive(Default)]
struct Totals {
    games: u64,
    plies: usize,
    ends: BTreeMap<(&'static str, &'static str), u64>,
}

impl Random {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let start = self.position.read(&self.fen, output)?;
        let mut file = self.pgn.as_deref().map(|path| OutputFile::create(path, self.force)).transpose()?;
        let seed = self.seed.unwrap_or_else(seed_of_the_clock);
        let clock = Instant::now();
        let mut totals = Totals::default();
        let batches = self.games.div_ceil(BATCH);
        let new_worker = || {
            |batch: u64| {
                let numbers = batch * BATCH..self.games.min((batch + 1) * BATCH);
                numbers.map(|number| self.play(&start, seed, number)).collect::<Vec<_>>()
            }
        };
        let flow = run_range(batches, self.threads(), new_worker, |games| {
            let taken = games.into_iter().try_for_each(|game| {
                totals.add(&game);
                self.tell(game, file.as_mut(), output)
            });
            taken.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        if let Some(file) = file {
            file.finish()?;
        }
        self.tell_totals(&totals, output)?;
        output.finish()?;
        let seconds = clock.elapsed().as_secs_f64();
        let speed = totals.plies as f64 / seconds.max(1e-3);
        output.report().plain(format_args!("seed {seed}; {seconds:.2} s, {speed:.0} half-moves/s"));
        Ok(Status::Done)
    }

    fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads.min(MAX_THREADS),
        }
    }

    fn play(&self, start: &Position, seed: u64, number: u64) -> Played {
        let game = RandomGame::play(start, seed, number);
        Played {
            number: number + 1,
            ruling: game.ruling,
            plies: game.moves.len(),
            last: game.last,
            shown: self.show.then(|| self.boards(start, &game)),
            pgn: self.pgn.is_some().then(|| record(start, seed, number, &game).text()),
        }
    }

    fn tell(&self, game: Played, file: Option<&mut OutputFile>, output: &mut Output) -> anyhow::Result<()> {
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
            let (number, ruling, plies) = (game.number, game.ruling, game.plies);
            output.line(format_args!("game {number}: {ruling} after {plies} half-moves"))?;
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

    fn tell_totals(&self, totals: &Totals, output: &mut Output) -> anyhow::Result<()> {
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
        last_words: Some(game.ruling.rule.name().to_owned()),
    }
}

/// A seed that nobody chose.
fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    now.subsec_nanos().into()
}
