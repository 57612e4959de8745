//! Perft compared with published counts.

use pinsight_rules::{Position, perft};
use pinsight_testkit::positions::{PERFT, PERFT_960};

fn check(fen: &str, counts: &[u64]) {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
    }
    let flipped = position.flip_colors();
    let shallow = counts.len().min(4);
    assert_eq!(perft(&flipped, shallow as u32), counts[shallow - 1], "{fen} with colours swapped");
}

#[test]
fn perft_of_the_six_standard_positions_equals_the_published_counts() {
    for (fen, counts) in PERFT {
        check(fen, counts);
    }
}

#[test]
fn perft_of_twelve_chess960_positions_equals_the_published_counts() {
    for (fen, counts) in PERFT_960 {
        check(fen, counts);
    }
}

/// Skipped if the list is not in the shared data folder.
#[test]
fn perft_of_all_chess960_positions_equals_the_published_counts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/chess960_perft.txt");
    let Ok(list) = std::fs::read_to_string(path) else {
        return;
    };
    for row in list.lines().filter(|row| !row.trim().is_empty()) {
        let mut fields = row.split(" ; ");
        let fen = fields.next().expect("a FEN");
        let counts: Vec<u64> = fields
            .take(4)
            .map(|field| {
                field.split(' ').nth(1).and_then(|count| count.trim().parse().ok()).expect("a count")
            })
            .collect();
        check(fen, &counts);
    }
}
