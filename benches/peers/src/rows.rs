//! Rows: games and pins to Parquet beside what they cost without it; moves as bytes beside aix-chess-compression.

use std::hint::black_box;

use aix_chess_compression::{CompressionLevel, Decode, Decoder, Encode, EncodedGame, Encoder};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use pinsight_data::{
    GAMES, GameBatchBuilder, GameReader, GameWants, PINS, ParquetSink, PinBatchBuilder, PinScanner,
    TableFormat, TableWriter,
};
use pinsight_moves::MovesReader;
use pinsight_rules::{CastlingMode, Position};
use pinsight_tactics::{PinFilter, PinLedger, PinOptions};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position as _};

use crate::measure::{Clock, Contender, race};
use crate::options::Options;
use crate::pgn::Corpus;
use crate::pgn::ours::{Replayer, games};
use crate::pins::{take_all, with_ledger};
use crate::table::Table;

/// The number of games per batch.
const BATCH: usize = 512;

/// Runs the benchmarks of rows and prints their tables.
pub(crate) fn print(options: &Options) {
    let corpora = Corpus::load_all(options);
    let mut speed = Table::new([
        "rows, one thread, M plies/s",
        "check",
        "convert",
        "convert/check",
        "scan",
        "scan to Parquet",
        "Parquet/scan",
        "scan as CSV to nowhere",
        "Parquet/CSV",
        "ledger over PGN",
        "ledger over Parquet",
        "Parquet/PGN",
    ]);
    let mut size = Table::new(["size", "games", "PGN, zstd 19, bytes", "Parquet, bytes", "Parquet/zstd"]);
    let mut moves = Table::new([
        "moves as bytes",
        "bits a ply",
        "bits a ply, zstd 3",
        "bytes a game",
        "decoded, M plies/s",
    ]);
    for corpus in &corpora {
        let text = &*corpus.text;
        let table = convert(text, false).0;
        let [checked, converted, scanned, packed, written, native, stored] = race(
            Clock::Thread,
            options.rounds,
            [
                Contender::new("check", || check(text)),
                Contender::new("convert", || convert(text, false).1),
                Contender::new("scan", || scan(text)),
                Contender::new("scan to Parquet", || scan_to_parquet(text)),
                Contender::new("scan as CSV to nowhere", || scan_as_csv(text)),
                Contender::new("ledger over PGN", || with_ledger(text)),
                Contender::new("ledger over Parquet", || ledger_of_table(&table)),
            ],
        );
        let all = [checked, converted, scanned, packed, written, native, stored];
        let works = all.each_ref().map(|best| best.work);
        assert!(works.iter().all(|&plies| plies == works[0]), "plies of {} get lost: {works:?}", corpus.name);
        let [checked, converted, scanned, packed, written, native, stored] =
            all.map(|best| best.rate(|&plies| plies) / 1e6);
        speed.row(vec![
            corpus.name.to_owned(),
            format!("{checked:.2}"),
            format!("{converted:.2}"),
            format!("{:.2}", converted / checked),
            format!("{scanned:.2}"),
            format!("{packed:.2}"),
            format!("{:.2}", packed / scanned),
            format!("{written:.2}"),
            format!("{:.2}", packed / written),
            format!("{native:.2}"),
            format!("{stored:.2}"),
            format!("{:.2}", stored / native),
        ]);

        let blobs = blobs(text);
        let zstd = zstd::encode_all(text, 19).expect("packed").len();
        size.row(vec![
            corpus.name.to_owned(),
            blobs.len().to_string(),
            zstd.to_string(),
            table.len().to_string(),
            format!("{:.2}", table.len() as f64 / zstd as f64),
        ]);
        compare_moves(corpus, &blobs, options, &mut moves);
    }
    println!("{speed}\n{size}\n{moves}");
}

fn check(text: &[u8]) -> u64 {
    let mut replayer = Replayer::new();
    games(text).map(|raw| replayer.replay(&raw).plies as u64).sum()
}

/// Returns the Parquet file of all games and the number of their plies.
pub(crate) fn convert(text: &[u8], movetext: bool) -> (Vec<u8>, u64) {
    let mut builder = GameBatchBuilder::of_all(movetext);
    let mut sink = ParquetSink::new(Vec::new(), &GAMES.schema(), 1).expect("a file in memory");
    let mut plies = 0;
    let mut write = |builder: &mut GameBatchBuilder| {
        let batch = builder.finish().expect("a batch");
        let column = batch.column_by_name("plies").expect("a column");
        plies += arrow_array::cast::AsArray::as_primitive::<arrow_array::types::Int32Type>(column)
            .values()
            .iter()
            .map(|&plies| plies as u64)
            .sum::<u64>();
        sink.write(batch).expect("written");
    };
    for raw in games(text) {
        builder.add(&raw);
        if builder.len() == BATCH {
            write(&mut builder);
        }
    }
    write(&mut builder);
    (sink.finish().expect("finished"), plies)
}

fn scan(text: &[u8]) -> u64 {
    let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
    games(text)
        .map(|raw| {
            let done = scanner.scan(&raw, |row| {
                black_box(row);
            });
            done.plies as u64
        })
        .sum()
}

/// Does the work of `pinsight scan FILE > /dev/null`.
fn scan_as_csv(text: &[u8]) -> u64 {
    scan_to(TableFormat::Csv, text)
}

fn scan_to_parquet(text: &[u8]) -> u64 {
    scan_to(TableFormat::Parquet, text)
}

fn scan_to(format: TableFormat, text: &[u8]) -> u64 {
    let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
    let mut builder = PinBatchBuilder::new();
    let mut writer = TableWriter::new(std::io::sink(), format, &PINS.schema(), 1).expect("begun");
    let mut write = |builder: &mut PinBatchBuilder| {
        let rows = format.encode(builder.finish().expect("a batch")).expect("encoded");
        writer.write(rows).expect("written");
    };
    let mut plies = 0;
    for raw in games(text) {
        plies += scanner.scan(&raw, |event| builder.add(event)).plies as u64;
        if builder.len() >= 4096 {
            write(&mut builder);
        }
    }
    write(&mut builder);
    writer.finish().expect("finished");
    plies
}

fn ledger_of_table(table: &[u8]) -> u64 {
    let bytes = bytes::Bytes::copy_from_slice(table);
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes).expect("a file of our own");
    let mask = ProjectionMask::columns(builder.parquet_schema(), ["moves"]);
    let start = Position::default();
    let mut ledger = PinLedger::new(&start);
    let mut plies = 0;
    for batch in builder.with_projection(mask).build().expect("a reader") {
        let batch = batch.expect("a batch");
        for blob in arrow_array::cast::AsArray::as_binary::<i32>(batch.column(0)).iter().flatten() {
            plies += ledger_of_moves(blob, &mut ledger);
        }
    }
    plies
}

/// Plays moves and updates the ledger; returns their number.
pub(crate) fn ledger_of_moves(blob: &[u8], ledger: &mut PinLedger) -> u64 {
    let mut reader = MovesReader::new(blob).expect("moves of our own");
    ledger.restart(reader.start());
    let mut plies = 0;
    while let Some(played) = reader.advance().expect("a move of our own") {
        plies += 1;
        if let Some(played) = played {
            take_all(ledger.follow(reader.before(), played, reader.after()));
        }
    }
    plies
}

/// Returns the moves of each game as bytes.
pub(crate) fn blobs(text: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = GameReader::new(GameWants::MOVES);
    games(text).map(|raw| reader.read(&raw).moves.clone()).collect()
}

fn compare_moves(corpus: &Corpus, blobs: &[Vec<u8>], options: &Options, table: &mut Table) {
    let mut others: [Vec<Vec<u8>>; 3] = Default::default();
    let levels = [CompressionLevel::Low, CompressionLevel::Medium, CompressionLevel::High];
    for blob in blobs {
        let moves = shakmaty_moves(blob);
        for (level, others) in levels.into_iter().zip(&mut others) {
            let mut encoder = Encoder::new(level);
            for mv in &moves {
                encoder.encode_move(*mv).expect("a legal move");
            }
            others.push(encoder.finish().into_bytes());
        }
    }
    let [low, medium, high] = &others;
    let best = race(
        Clock::Thread,
        options.rounds,
        [
            Contender::new("ours", || decode(blobs)),
            Contender::new("aix low", || decode_aix(low)),
            Contender::new("aix medium", || decode_aix(medium)),
            Contender::new("aix high", || decode_aix(high)),
        ],
    );
    let plies = best[0].work;
    for (best, blobs) in best.into_iter().zip([blobs, low, medium, high]) {
        assert_eq!(best.work, plies, "moves of {} get lost", corpus.name);
        let raw: usize = blobs.iter().map(Vec::len).sum();
        let packed = zstd::encode_all(blobs.concat().as_slice(), 3).expect("packed").len();
        table.row(vec![
            format!("{}, {}", corpus.name, best.name),
            format!("{:.2}", raw as f64 * 8.0 / plies as f64),
            format!("{:.2}", packed as f64 * 8.0 / plies as f64),
            format!("{:.1}", raw as f64 / blobs.len() as f64),
            format!("{:.1}", best.rate(|&plies| plies) / 1e6),
        ]);
    }
}

fn shakmaty_moves(blob: &[u8]) -> Vec<shakmaty::Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for step in MovesReader::new(blob).expect("moves of our own") {
        let step = step.expect("a move of our own");
        let mv = step.played.expect("no null move in these");
        let uci: UciMove = step.before.uci(mv, CastlingMode::Standard).to_string().parse().expect("UCI");
        let mv = uci.to_move(&position).expect("a legal move");
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

fn decode(blobs: &[Vec<u8>]) -> u64 {
    let mut plies = 0;
    for blob in blobs {
        let mut reader = MovesReader::new(blob).expect("moves of our own");
        while let Some(played) = reader.advance().expect("a move of our own") {
            black_box(played);
            plies += 1;
        }
        black_box(reader.after());
    }
    plies
}

fn decode_aix(blobs: &[Vec<u8>]) -> u64 {
    let mut plies = 0;
    for blob in blobs {
        let game = EncodedGame::from_bytes(blob).expect("a game");
        let mut decoder = Decoder::new(&game);
        while let Some(step) = decoder.next_move_and_position() {
            black_box(step.expect("a move"));
            plies += 1;
        }
    }
    plies
}
