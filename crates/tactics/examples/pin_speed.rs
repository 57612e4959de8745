//! Measures the speed of the ledger and of bare replay, in plies per second on one thread.
//!
//! `cargo run --release -p pinsight-tactics --example pin_speed [FILE]`. FILE has one game per line, in SAN separated by
//! spaces; without it, games are random. Reports the best of several runs.
#![allow(clippy::print_stdout, reason = "prints its result")]

use std::hint::black_box;
use std::time::Instant;

use pinsight_rules::{Move, Ply, Position};
use pinsight_tactics::{PinLedger, PinOptions};
use pinsight_testkit::random::{Random, game};

const RUNS: usize = 40;

fn main() {
    let games = match std::env::args().nth(1) {
        Some(path) => read(&path),
        None => random_games(),
    };
    let plies: usize = games.iter().map(Vec::len).sum();
    println!("{} games, {plies} plies", games.len());
    let bare = best(&games, |position, moves| {
        let mut position = position;
        for (number, &mv) in moves.iter().enumerate() {
            let ply = Ply::new(number + 1, position, mv);
            position = black_box(ply).after;
        }
        0
    });
    report("bare replay", plies, bare);
    for (name, all) in [("ledger, pins", false), ("ledger, all kinds", true)] {
        let start = Position::default();
        let mut ledger = PinLedger::with_options(&start, PinOptions { all, ..PinOptions::default() });
        let time = best(&games, |position, moves| {
            let mut position = position;
            let mut events = 0;
            ledger.restart(&position);
            for (number, &mv) in moves.iter().enumerate() {
                let ply = Ply::new(number + 1, position, mv);
                let change = ledger.step(black_box(&ply));
                events += change.new_pins().len() + change.released_pins().len();
                position = ply.after;
            }
            events
        });
        report(name, plies, time);
    }
}

fn report(name: &str, plies: usize, (seconds, events): (f64, usize)) {
    let rate = plies as f64 / seconds / 1e6;
    let each = seconds / plies as f64 * 1e9;
    println!("{name:20} {rate:8.2} million plies/s {each:8.1} ns/ply {events:9} events");
}

fn best(games: &[Vec<Move>], mut run: impl FnMut(Position, &[Move]) -> usize) -> (f64, usize) {
    let mut fastest = f64::INFINITY;
    let mut events = 0;
    for _ in 0..RUNS {
        let clock = Instant::now();
        events = games.iter().map(|moves| run(Position::default(), moves)).sum();
        fastest = fastest.min(clock.elapsed().as_secs_f64());
    }
    (fastest, events)
}

fn random_games() -> Vec<Vec<Move>> {
    let mut random = Random::new(1);
    (0..1000)
        .map(|_| game(Position::default(), 200, &mut random).into_iter().map(|(_, mv)| mv).collect())
        .collect()
}

fn read(path: &str) -> Vec<Vec<Move>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            println!("{path}: {error}");
            return Vec::new();
        }
    };
    text.lines()
        .map(|line| {
            let mut position = Position::default();
            line.split_whitespace()
                .map_while(|san| {
                    let mv = position.parse_move(san).ok()?;
                    position = position.play_unchecked(mv);
                    Some(mv)
                })
                .collect()
        })
        .collect()
}
