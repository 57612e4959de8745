//! SQL beside the same work without it: tags chosen by a query beside pgn-reader, which passes over the moves, and
//! `pins(moves)` over Parquet beside the ledger.
//!
//! Queries run on one thread, and what they take is the CPU time of the whole process. Files are written before and
//! come out of the system's memory.

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

/// Runs everything and prints the tables of it.
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
    ]);
    let sql = Sql::new();
    for corpus in Corpus::load_all(options) {
        let text = &*corpus.text;
        let folder = tempfile::tempdir().expect("a folder");
        let [pgn, parquet] = ["games.pgn", "games.parquet"].map(|name| folder.path().join(name));
        fs::write(&pgn, text).expect("written");
        fs::write(&parquet, rows::convert(text).0).expect("written");
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
        let [native, bare, asked] = race(
            Clock::Process,
            options.rounds,
            [
                Contender::new("ledger over PGN", || with_ledger(text)),
                Contender::new("ledger over moves", || ledger(&blobs)),
                Contender::new("pins(moves)", || sql.number(&query)),
            ],
        );
        let plies = [native.work, bare.work, asked.work];
        assert!(plies.iter().all(|&other| other == plies[0]), "plies of {}: {plies:?}", corpus.name);
        let [native, bare, asked] = [native, bare, asked].map(|best| best.rate(|&plies| plies) / 1e6);
        pins.row(vec![
            corpus.name.to_owned(),
            format!("{native:.2}"),
            format!("{bare:.2}"),
            format!("{asked:.2}"),
            format!("{:.2}", asked / native),
            format!("{:.2}", asked / bare),
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

    /// The answer to a query that is one number.
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
