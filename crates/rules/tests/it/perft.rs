//! Perft compared with published counts.

use pinsight_rules::{Legality, Position, Setup, perft};
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

/// Positions on which move generators fail: surplus pieces, checkers in line with the king, a check that a double step
/// cannot have given, castling with inner rooks and one-sided rights. Published with their counts in the tests of
/// python-chess and shakmaty (`tricky.perft`), partly after talkchess.com threads 55274 and 71379.
const TRICKY: [(&str, &[u64]); 14] = [
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", &[23, 522, 12_333, 285_754]),
    ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1", &[28, 738, 20_218, 541_480]),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", &[34, 318, 9_002, 118_388]),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", &[17, 242, 3_931, 57_700]),
    ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", &[19, 628, 12_858, 405_636]),
    ("8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - - 0 1", &[27, 390, 9_354, 134_167]),
    ("8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1", &[7, 52, 4_593, 50_268]),
    ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", &[4, 125, 2_854]),
    ("2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1", &[3, 81, 1_217]),
    ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", &[2, 56, 1_030]),
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", &[6, 121, 711]),
    ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1", &[5, 100, 555]),
    ("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", &[2, 92, 2_528]),
    ("r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", &[14, 206, 3_672, 64_639, 1_320_962]),
];

#[test]
fn perft_of_tricky_positions_equals_the_published_counts() {
    let mut impossible = 0;
    for (fen, counts) in TRICKY {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        impossible += usize::from(!setup.faults().is_empty());
        let position =
            setup.position(Legality::AllowImpossible).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
        }
    }
    assert!(impossible > 0, "some need the option");
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
