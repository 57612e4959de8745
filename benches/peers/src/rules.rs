//! The rules of chess: counting lines of play, and playing random games.

mod games;
mod perft;

use crate::measure::Best;
use crate::options::Options;
use crate::table::Table;

/// What the libraries are called in the table, ours first.
const OURS: &str = "ours";
const COZY: &str = "cozy-chess";
const SHAKMATY: &str = "shakmaty";
const CHESS: &str = "chess";

/// Runs everything and gives the table of it.
pub(crate) fn table(options: &Options) -> Table {
    let mut table = Table::new([
        "work",
        OURS,
        COZY,
        SHAKMATY,
        CHESS,
        "ours/cozy",
        "ours/best peer",
    ]);
    for line in perft::LINES {
        let bests = perft::race(line, options);
        let work = format!("{}, M nodes/s", line.name);
        table.row(row(work, &bests, |&nodes| nodes, 1e6));
    }
    let bests = games::race(options);
    table.row(row(
        "random games, k games/s".to_owned(),
        &bests,
        |tally| tally.games,
        1e3,
    ));
    table.row(row(
        "random games, M half-moves/s".to_owned(),
        &bests,
        |tally| tally.plies,
        1e6,
    ));
    table
}

/// Everybody's rate, then ours against the one to beat and against the best.
fn row<W>(
    work: String,
    bests: &[Best<W>],
    amount: impl Fn(&W) -> u64 + Copy,
    unit: f64,
) -> Vec<String> {
    let rate_of = |name| {
        let found = bests.iter().find(|best| best.name == name);
        found.map_or(f64::NAN, |best| best.rate(amount))
    };
    let peers = [COZY, SHAKMATY, CHESS].map(rate_of);
    let ours = rate_of(OURS);
    let best_peer = peers.into_iter().fold(f64::NAN, f64::max);
    let rates = [ours].into_iter().chain(peers);
    let mut cells = vec![work];
    cells.extend(rates.map(|rate| format!("{:.2}", rate / unit)));
    cells.extend([rate_of(COZY), best_peer].map(|peer| format!("{:.2}", ours / peer)));
    cells
}
