//! The rules of chess: perft and random games.

mod games;
mod perft;

use crate::measure::Best;
use crate::options::Options;
use crate::table::Table;

/// One result for each library, in this order.
type Results<W> = [Best<W>; 4];

const OURS: &str = "ours";
const COZY: &str = "cozy-chess";
const SHAKMATY: &str = "shakmaty";
const CHESS: &str = "chess";

/// Runs the benchmarks of the rules and prints their table.
pub(crate) fn print(options: &Options) {
    let mut table = Table::new(["work", OURS, COZY, SHAKMATY, CHESS, "ours/cozy", "ours/best peer"]);
    for line in perft::LINES {
        let results = perft::race(line, options);
        let name = format!("{}, depth {}", line.name, line.depth(options));
        table.row(row(&name, "M nodes/s", 1e6, &results, |&nodes| nodes));
    }
    let results = games::race(options);
    let name = "random games";
    table.row(row(name, "k games/s", 1e3, &results, |tally| tally.games));
    table.row(row(name, "M half-moves/s", 1e6, &results, |tally| tally.plies));
    println!("{table}");
}

/// Returns the rate of each library, then the ratio of ours to cozy-chess and to the best.
fn row<W>(
    work: &str,
    unit: &str,
    unit_size: f64,
    results: &Results<W>,
    amount: impl Fn(&W) -> u64 + Copy,
) -> Vec<String> {
    let rates = results.each_ref().map(|best| best.rate(amount));
    let [ours, cozy, ..] = rates;
    let best_peer = rates.into_iter().skip(1).fold(0.0, f64::max);
    let mut cells = vec![format!("{work}, {unit}")];
    cells.extend(rates.map(|rate| format!("{:.2}", rate / unit_size)));
    cells.extend([cozy, best_peer].map(|peer| format!("{:.2}", ours / peer)));
    cells
}
