//! What SQL costs beside the same work without it, on one thread.
//!
//! `cargo run --release -p pinsight-data --features sql --example sql_speed FILE.pgn` takes the games of a plain PGN file
//! (the best of several runs counts): tags chosen by a query beside the bare reading of tags, and `pins(moves)` over
//! Parquet beside the ledger fed with the same moves.
#![allow(clippy::print_stdout, reason = "a program whose output is the point")]

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use pinsight_data::MovesReader;
use pinsight_data::sql::{Format, SqlOptions, SqlSession};
use pinsight_pgn::{RawTag, Visitor, split, visit};
use pinsight_rules::{Ply, Position};
use pinsight_tactics::PinLedger;
use tokio::runtime::Builder;

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else {
        println!("usage: sql_speed FILE.pgn");
        return Ok(());
    };
    let text = std::fs::read(&path)?;
    let bytes = text.len() as f64 / 1e6;
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let session = SqlSession::new(&SqlOptions { threads: Some(1) })?;
    let ask = |query: &str| -> Result<String, Box<dyn Error>> {
        let mut answer = Vec::new();
        runtime.block_on(async { session.query(query).await?.write(Format::Csv, &mut answer).await })?;
        Ok(String::from_utf8(answer)?.lines().nth(1).unwrap_or_default().to_owned())
    };

    let (bare, strong) = best(|| Ok(strong_games(&text).to_string()))?;
    let query = format!("SELECT count(*) FROM '{path}' WHERE WhiteElo > 2400");
    let (sql, answer) = best(|| ask(&query))?;
    assert_eq!(answer, strong, "the same games are chosen");
    println!("{strong} of the games have WhiteElo > 2400");
    println!("tags, bare           {:9.1} MB/s", bytes / bare);
    println!("tags, SQL on PGN     {:9.1} MB/s   {:.0} % of that", bytes / sql, bare / sql * 100.0);

    let folder = tempfile::tempdir()?;
    let parquet = folder.path().join("games.parquet");
    let mut rows = Vec::new();
    let convert = format!("SELECT moves, plies FROM '{path}'");
    runtime.block_on(async { session.query(&convert).await?.write(Format::Parquet, &mut rows).await })?;
    std::fs::write(&parquet, rows)?;
    let blobs = moves(&runtime, &session, &parquet.display().to_string())?;
    let (native, (plies, events)) = best(|| Ok(ledger(&blobs)))?;
    let query = format!("SELECT sum(cardinality(pins(moves))) FROM '{}'", parquet.display());
    let (sql, answer) = best(|| ask(&query))?;
    assert_eq!(answer, events.to_string(), "the same pins are found");
    let millions = plies as f64 / 1e6;
    println!("{plies} plies, {events} events");
    println!("ledger over moves    {:9.2} million plies/s", millions / native);
    println!(
        "pins(moves), Parquet {:9.2} million plies/s   {:.0} % of that",
        millions / sql,
        native / sql * 100.0
    );
    Ok(())
}

/// The time of the fastest run, and what it gave.
fn best<T>(mut run: impl FnMut() -> Result<T, Box<dyn Error>>) -> Result<(f64, T), Box<dyn Error>> {
    let mut fastest = f64::INFINITY;
    let mut last = run()?;
    for _ in 0..RUNS {
        let clock = Instant::now();
        last = black_box(run()?);
        fastest = fastest.min(clock.elapsed().as_secs_f64());
    }
    Ok((fastest, last))
}

/// Games of a strong white player, by their tags alone.
fn strong_games(text: &[u8]) -> usize {
    struct Strong(usize);
    impl Visitor for Strong {
        fn tag(&mut self, tag: RawTag<'_>) {
            if tag.name == b"WhiteElo" {
                self.0 += usize::from(tag.text().parse::<u16>().is_ok_and(|elo| elo > 2400));
            }
        }

        fn movetext(&mut self) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let name = "games".into();
    let mut strong = Strong(0);
    for game in split(&name, text) {
        let _ = visit(&game, &mut strong);
    }
    strong.0
}

/// The moves of all games, as bytes.
fn moves(
    runtime: &tokio::runtime::Runtime,
    session: &SqlSession,
    parquet: &str,
) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    use datafusion::arrow::array::AsArray;

    let mut blobs = Vec::new();
    runtime.block_on(async {
        let mut rows = session.query(&format!("SELECT moves FROM '{parquet}'")).await?;
        while let Some(batch) = rows.next().await? {
            blobs.extend(batch.column(0).as_binary_view().iter().flatten().map(<[u8]>::to_vec));
        }
        Ok::<_, Box<dyn Error>>(())
    })?;
    Ok(blobs)
}

/// Plies and pin events of all games.
fn ledger(blobs: &[Vec<u8>]) -> (usize, usize) {
    let mut ledger = PinLedger::new(&Position::default());
    let (mut plies, mut events) = (0, 0);
    for blob in blobs {
        let Ok(mut moves) = MovesReader::new(blob) else {
            continue;
        };
        ledger.restart(moves.start());
        while let Ok(Some(played)) = moves.advance() {
            plies += 1;
            let Some(mv) = played else {
                continue;
            };
            let ply = Ply { number: moves.ply(), before: *moves.before(), played: mv, after: *moves.after() };
            let change = ledger.step(&ply);
            events += change.new.len() + change.released.len();
        }
    }
    (plies, events)
}
