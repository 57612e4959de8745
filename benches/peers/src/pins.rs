//! Pins: the ledger while games are replayed, beside bare replay; pairs of FEN and move, from text; a scan with one
//! thread and with two.
//!
//! Peers that find pins of all kinds and their causes are not known; what a Python program does is in `docs/speed.md`.

use std::hint::black_box;
use std::sync::Arc;

use pinsight_data::PinScanner;
use pinsight_rules::Position;
use pinsight_tactics::{PinChange, PinFilter, PinLedger, PinOptions, detect_pins};

use crate::measure::{Clock, Contender, race};
use crate::options::Options;
use crate::pgn::Corpus;
use crate::pgn::ours::{RawGame, Replayer, follow, games, work_on_games};
use crate::table::Table;

/// The number of pairs of position and move per corpus.
const PAIRS: usize = 20_000;

/// Runs the pin benchmarks and prints their table.
pub(crate) fn print(options: &Options) {
    let mut table = Table::new([
        "pins, one thread",
        "bare replay, M plies/s",
        "with the ledger, M plies/s",
        "ledger/bare",
        "FEN and move as text, k pairs/s",
    ]);
    let mut scans = Table::new(["scan", "1 thread, M plies/s", "2 threads, M plies/s", "2/1 threads"]);
    for corpus in Corpus::load_all(options) {
        let text = &*corpus.text;
        let pairs = pairs(text);
        let [bare, ledger, detected] = race(
            Clock::Thread,
            options.rounds,
            [
                Contender::new("bare replay", || bare(text)),
                Contender::new("ledger", || with_ledger(text)),
                Contender::new("pairs", || detect(&pairs)),
            ],
        );
        assert_eq!(bare.work, ledger.work, "the ledger loses plies of {}", corpus.name);
        let [bare, ledger, detected] = [bare, ledger, detected].map(|best| best.rate(|&count| count));
        table.row(vec![
            corpus.name.to_owned(),
            format!("{:.2}", bare / 1e6),
            format!("{:.2}", ledger / 1e6),
            format!("{:.2}", ledger / bare),
            format!("{:.0}", detected / 1e3),
        ]);

        let [one, two] = race(
            Clock::Wall,
            options.rounds,
            [
                Contender::new("1 thread", || scan(&corpus.text, 1)),
                Contender::new("2 threads", || scan(&corpus.text, 2)),
            ],
        );
        assert_eq!(one.work, two.work, "threads lose plies of {}", corpus.name);
        let [one, two] = [one, two].map(|best| best.rate(|&plies| plies) / 1e6);
        scans.row(vec![
            corpus.name.to_owned(),
            format!("{one:.2}"),
            format!("{two:.2}"),
            format!("{:.2}", two / one),
        ]);
    }
    println!("{table}\n{scans}");
}

/// Computes the rows of all games and drops them.
fn scan(text: &Arc<[u8]>, threads: usize) -> u64 {
    let new_worker = || {
        let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
        move |game: RawGame<'_>| {
            let done = scanner.scan(&game, |row| {
                black_box(row);
            });
            done.plies as u64
        }
    };
    let mut plies = 0;
    work_on_games(text, threads, new_worker, |more| plies += more);
    plies
}

fn bare(text: &[u8]) -> u64 {
    let mut replayer = Replayer::new();
    let plies = games(text).map(|game| {
        follow(&mut replayer, &game, |ply| {
            black_box(ply);
        })
    });
    plies.sum()
}

/// Replays a text and computes the pins that each move creates or releases, with kind, cost and cause.
pub(crate) fn with_ledger(text: &[u8]) -> u64 {
    let mut replayer = Replayer::new();
    let start = Position::default();
    let mut ledger = PinLedger::new(&start);
    let plies = games(text).map(|game| {
        ledger.restart(&start);
        follow(&mut replayer, &game, |ply| take_all(ledger.follow(ply.before, ply.played, ply.after)))
    });
    plies.sum()
}

/// Builds every pin that a move creates or releases, and drops it.
pub(crate) fn take_all(change: PinChange<'_>) {
    change.new_pins().chain(change.released_pins()).for_each(|pin| {
        black_box((pin.line(), pin.status, pin.cause, pin.by));
    });
}

/// Returns the first positions of the corpus with the moves played, as FEN and UCI.
fn pairs(text: &[u8]) -> Vec<(String, String)> {
    let mut replayer = Replayer::new();
    let mut pairs = Vec::new();
    for game in games(text) {
        follow(&mut replayer, &game, |ply| {
            let uci = ply.before.uci(ply.played, ply.before.castling_mode());
            pairs.push((ply.before.to_string(), uci.to_string()));
        });
        if pairs.len() >= PAIRS {
            break;
        }
    }
    pairs
}

/// Parses FEN and move and writes the sentences of the pins.
fn detect(pairs: &[(String, String)]) -> u64 {
    for (fen, uci) in pairs {
        let position: Position = fen.parse().expect("a FEN of our own");
        let mv = position.parse_move(uci).expect("a move of our own");
        for pin in detect_pins(&position, mv) {
            black_box(pin.to_string());
        }
    }
    pairs.len() as u64
}
