//! The fuzz targets over their corpus.

use pinsight_testkit::{pgn, properties};

fn run(name: &str, property: fn(&[u8])) {
    let folder = format!("{}/../../fuzz/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("a file of the corpus").path();
        property(&std::fs::read(&path).expect("a file of the corpus"));
        count += 1;
    }
    assert!(count >= 5, "{folder} has only {count} files");
}

#[test]
fn fen() {
    run("fen", properties::fen);
}

#[test]
fn san() {
    run("san", properties::san);
}

#[test]
fn uci() {
    run("uci", properties::uci);
}

#[test]
fn reader() {
    run("reader", pgn::reader);
}

#[test]
fn round_trip() {
    run("round_trip", pgn::round_trip);
}

#[test]
fn splitter() {
    run("splitter", pgn::splitter);
}
