//! SQL beside the same work without it: tags chosen by a query beside pgn-reader, which skips the moves, and
//! `pins(moves)` and `has_pin(movetext, ...)` over Parquet beside the ledger.
//!
//! Queries run on one thread and are timed by the CPU time of the process. Files are written before and read from the
//! page cache.

use std::fs;

use pinsight_sql::{Format, SqlOptions, SqlSession};
use pinsight_rules::Position;
use pinsight_tactics::PinLedger;
use tokio::runtime::{Builder, Runtime};

use crate::measure::{Clock, Contender, race};
use crate::options::Options;
use crate::pgn::Corpus;
use crate::pgn::tags::{self, ELO};
use crate::pins::with_ledger;
use crate::rows;
use crate::table::Table;

/// Runs the SQL benchmarks and prints their tables.
pub(crate) fn print(options: &Options) {
    let mut choice = Table::new([
        "WHERE WhiteElo > 2400, one thread, MB/s",
        "games",
        "pgn-reader",
        "ours, without SQL",
        "SQL on PGN",
        "SQL/pgn-reader",
    ]);
    let mut pins = Table::new([
        "pins, one thread, M plies/s",
        "ledger over PGN",
        "ledger over moves",
        "pins(moves) over Parquet",
        "SQL/ledger over PGN",
        "SQL/ledger over moves",
        "has_pin(movetext) over Parquet",
        "has_pin/ledger over PGN",
    ]);
    let sql = Sql::new();
    for corpus in Corpus::load_all(options) {
        let text = &*corpus.text;
        let folder = tempfile::tempdir().expect("a folder");
        let [pgn, parquet] = ["games.pgn", "games.parquet"].map(|name| folder.path().join(name));
        fs::write(&pgn, text).expect("written");
        fs::write(&parquet, rows::convert(text, true).0).expect("written");
        let query = format!("SELECT count(*) FROM '{}' WHERE WhiteElo > {ELO}", pgn.display());
        let [peer, ours, asked] = race(
            Clock::Process,
            options.rounds,
            [
                Contender::new("pgn-reader", || tags::peer(text).wanted),
                Contender::new("ours", || tags::ours(text).wanted),
                Contender::new("SQL", || sql.number(&query)),
            ],
        );
        let wanted = asked.work;
        assert!([&peer, &ours].iter().all(|best| best.work == wanted), "games of {}", corpus.name);
        let [peer, ours, asked] = [peer, ours, asked].map(|best| best.rate(|_| text.len() as u64) / 1e6);
        choice.row(vec![
            corpus.name.to_owned(),
            wanted.to_string(),
            format!("{peer:.0}"),
            format!("{ours:.0}"),
            format!("{asked:.0}"),
            format!("{:.2}", asked / peer),
        ]);

        let blobs = rows::blobs(text);
        let query =
            format!("SELECT sum(plies) FROM '{}' WHERE cardinality(pins(moves)) >= 0", parquet.display());
        // No pin costs as much, so all moves are replayed.
        let searched = format!(
            "SELECT sum(plies) FROM '{}' WHERE NOT has_pin(movetext, 'any > any > any', 'min_cost = 1000')",
            parquet.display()
        );
        let [native, bare, asked, found] = race(
            Clock::Process,
            options.rounds,
            [
                Contender::new("ledger over PGN", || with_ledger(text)),
                Contender::new("ledger over moves", || ledger(&blobs)),
                Contender::new("pins(moves)", || sql.number(&query)),
                Contender::new("has_pin(movetext)", || sql.number(&searched)),
            ],
        );
        let plies = [native.work, bare.work, asked.work, found.work];
        assert!(plies.iter().all(|&other| other == plies[0]), "plies of {}: {plies:?}", corpus.name);
        let [native, bare, asked, found] =
            [native, bare, asked, found].map(|best| best.rate(|&plies| plies) / 1e6);
        pins.row(vec![
            corpus.name.to_owned(),
            format!("{native:.2}"),
            format!("{bare:.2}"),
            format!("{asked:.2}"),
            format!("{:.2}", asked / native),
            format!("{:.2}", asked / bare),
            format!("{found:.2}"),
            format!("{:.2}", found / native),
        ]);
    }
    println!("{choice}\n{pins}");
}

struct Sql {
    runtime: Runtime,
    session: SqlSession,
}

impl Sql {
    fn new() -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a thread");
        let session = SqlSession::new(&SqlOptions { threads: Some(1), ..SqlOptions::default() }).expect("a session");
        Self { runtime, session }
    }

    /// Runs a query that returns one number.
    fn number(&self, query: &str) -> u64 {
        let mut answer = Vec::new();
        let answered = self
            .runtime
            .block_on(async { self.session.query(query).await?.write(Format::Csv, &mut answer).await });
        answered.unwrap_or_else(|error| panic!("{query}: {error}"));
        let text = String::from_utf8(answer).expect("text");
        text.lines().nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }
}

fn ledger(blobs: &[Vec<u8>]) -> u64 {
    let mut ledger = PinLedger::new(&Position::default());
    blobs.iter().map(|blob| rows::ledger_of_moves(blob, &mut ledger)).sum()
}
