//! Runs the fuzz targets over their corpora.

use pinsight_testkit::{pgn, properties};

fn run_corpus(name: &str, property: fn(&[u8])) {
    let folder = format!("{}/../../fuzz/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("a readable corpus file").path();
        property(&std::fs::read(&path).expect("a readable corpus file"));
        count += 1;
    }
    assert!(count >= 5, "{folder} has {count} files, expected at least 5");
}

#[test]
fn fen_properties_hold() {
    run_corpus("fen", properties::fen);
}

#[test]
fn san_properties_hold() {
    run_corpus("san", properties::san);
}

#[test]
fn uci_properties_hold() {
    run_corpus("uci", properties::uci);
}

#[test]
fn reader_properties_hold() {
    run_corpus("reader", pgn::reader);
}

#[test]
fn round_trip_properties_hold() {
    run_corpus("round_trip", pgn::round_trip);
}

#[test]
fn splitter_properties_hold() {
    run_corpus("splitter", pgn::splitter);
}
