//! Parquet files as input.

use std::fs::File;
use std::io::{Seek, Write};
use std::panic::{self, AssertUnwindSafe};

use pinsight_data::{StoredGames, StoredPuzzles};
use pinsight_moves::MovesReader;
use pinsight_search::GamesTable;

/// A file of these bytes is refused with a message or read to its end, as games, as a table to search, and as puzzles. A
/// panic of the Parquet reader is an error of the file.
pub fn parquet(data: &[u8]) {
    // libFuzzer ends the process in its panic hook; panics that are caught must not reach it.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let read = panic::catch_unwind(AssertUnwindSafe(|| {
        read_games(data);
        read_table(data);
        read_puzzles(data);
    }));
    panic::set_hook(hook);
    assert!(read.is_ok(), "a panic of the Parquet reader is not caught");
}

fn file(data: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(data).expect("a writable file");
    file.rewind().expect("a file has a start");
    file
}

fn read_games(data: &[u8]) {
    match StoredGames::open(file(data)) {
        Ok(mut games) => loop {
            match games.next_game() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    break;
                }
            }
        },
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn read_table(data: &[u8]) {
    let Ok(Some(table)) = GamesTable::open("fuzz", file(data)) else { return };
    for group in 0..table.groups() {
        let visited = table.visit_moves(group, None, |_, bytes| {
            let _ = MovesReader::new(bytes).map(Iterator::count);
            Ok(())
        });
        if visited.is_err() {
            return;
        }
    }
}

fn read_puzzles(data: &[u8]) {
    if let Ok(mut puzzles) = StoredPuzzles::open(file(data), &["FEN", "Moves"]) {
        while let Some(Ok(_)) = puzzles.next() {}
    }
}
