//! Times the steps of reading on a file: `pgn_speed FILE STEP [RUNS] [THREADS]`, the best of some runs.
//!
//! Steps: `split`, `tokens`, `games` (built, not replayed), `replay`, `write`; `process` and `check` (tokens and replay
//! with THREADS threads, in order).

use std::hint::black_box;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use pinsight_pgn::{
    Batch, Event, Game, ProcessOptions, RawGame, RawSan, Replayer, Source, Splitter, Visitor, Writer,
    process, visit,
};

#[derive(Default)]
struct Moves(u64);

impl Visitor for Moves {
    #[inline]
    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        self.0 += 1;
        black_box(san.bytes);
        ControlFlow::Continue(())
    }
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, step, rest @ ..] = arguments.as_slice() else {
        return Err(io::Error::other("usage: speed FILE STEP [RUNS] [THREADS]"));
    };
    let number = |index: usize, usual| {
        let text = rest.get(index);
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (runs, threads) = (number(0, 5), number(1, 1));
    let mut best = f64::INFINITY;
    let mut last = Totals::default();
    for _ in 0..runs {
        let begin = Instant::now();
        last = run(file, step, threads).map_err(io::Error::other)?;
        best = best.min(begin.elapsed().as_secs_f64());
    }
    let Totals { games, moves, bytes } = last;
    writeln!(
        io::stdout(),
        "{step:8} {games:8} games {moves:10} moves {bytes:10} bytes {best:8.4} s {:8.1} MB/s {:7.2} M moves/s",
        bytes as f64 / best / 1e6,
        moves as f64 / best / 1e6,
    )
}

#[derive(Default)]
struct Totals {
    games: u64,
    moves: u64,
    bytes: u64,
}

fn run(file: &str, step: &str, threads: usize) -> Result<Totals, Box<dyn std::error::Error + Send + Sync>> {
    let mut totals = Totals::default();
    if step == "process" || step == "check" {
        let options = ProcessOptions { threads, ..ProcessOptions::default() };
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |game: RawGame<'_>| {
                let mut moves = Moves::default();
                if step == "check" {
                    moves.0 = replayer.replay(&game).moves;
                } else {
                    let _ = visit(&game, &mut moves);
                }
                (moves.0, game.bytes.len())
            }
        };
        let flow = process([Source::open(file)], &options, new_worker, |event| {
            match event {
                Event::Game((moves, bytes)) => {
                    totals.games += 1;
                    totals.moves += moves;
                    totals.bytes += bytes as u64;
                }
                Event::Failed(error) => return ControlFlow::Break(error),
                Event::Progress(_) => {}
            }
            ControlFlow::Continue(())
        });
        return match flow {
            ControlFlow::Continue(()) => Ok(totals),
            ControlFlow::Break(error) => Err(error.into()),
        };
    }
    let mut splitter = Splitter::new(Source::open(file)?);
    let mut batch = Batch::default();
    let mut moves = Moves::default();
    let mut replayer = Replayer::new();
    let mut writer = Writer::new(io::sink());
    while splitter.next_batch(&mut batch)? {
        for game in batch.games() {
            totals.games += 1;
            totals.bytes += game.bytes.len() as u64;
            match step {
                "tokens" => {
                    let _ = visit(&game, &mut moves);
                }
                "replay" => moves.0 += replayer.replay(&game).moves,
                "write" => writer.write(&Game::read(&game))?,
                "games" => moves.0 += Game::read(&game).tree.len() as u64,
                _ => {}
            }
        }
    }
    totals.moves = moves.0;
    Ok(totals)
}
