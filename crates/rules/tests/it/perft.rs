//! Node counts that others published.

use pinsight_rules::{Position, perft};
use pinsight_testkit::positions::{PERFT, PERFT_960};

fn check(fen: &str, counts: &[u64]) {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
    }
    let flipped = position.flip_colors();
    let shallow = counts.len().min(4);
    assert_eq!(perft(&flipped, shallow as u32), counts[shallow - 1], "{fen} with the colours changed");
}

#[test]
fn the_six_usual_positions_to_depth_five_and_more() {
    for (fen, counts) in PERFT {
        check(fen, counts);
    }
}

#[test]
fn twelve_chess960_positions_to_depth_five() {
    for (fen, counts) in PERFT_960 {
        check(fen, counts);
    }
}

/// The whole list, where the folder with shared data is there.
#[test]
fn the_whole_chess960_list_to_depth_four() {
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
